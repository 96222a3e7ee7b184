#include "referee/tournament/run/ladder_record.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <limits>
#include <sstream>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "referee/tournament/run/opened_store.h"

namespace referee {
namespace {

using fields::Json;

constexpr std::size_t kShown = 60;  // bytes of a damaged text
constexpr std::int64_t kMaxCounted = std::numeric_limits<int>::max() - 1;

bool is_practice(const TournamentFormat& format) { return format.traits().open_practice; }

/// In practice the table of a match is the number of its entrant.
Entrant practising(const StoredAttempt& attempt) { return static_cast<Entrant>(attempt.table) - 1; }

LadderTable table_of(const StoreContent& content, std::size_t seats) {
  const auto kept = content.meta.find(meta_key::kLadder);
  return kept == content.meta.end() ? LadderTable(seats) : LadderTable::read(kept->second);
}

/// Builds between versions 0.2 and 0.3, from 2026-11-23 to 2026-11-26, have written "3:17 4:9":
/// [[3,17],[4,9]].
std::string json_of_counted(std::string text) {
  std::string json = "[";
  std::istringstream words(std::move(text));
  for (std::string word; words >> word;) {
    std::ranges::replace(word, ':', ',');
    json.append(json.size() > 1 ? "," : "").append("[" + word + "]");
  }
  return json + "]";
}

/// By table.
std::map<int, int> read_counted(const StoreContent& content) {
  const auto found = content.meta.find(meta_key::kCounted);
  if (found == content.meta.end()) {
    return {};
  }
  const bool is_json = found->second.starts_with('[');
  const Json list = Json::parse(is_json ? found->second : json_of_counted(found->second), nullptr, false);
  std::map<int, int> counted;
  bool read = list.is_array();
  for (const Json& pair : list) {
    const bool is_pair = pair.is_array() && pair.size() == 2;
    const auto entrant = is_pair ? fields::as_integer(pair[0], {0, kMaxCounted}) : std::nullopt;
    const auto number = is_pair ? fields::as_integer(pair[1], {1, kMaxCounted}) : std::nullopt;
    read = read && entrant && number;
    counted[static_cast<int>(entrant.value_or(0)) + 1] = static_cast<int>(number.value_or(1));
  }
  if (!read) {
    throw fields::Exception({meta_key::kCounted, fields::brief_text(found->second, kShown),
                             "pairs of an entrant and the number of its newest match, as [[3,17]]"});
  }
  return counted;
}

}  // namespace

MatchPlace place_of(const StoredAttempt& attempt) { return {attempt.round, attempt.table, attempt.game_no}; }

LadderSums::LadderSums(const StoreContent& content, const TournamentFormat& format)
    : practice_(is_practice(format)),
      table_(table_of(content, format.encounter_rules().seats)),
      begun_(read_counted(content)),
      counted_(begun_) {
  for (const StoredAttempt& attempt : content.games) {
    note(place_of(attempt));
    if (attempt.status == StoredAttempt::Status::done && !includes(place_of(attempt))) {
      add(place_of(attempt), ladder_result(content, attempt, format));
    }
  }
}

/// The match has been called: none that follows is called so.
void LadderSums::note(const MatchPlace& place) {
  if (practice_) {
    begun_[place.table] = std::max(begun_[place.table], place.game_no);
  } else if (place.table >= table_.next()) {
    table_.begin(place.table);
  }
}

bool LadderSums::includes(const MatchPlace& place) const {
  if (!practice_) {
    return table_.includes(place.table);
  }
  const auto newest = counted_.find(place.table);
  return newest != counted_.end() && place.game_no <= newest->second;
}

MatchPlace LadderSums::begin(const LadderMatch& match) {
  MatchPlace place{1, table_.next(), 1};
  if (practice_) {
    place.table = static_cast<int>(match.entrants.front()) + 1;
    place.game_no = begun_[place.table] + 1;
  }
  note(place);
  return place;
}

void LadderSums::drop(const MatchPlace& place) {
  if (!practice_) {
    table_.drop(place.table);
  }
}

void LadderSums::add(const MatchPlace& place, const LadderGame& result) {
  table_.add(practice_ ? table_.next() : place.table, result, seconds_of(result.ended));
  if (practice_) {
    counted_[place.table] = place.game_no;
  }
}

std::optional<StoreWrite> LadderSums::counted() const {
  if (!practice_) {
    return std::nullopt;
  }
  Json list = Json::array();
  for (const auto& [table, number] : counted_) {
    list.push_back({table - 1, number});
  }
  return store_write::SetMeta{meta_key::kCounted, list.dump()};
}

LadderGame ladder_result(const StoreContent& content, const StoredAttempt& attempt,
                         const TournamentFormat& format) {
  LadderGame result = read_ladder_game(attempt.result);
  if (is_practice(format)) {
    result.entrants = {practising(attempt)};  // a store of an earlier version does not say it
  }
  const bool known =
      std::ranges::all_of(result.entrants, [&](Entrant e) { return e < content.entrants.size(); });
  if (!known || result.entrants.empty() || result.entrants.size() != result.scores.size()) {
    throw fields::Exception({attempt.match, "", "a result with its entrants, who are known"});
  }
  result.struck = attempt.status == StoredAttempt::Status::struck;
  return result;
}

std::optional<LadderMatch> playing_match(const StoreContent& content, const std::string& match) {
  const auto found = content.meta.find(meta_key::kPlaying + match);
  if (found == content.meta.end()) {
    return std::nullopt;
  }
  std::istringstream words(found->second);
  const auto place = MatchPlace::parse(match);
  LadderMatch playing;
  playing.place = place.value_or(MatchPlace{});
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
  return place && known && !playing.entrants.empty() ? std::optional(playing) : std::nullopt;
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

std::optional<Encounter> ladder_encounter(const StoreContent& content, const StoredAttempt& attempt,
                                          const TournamentFormat& format) {
  std::vector<Entrant> entrants;
  if (is_practice(format)) {
    entrants = {practising(attempt)};
  } else if (attempt.status == StoredAttempt::Status::running || attempt.result.empty()) {
    entrants = playing_match(content, attempt.match).value_or(LadderMatch{}).entrants;
  } else {
    entrants = read_ladder_game(attempt.result).entrants;
  }
  const bool known = std::ranges::all_of(entrants, [&](Entrant e) { return e < content.entrants.size(); });
  return known && !entrants.empty()
             ? std::optional(
                   Encounter{.round = attempt.round, .table = attempt.table, .entrants = std::move(entrants)})
             : std::nullopt;
}

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
