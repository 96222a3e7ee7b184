#include "referee/pages/shown_rounds.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "referee/base/text.h"
#include "referee/pages/tournament_tables.h"
#include "referee/report/crosstable.h"

namespace referee::pages {
namespace {

using Json = nlohmann::json;

/// What is to say of a match that has no scores.
std::string state_text(const std::string& status) {
  return status == "running"  ? "live"
         : status == "void"   ? "does not count, played again"
         : status == "struck" ? "cancelled by the arbiter"
                              : "over";
}

std::string scores_text(const Json& played) {
  std::string text;
  const Json& scores = played.at("scores");
  for (std::size_t i = 0; i < scores.size(); ++i) {
    text += (i == 0 ? "" : " : ") + score_text(scores[i].get<double>());
    if (played.at("no_show").at(i).get<bool>()) {
      const std::string why = played.at("why_absent").at(i).get<std::string>();
      text += why.empty() ? " (absent)" : " (absent: " + why + ")";
    }
  }
  return text;
}

/// `played`: played_data().
std::string game_text(const Json& played) {
  const std::string status = played.at("status").get<std::string>();
  if (played.at("scores").is_null()) {
    return state_text(status);
  }
  return scores_text(played) + (status == "struck" ? " (cancelled by the arbiter)" : "");
}

RoundList::Game listed_game(const StandingsPage& page, const Json& played) {
  const std::string match = played.at("match").get<std::string>();
  RoundList::Game game{.match = match, .text = game_text(played)};
  game.href = page.href_of(match);
  game.status = played.at("status") == "running" ? "running" : "";
  game.why_not = played.at("why_not").is_null() ? "" : played.at("why_not").get<std::string>();
  return game;
}

/// A frozen round says who meets, and nothing of how it went.
RoundList::Table without_results(const StandingsPage& page, PlayedEncounter played,
                                 const std::vector<std::string>& names) {
  played.games.clear();
  if (played.encounter.kind == Encounter::Kind::forfeit) {
    played.encounter.kind = Encounter::Kind::play;
  }
  RoundList::Table table = listed_table(page, played, names);
  table.over = false;
  for (RoundList::Side& side : table.sides) {
    side.points = "";
    side.won = false;
  }
  return table;
}

RoundList::Table shown_table(const TournamentSnapshot& snapshot, const StandingsPage& page,
                             const PlayedEncounter& played, const std::vector<std::string>& names) {
  const bool frozen = snapshot.visibility().is_frozen(played.encounter.round);
  RoundList::Table table = frozen ? without_results(page, played, names) : listed_table(page, played, names);
  const bool tells_score = played.encounter.instance && !played.games.empty() && !frozen;
  for (const StoredAttempt* attempt : matches_of(snapshot, played.encounter)) {
    RoundList::Game& game = table.games.emplace_back(listed_game(page, played_data(snapshot, *attempt)));
    if (tells_score && played.games.size() == 1) {  // it stands beside the name
      game.text = game.href.empty() ? "" : "Watch";
    }
  }
  return table;
}

/// A match of a ladder, with its scores beside the names.
RoundList::Table latest_table(const StandingsPage& page, const StoredAttempt& attempt, const Json& played,
                              const std::vector<std::string>& names) {
  RoundList::Table table{.key = attempt.match, .title = "Game " + std::to_string(attempt.table)};
  const Json& scores = played.at("scores");
  for (const Json& entrant : played.at("entrants")) {
    RoundList::Side side{.entrant = entrant.get<Entrant>(), .name = names.at(entrant.get<Entrant>())};
    if (const std::size_t position = table.sides.size(); position < scores.size()) {
      side.points = score_text(scores[position].get<double>());
    }
    table.sides.push_back(std::move(side));
  }
  const auto houses = played.at("houses").get<std::size_t>();
  for (std::size_t house = 0; house < houses; ++house) {
    table.sides.push_back({.entrant = std::nullopt, .name = house_name(house)});
  }
  if (!scores.is_null() && houses == 1) {  // of several, the best score alone is known
    const auto score = read_ladder_game(attempt.result).house;
    table.sides.back().points = score ? score_text(*score) : "";
  }
  RoundList::Game game = listed_game(page, played);
  if (played.at("status") == "done") {
    game.text = game.href.empty() ? "" : "Watch";
  }
  table.games.push_back(std::move(game));
  table.over = true;
  return table;
}

RoundList latest_of(const TournamentSnapshot& snapshot, const StandingsPage& page,
                    const std::vector<std::string>& names) {
  RoundList list;
  std::vector<RoundList::Table> tables;
  const std::vector<StoredAttempt>& games = snapshot.content().games;
  for (auto attempt = games.rbegin(); attempt != games.rend() && tables.size() < kMostLatest; ++attempt) {
    const MatchPlace place{attempt->round, attempt->table, attempt->game_no};
    if (&*attempt == snapshot.attempt(attempt->match) && snapshot.encounter(place)) {
      tables.push_back(latest_table(page, *attempt, played_data(snapshot, *attempt), names));
    }
  }
  if (!tables.empty()) {
    list.rounds.push_back({.number = 0, .hidden = false, .tables = std::move(tables)});
  }
  return list;
}

}  // namespace

RoundList shown_rounds(const TournamentSnapshot& snapshot, const StandingsPage& page) {
  const std::vector<std::string> names = names_by_entrant(page);
  if (snapshot.is_ladder()) {
    return latest_of(snapshot, page, names);
  }
  const auto first_frozen = snapshot.visibility().first_frozen();
  RoundList list;
  for (const History::Round& round : snapshot.page().history.rounds) {
    const int number = static_cast<int>(list.rounds.size()) + 1;
    RoundList::Round& shown =
        list.rounds.emplace_back(RoundList::Round{number, snapshot.visibility().is_frozen(number), {}});
    // Who meets in a later round than the first frozen one tells how that one ended.
    for (const PlayedEncounter& played : round) {
      if (!first_frozen || number <= *first_frozen) {
        shown.tables.push_back(shown_table(snapshot, page, played, names));
      }
    }
  }
  return list;
}

}  // namespace referee::pages
