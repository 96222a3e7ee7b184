#include "referee/pages/match_parts.h"

#include <array>
#include <utility>

#include "protocol/json_writer.h"
#include "referee/base/text.h"
#include "referee/pages/game_painter.h"
#include "referee/show/header_text.h"

namespace referee::pages {
namespace {

using Json = nlohmann::json;

Json text_or_null(const Json& header, const std::string& key) {
  const auto found = header.find(key);
  return found != header.end() && found->is_string()
             ? Json(printable(found->get_ref<const std::string&>(), kShownText))
             : Json();
}

/// The names that are shown, by seat.
Json shown_players(const Replay& replay, const MatchFacts& facts) {
  Json names = Json::array();
  for (const std::string& name : facts.players.empty() ? show::players_of(replay) : facts.players) {
    names.push_back(printable(name, kShownText));
  }
  return names;
}

Json number_or_null(const Json& header, const std::string& key) {
  const auto found = header.find(key);
  return found != header.end() && found->is_number_unsigned() ? *found : Json();
}

/// A list of texts by seat; anything else is an empty list.
Json texts(const Json& header, const std::string& key) {
  Json list = Json::array();
  if (const auto found = header.find(key); found != header.end() && found->is_array()) {
    for (const Json& text : *found) {
      list.push_back(text.is_string() ? text : Json());
    }
  }
  return list;
}

Json link_or_null(const std::string& link) { return link.empty() ? Json() : Json(link); }

Json told_answer(const Json& answer, bool whole) {
  return whole ? answer : Json::object({{"seat", answer.at("seat")}, {"spent_us", answer.at("spent_us")}});
}

}  // namespace

Json members_of(const Replay& replay, const MatchFacts& facts, Audience audience) {
  const Json& header = replay.header();
  Json members = Json::object({{"format", 1},
                               {"match", printable(show::header_text(replay, "match"), kShownText)},
                               {"game", header.at("game")},
                               {"players", shown_players(replay, facts)},
                               {"setup", replay.game().setup()},
                               {"clock", header.at("clock")},
                               {"hidden", replay.game().hidden()},
                               {"record", link_or_null(facts.record)},
                               {"home", link_or_null(facts.home)}});
  if (const engines::Entry* const game = recorded_game(header); game != nullptr) {
    if (!game->title.empty()) {
      members["game_title"] = printable(game->title, kShownText);
    }
    if (!game->decided_by.empty()) {
      members["decided_by"] = printable(game->decided_by, kShownText);
    }
  }
  members["attempt"] = number_or_null(header, "attempt");
  for (const char* const key : {"round", "table", "game_no"}) {
    members[key] = facts.has_rounds ? number_or_null(header, key) : Json();
  }
  for (const char* const key : {"tournament", "started"}) {
    members[key] = text_or_null(header, key);
  }
  for (const char* const key : {"measure", "stamp", "sandbox"}) {
    members[key] = texts(header, key);
  }
  if (const auto from = header.find("from"); from != header.end()) {
    members["from"] = text_or_null(*from, "match");
  }
  if (!facts.verify.empty()) {
    members["verify"] = facts.verify;
  }
  if (!facts.lab.empty()) {
    members["lab"] = facts.lab;
  }
  members["seat"] = audience.seat() ? Json(*audience.seat()) : Json();
  for (const char* const key : {"seed", "ended", "result", "why", "problem", "seat_views"}) {
    members[key] = nullptr;
  }
  return members;
}

void add_painter(Json& members) {
  if (std::string painter = game_painter(members.at("game").get_ref<const std::string&>());
      !painter.empty()) {
    members["painter"] = std::move(painter);
  }
}

std::string turn_text(const Replay& replay, Audience audience, const std::string& frames) {
  const Json& line = replay.line();
  Json answers = Json::array();
  for (const Json& answer : line.at("answers")) {
    const auto seat = answer.at("seat").get<engines::Seat>();
    answers.push_back(told_answer(answer, audience.sees_answers_of(seat, replay.game().hidden())));
  }
  const std::string given = replay.turns() <= replay.given_turns() ? R"("given":true,)" : "";
  return "{" + given + R"("answers":)" + protocol::dump(answers) + R"(,"events":)" +
         protocol::dump(line.at("events")) + R"(,"frames":)" + frames + "}";
}

std::string open_object(const Json& members) {
  std::string text = protocol::dump(members);
  text.pop_back();
  return text;
}

}  // namespace referee::pages
