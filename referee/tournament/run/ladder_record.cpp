#include "referee/tournament/run/ladder_record.h"

#include <algorithm>
#include <chrono>
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

std::optional<LadderMatch> playing_match(const StoreContent& content, const std::string& match) {
  const auto found = content.meta.find(meta_key::kPlaying + match);
  if (found == content.meta.end()) {
    return std::nullopt;
  }
  std::istringstream words(found->second);
  LadderMatch playing;
  for (Entrant entrant = 0; words >> entrant;) {
    playing.entrants.push_back(entrant);
  }
  words.clear();
  BlockInstance instance;
  std::string block_word;
  std::string instance_word;
  if (words >> block_word >> instance.block >> instance_word >> instance.number) {
    playing.instance = instance;
  }
  const bool known =
      std::ranges::all_of(playing.entrants, [&](Entrant e) { return e < content.entrants.size(); });
  return known && !playing.entrants.empty() ? std::optional(playing) : std::nullopt;
}

std::string playing_text(const LadderMatch& match) {
  std::string text;
  for (const Entrant entrant : match.entrants) {
    text.append(text.empty() ? "" : " ").append(std::to_string(entrant));
  }
  if (match.instance) {
    text += " block " + std::to_string(match.instance->block) + " instance " +
            std::to_string(match.instance->number);
  }
  return text;
}

std::optional<Encounter> ladder_encounter(const StoreContent& content, const StoredAttempt& attempt) {
  std::optional<std::vector<Entrant>> entrants;
  if (attempt.status == StoredAttempt::Status::running || attempt.result.empty()) {
    if (auto playing = playing_match(content, attempt.match)) {
      entrants = std::move(playing->entrants);
    }
  } else {
    entrants = read_game_result(attempt.result).entrants;
  }
  if (!entrants) {
    return std::nullopt;
  }
  return Encounter{.round = attempt.round, .table = attempt.table, .entrants = std::move(*entrants)};
}

std::string ladder_match_name(int number) { return MatchPlace{1, number, 1}.id(); }

std::int64_t now_seconds() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::int64_t seconds_of(const std::string& utc) {
  std::tm time{};
  if (::strptime(utc.c_str(), "%Y-%m-%dT%H:%M:%S", &time) == nullptr) {
    return 0;
  }
  return ::timegm(&time);
}

}  // namespace referee
