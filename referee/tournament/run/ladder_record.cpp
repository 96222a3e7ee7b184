#include "referee/tournament/run/ladder_record.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <sstream>
#include <utility>
#include <vector>

#include "protocol/fields.h"
#include "referee/tournament/run/opened_store.h"

namespace referee {
namespace {

LadderTable table_of(const StoreContent& content, std::size_t seats) {
  const auto kept = content.meta.find(meta_key::kLadder);
  return kept == content.meta.end() ? LadderTable(seats) : LadderTable::read(kept->second);
}

}  // namespace

MatchPlace place_of(const StoredAttempt& attempt) { return {attempt.round, attempt.table, attempt.game_no}; }

LadderSums::LadderSums(const StoreContent& content, const TournamentFormat& format)
    : table_(table_of(content, format.encounter_rules().seats)), numbering_(numbering_of(format, content)) {
  for (const StoredAttempt& attempt : content.games) {
    const MatchPlace place = place_of(attempt);
    numbering_->note(table_, place);
    if (attempt.status == StoredAttempt::Status::done && !numbering_->includes(table_, place)) {
      add(place, ladder_result(content, attempt));
    }
  }
}

MatchPlace LadderSums::begin(const LadderMatch& match) {
  const MatchPlace place = numbering_->next(table_, match);
  numbering_->note(table_, place);
  return place;
}

LadderGame ladder_result(const StoreContent& content, const StoredAttempt& attempt) {
  LadderGame result = read_ladder_game(attempt.result);
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
  if (const auto entrant = entrant_named_by(place_of(attempt), format)) {
    entrants = {*entrant};
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

std::int64_t seconds_of(SystemTime time) {
  return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
}

std::int64_t seconds_of(const std::string& utc) {
  std::tm time{};
  if (::strptime(utc.c_str(), "%Y-%m-%dT%H:%M:%S", &time) == nullptr) {
    return 0;
  }
  return ::timegm(&time);
}

}  // namespace referee
