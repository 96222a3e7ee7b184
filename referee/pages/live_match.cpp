#include "referee/pages/live_match.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"
#include "protocol/require.h"
#include "referee/pages/match_parts.h"
#include "referee/record/record_lines.h"

namespace referee::pages {

using Json = nlohmann::json;

LiveMatch::LiveMatch(std::string journal, MatchFacts facts, Audience audience)
    : journal_(std::move(journal)),
      facts_(std::move(facts)),
      audience_(audience),
      positions_(journal_),
      told_(positions_, audience.observer()) {
  Json members = members_of(positions_.replay(), facts_, audience_);
  members["status"] = "running";
  members["view"] = told_.first();
  add_painter(members);
  head_ = open_object(members);
  follow();
}

void LiveMatch::add_turn(std::string_view line) {
  const std::size_t before = turns_.size();
  journal_ += line;
  positions_.go_on_in(journal_);
  follow();
  if (turns_.size() != before + 1) {
    throw Difference{before + 2, static_cast<std::int64_t>(before), "turn",
                     std::to_string(turns_.size() - before) + " lines of turns", "one"};
  }
}

void LiveMatch::follow() {
  while (positions_.next()) {
    told_.add(positions_);
    if (!positions_.in_turn()) {
      turns_.push_back(turn_text(positions_.replay(), audience_, told_.take_frames()));
    }
  }
}

std::string LiveMatch::data() const {
  std::string text = head_ + R"(,"turns":[)";
  append_turns(0, text);
  return text + "]}";
}

std::string LiveMatch::turns_from(std::size_t from) const {
  REQUIRE(from <= turns_.size());
  std::string text = R"({"from":)" + std::to_string(from) + R"(,"turns":[)";
  append_turns(from, text);
  return text + "]}";
}

void LiveMatch::append_turns(std::size_t from, std::string& out) const {
  for (std::size_t turn = from; turn < turns_.size(); ++turn) {
    out += turn == from ? "" : ",";
    out += turns_[turn];
  }
}

std::string LiveMatch::board() const {
  const Replay& replay = positions_.replay();
  const Json all = members_of(replay, facts_, audience_);
  Json board = Json::object({{"turn", turns_.size()}, {"view", told_.newest()}});
  for (const char* const key : {"match", "round", "table", "game_no", "game", "players", "setup"}) {
    board[key] = all.at(key);
  }
  board["scores"] = replay.game().hidden() ? Json() : protocol::numbers(replay.game().scores());
  return protocol::dump(board);
}

}  // namespace referee::pages
