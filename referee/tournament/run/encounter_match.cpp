#include "referee/tournament/run/encounter_match.h"

#include <algorithm>

#include "protocol/verdict.h"
#include "referee/base/text.h"
#include "referee/record/fault_kinds.h"
#include "referee/tournament/config/entrant_spec.h"

namespace referee {
namespace {

constexpr auto kNoShowVerdict = static_cast<std::size_t>(protocol::Verdict::no_show);
constexpr int kSeatSwap = 2;  // games of a two-seat encounter that share an instance

const Instance& instance_of(const TournamentConfig& config, int round, int game) {
  const int group = config.seats == 2 ? kSeatSwap : 1;
  return config.instances.at(
      config.instances.index_of(round, game, config.encounter_rules().games_at_most(), group));
}

const Instance& instance_of(const TournamentConfig& config, const Encounter& encounter, int game) {
  return encounter.instance ? config.instances.at(static_cast<std::size_t>(*encounter.instance) - 1)
                            : instance_of(config, encounter.round, game);
}

/// The seat of a withdrawn entrant is absent.
SeatSpec entrant_seat(const Roster& roster, Entrant entrant) {
  return roster.withdrawn(entrant) ? SeatSpec{roster.name(entrant)} : roster.seat_spec(entrant);
}

/// The seat of a house bot; it is absent where the tournament has none.
SeatSpec house_seat(const TournamentConfig& config, std::size_t index) {
  SeatSpec seat_spec{house_name(index)};
  if (!config.house_bot.empty()) {
    seat_spec.bot.emplace().argv = config.house_bot;
  }
  return seat_spec;
}

std::string faults_in_words(const MatchResult::Seat& seat, const std::vector<FaultKind>& kinds) {
  const auto counts = fault_counts(seat, kinds);
  std::string text;
  for (std::size_t verdict = 1; verdict < counts.size(); ++verdict) {
    if (counts[verdict] > 0) {
      text += text.empty() ? "" : ", ";
      text += std::to_string(counts[verdict]) + " ";
      text += name_of(static_cast<protocol::Verdict>(verdict));
    }
  }
  return text;
}

}  // namespace

bool keeps_seed_secret(const TournamentConfig& config, const MatchPlace& place) {
  if (const LadderTerms* const ladder = config.format->ladder()) {
    return ladder->blocks.has_value();  // else it is known after its first match
  }
  const bool played_by_others_too = config.seats == 1;
  return played_by_others_too || instance_of(config, place.round, place.game_no).seed.has_value();
}

EncounterMatch::EncounterMatch(const TournamentConfig& config, const Encounter& encounter, int match_no)
    : config_(config),
      encounter_(encounter),
      match_no_(match_no),
      game_(config.encounter_rules().game_of(encounter, match_no)),
      position_at_(seating_of(config.encounter_rules(), encounter, match_no)) {}

std::vector<std::size_t> EncounterMatch::positions() const {
  std::vector<std::size_t> positions;
  for (const auto& position : position_at_) {
    if (position) {
      positions.push_back(*position);
    }
  }
  return positions;
}

ScheduledMatch EncounterMatch::scheduled(const Roster& roster) const {
  const Instance& instance = instance_of(config_, encounter_, game_);
  ScheduledMatch match;
  MatchSpec& spec = match.job.spec;
  spec.id = place().id();
  spec.game = config_.game;
  spec.options = instance.options;
  spec.clock = config_.clock;
  spec.place = MatchSpec::Place{config_.name, encounter_.round, encounter_.table, match_no_};
  spec.keep_seed_secret = keeps_seed_secret(config_, place());
  match.instance_seed = instance.seed;
  match.keep_bots = config_.keep_bots;
  match.job.another_follows = game_ < config_.encounter_rules().stage_of(encounter_).best_of;
  if (config_.seats == 1) {
    match.shared =
        encounter_.instance ? SharedGame{1, *encounter_.instance} : SharedGame{encounter_.round, game_};
  }
  std::size_t houses = 0;
  for (const auto& position : position_at_) {
    match.job.seats.push_back(position ? entrant_seat(roster, encounter_.entrants[*position])
                                       : house_seat(config_, houses++));
    spec.versions.push_back(position ? roster.played_version(encounter_.entrants[*position])
                                     : MatchSpec::Version{});
  }
  return match;
}

/// Nothing for a game whose scores decide, and where nothing was played.
DecidingCount EncounterMatch::deciding(const MatchResult& match) const {
  const DecidingCount by_seat = deciding_count(config_.game->decided_by, match.outcome, position_at_.size());
  if (by_seat.name.empty() || encounter_.entrants.size() < 2) {
    return {};
  }
  DecidingCount count{by_seat.name, std::vector<double>(encounter_.entrants.size())};
  for (std::size_t seat = 0; seat < position_at_.size(); ++seat) {
    if (position_at_[seat]) {
      count.values[*position_at_[seat]] = by_seat.values[seat];
    }
  }
  return count;
}

GameResult EncounterMatch::result(const MatchResult& match) const {
  GameResult result;
  const std::size_t entrants = encounter_.entrants.size();
  result.game_no = match_no_;
  result.ended = match.ended;
  result.deciding = deciding(match);
  if (match.machine) {
    result.machines.push_back({match.machine->cpu, match.machine->sandbox, match.machine->calibration});
  }
  result.scores.resize(entrants);
  result.no_show.resize(entrants);
  result.tallies.resize(entrants);
  result.versions.resize(entrants);
  for (std::size_t seat = 0; seat < position_at_.size(); ++seat) {
    if (!position_at_[seat]) {
      continue;
    }
    const std::size_t position = *position_at_[seat];
    const MatchResult::Seat& played = match.seats[seat];
    GameTally& tally = result.tallies[position];
    tally = {played.by_verdict, played.turns, played.used, played.worst};
    if (const auto absent = std::ranges::find(match.no_show, seat); absent != match.no_show.end()) {
      if (!match.why_absent.empty()) {
        result.why_absent.resize(entrants);
        result.why_absent[position] =
            match.why_absent[static_cast<std::size_t>(absent - match.no_show.begin())];
      }
      ++tally.by_verdict[kNoShowVerdict];  // without a turn the match has no such verdict
    }
    result.no_show[position] = tally.by_verdict[kNoShowVerdict] > 0;
    result.scores[position] = match.scores[seat];
    result.versions[position] = played.version;
  }
  return result;
}

LadderGame EncounterMatch::ladder_result(const MatchResult& match) const {
  LadderGame result{this->result(match)};
  result.entrants = encounter_.entrants;
  for (std::size_t seat = 0; seat < position_at_.size() && !config_.house_bot.empty(); ++seat) {
    if (!position_at_[seat]) {
      result.house = std::max(result.house.value_or(match.scores[seat]), match.scores[seat]);
      result.house_first = result.house_first || seat == 0;
    }
  }
  if (match.no_show.empty()) {
    result.moves = match.moves_sha256;
  }
  return result;
}

std::string EncounterMatch::line_of(const MatchResult& result) const {
  const ShownResult shown = shown_result(config_.game->decided_by, result.outcome, result.scores);
  const auto kinds = fault_kinds_of(result);
  std::string text = place().id() + ":";
  for (const std::size_t seat : shown.order) {
    text += seat == shown.order.front() ? " " : ", ";
    if (shown.order.size() > 1) {
      text += std::to_string(result.rank[seat]) + ". ";
    }
    text += result.seats[seat].player + " " + shown.with_unit(seat);
    const bool absent = std::ranges::find(result.no_show, seat) != result.no_show.end();
    if (const std::string faults = absent ? "no_show" : faults_in_words(result.seats[seat], kinds[seat]);
        !faults.empty()) {
      text.append(" (").append(faults).append(")");
    }
  }
  return text + ", " + counted(result.turns, "turn");
}

}  // namespace referee
