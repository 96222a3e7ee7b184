#include "referee/tournament/run/ladder_record.h"

#include <algorithm>
#include <ctime>
#include <sstream>

#include "referee/tournament/run/opened_store.h"

namespace referee {
namespace {

bool counts(const StoredAttempt& attempt) { return attempt.status == StoredAttempt::Status::done; }

}  // namespace

LadderTable ladder_of(const StoreContent& content, std::size_t seats) {
  const auto kept = content.meta.find(meta_key::kLadder);
  LadderTable table = kept == content.meta.end() ? LadderTable(seats) : LadderTable::read(kept->second);
  for (const StoredAttempt& attempt : content.games) {
    if (counts(attempt) && !table.includes(attempt.table)) {
      const GameResult result = read_game_result(attempt.result);
      table.add(attempt.table, result, seconds_of(result.ended));
    }
  }
  return table;
}

std::optional<std::vector<Entrant>> playing_entrants(const StoreContent& content, const std::string& match) {
  const auto found = content.meta.find(meta_key::kPlaying + match);
  if (found == content.meta.end()) {
    return std::nullopt;
  }
  std::istringstream words(found->second);
  std::vector<Entrant> entrants;
  for (Entrant entrant = 0; words >> entrant;) {
    entrants.push_back(entrant);
  }
  const bool known = std::ranges::all_of(entrants, [&](Entrant e) { return e < content.entrants.size(); });
  return known && !entrants.empty() ? std::optional(entrants) : std::nullopt;
}

std::string playing_text(const std::vector<Entrant>& entrants) {
  std::string text;
  for (const Entrant entrant : entrants) {
    text.append(text.empty() ? "" : " ").append(std::to_string(entrant));
  }
  return text;
}

std::optional<Encounter> ladder_encounter(const StoreContent& content, const StoredAttempt& attempt) {
  std::optional<std::vector<Entrant>> entrants;
  if (attempt.status == StoredAttempt::Status::running || attempt.result.empty()) {
    entrants = playing_entrants(content, attempt.match);
  } else {
    entrants = read_game_result(attempt.result).entrants;
  }
  if (!entrants) {
    return std::nullopt;
  }
  return Encounter{.round = attempt.round, .table = attempt.table, .entrants = std::move(*entrants)};
}

std::int64_t seconds_of(const std::string& utc) {
  std::tm time{};
  if (::strptime(utc.c_str(), "%Y-%m-%dT%H:%M:%S", &time) == nullptr) {
    return 0;
  }
  return ::timegm(&time);
}

}  // namespace referee
