#include "referee/tournament/pairing/round_robin.h"

#include <nlohmann/json.hpp>

#include "protocol/require.h"
#include "referee/tournament/formats/formats.h"
#include "referee/tournament/formats/paired_encounters.h"
#include "referee/tournament/pairing/round_robin_tables.h"

namespace referee {
namespace {

constexpr fields::Range kCycles{1, 100};

/// The keys of a round robin.
struct RoundRobinKeys {
  EncounterRules encounters;
  TieBreaks tie_breaks = {};
  int cycles = 1;
  bool by_score = false;     ///< the mean score ranks
  bool shows_score = false;  ///< whether it ranks or not
  /// The numbers of entrants when play began, and after each time that others entered; empty: none did.
  std::vector<std::size_t> entered = {};
};

std::string points_a_match_text(const StandingsRow& row) {
  return figure_text(row.decided == 0 ? std::nullopt : std::optional(row.points.value() / row.decided));
}

ReportLayout layout_of(const RoundRobinKeys& keys) {
  ReportLayout layout = points_layout(keys.tie_breaks, ReportLayout::Crosstable::opponents);
  if (keys.shows_score || keys.by_score) {
    add_mean_scores(layout, keys.by_score);
  }
  if (!keys.entered.empty() && !keys.by_score) {
    layout.results.push_back({"points_a_match", "Points a match", "a match", points_a_match_text});
    layout.ranking =
        "While entrants have different numbers of matches, points a match rank. " + layout.ranking;
  }
  return layout;
}

class RoundRobinFormat final : public TournamentFormat {
 public:
  explicit RoundRobinFormat(const RoundRobinKeys& keys)
      : TournamentFormat({.encounters = keys.encounters,
                          .tie_breaks = keys.tie_breaks,
                          .traits = {.entry_closes = "everybody meets everybody",
                                     .plays_changes = keys.encounters.seats == kPair},
                          .layout = layout_of(keys)}),
        keys_(keys) {}

  fields::Json json() const override;
  std::shared_ptr<const TournamentFormat> with_entered(std::vector<std::size_t> numbers) const override {
    RoundRobinKeys keys = keys_;
    keys.entered = std::move(numbers);
    return std::make_shared<RoundRobinFormat>(keys);
  }
  std::unique_ptr<PairingSystem> pairing_system(std::uint64_t seed) const override;
  std::optional<TieBreaker> tie_breaker(const History& history) const override {
    return tie_breaker_of(standings_rules(history), history);
  }
  std::string text() const override;
  std::vector<PlannedRounds> planned_rounds(std::size_t entrants) const override;
  bool fills_tables(std::size_t entrants) const override {
    return table() == kPair || at_tables().fills_tables(entrants);
  }
  std::vector<PlanLine> schedule_lines(std::size_t entrants) const override;

 private:
  std::vector<StandingsRow> ranked(const History& history) const override {
    return standings_of(standings_rules(history), history);
  }
  /// How many of `entrants` there were when play began.
  std::size_t at_first(std::size_t entrants) const {
    return keys_.entered.empty() ? entrants : keys_.entered.front();
  }
  std::size_t table() const { return encounter_rules().seats; }
  /// REQUIRES: tables of more than two.
  RoundRobinTables at_tables() const {
    REQUIRE(encounter_rules().seats > 2);
    return {encounter_rules(), keys_.cycles};
  }
  /// REQUIRES: tables of two.
  RoundRobin at_pairs() const {
    REQUIRE(encounter_rules().seats == 2);
    return RoundRobin(keys_.cycles, keys_.entered);
  }
  StandingsRules standings_rules(const History& history) const;
  int encounters_each(std::size_t entrants) const;

  RoundRobinKeys keys_;
};

fields::Json RoundRobinFormat::json() const {
  fields::Json json = {{"kind", kRoundRobinFormat.kind},
                       {"cycles", keys_.cycles},
                       {"best_of", encounter_rules().best_of},
                       {"tie_breaks", codes_of(tie_breaks())}};
  if (keys_.by_score) {
    json["rank_by"] = "score";
  }
  return json;
}

std::unique_ptr<PairingSystem> RoundRobinFormat::pairing_system(std::uint64_t) const {
  if (table() == kPair) {
    return std::make_unique<RoundRobin>(at_pairs());
  }
  return std::make_unique<RoundRobinTables>(at_tables());
}

/// The number of encounters planned for each of `entrants` entrants.
int RoundRobinFormat::encounters_each(std::size_t entrants) const {
  if (table() == kPair) {
    return entrants < 2 ? 0 : keys_.cycles * static_cast<int>(entrants - 1);
  }
  return keys_.cycles * at_tables().encounters_a_cycle(entrants);
}

StandingsRules RoundRobinFormat::standings_rules(const History& history) const {
  const std::size_t entrants = history.entrants.size();
  return {.encounters = encounter_rules(),
          .swiss = false,
          .tie_breaks = tie_breaks(),
          .rounds = pairing_system(0)->rounds(entrants),
          .encounters_each = encounters_each(at_first(entrants)),
          .by_score = keys_.by_score,
          .by_points_a_match = !keys_.entered.empty() && !keys_.by_score};
}

std::string RoundRobinFormat::text() const {
  return "round_robin, cycles " + std::to_string(keys_.cycles) +
         (table() == kPair ? "" : ", tables of " + std::to_string(table())) +
         encounters_text(encounter_rules()) + (keys_.by_score ? ", ranked by mean score" : "");
}

std::vector<PlannedRounds> RoundRobinFormat::planned_rounds(std::size_t entrants) const {
  if (entrants < traits().least_entrants) {
    return {};
  }
  if (table() != kPair) {
    return {planned(encounter_rules(), at_tables().rounds(entrants), at_tables().tables_a_round(entrants))};
  }
  const RoundRobin system = at_pairs();
  const std::vector<std::size_t> late = system.late_matches();
  const int first_rounds = system.rounds(entrants) - static_cast<int>(late.size());
  std::vector<PlannedRounds> rounds{planned(encounter_rules(), first_rounds, at_first(entrants) / 2)};
  for (const std::size_t matches : late) {
    rounds.push_back(planned(encounter_rules(), 1, matches));
  }
  return rounds;
}

std::vector<PlanLine> RoundRobinFormat::schedule_lines(std::size_t entrants) const {
  if (table() == kPair) {
    return {};
  }
  return {{"schedule", at_tables().schedule_text(entrants)}};
}

std::shared_ptr<const TournamentFormat> read_round_robin(fields::Object& in, const FormatGame& game) {
  RoundRobinKeys keys{.encounters = paired_encounters(game), .shows_score = game.scored};
  keys.cycles = static_cast<int>(in.integer_or("cycles", kCycles, 1));
  keys.encounters.best_of = read_best_of(in, keys.encounters.best_of);
  keys.tie_breaks = read_tie_breaks(in, keys.encounters, true);
  keys.by_score = in.choice_or("rank_by", {"points", "score"}, game.ranks_by_score ? 1 : 0) == 1;
  keys.encounters.all_games = keys.by_score;
  return std::make_shared<RoundRobinFormat>(keys);
}

}  // namespace

const FormatEntry kRoundRobinFormat{.kind = "round_robin",
                                    .about = "Everybody meets everybody.",
                                    .suits = "Right for up to ten bots.",
                                    .objection = no_objection,
                                    .read = read_round_robin,
                                    .keys_of_new_file = no_keys};

}  // namespace referee
