#include <cmath>
#include <optional>

#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"
#include "referee/tournament/formats/double_elimination/final_stage.h"
#include "referee/tournament/formats/formats.h"
#include "referee/tournament/formats/paired_encounters.h"
#include "referee/tournament/pairing/swiss_pairs.h"
#include "referee/tournament/pairing/swiss_tables.h"

namespace referee {
namespace {

constexpr fields::Range kRounds{1, TournamentFormat::kMostRounds};

/// The keys of a Swiss.
struct SwissKeys {
  int rounds = 1;
  EncounterRules encounters;
  /// At tables of more than two: how many squared points of spread at a table one repeat is worth, in
  /// thousandths, 0..1'000'000; nothing: no spread makes up for a repeat.
  std::optional<RepeatWeight> repeat_weight = {};
  TieBreaks tie_breaks = {};
  bool shows_score = false;  ///< FormatGame::scored
};

ReportLayout layout_of(const SwissKeys& keys) {
  ReportLayout layout = points_layout(keys.tie_breaks, ReportLayout::Crosstable::rounds);
  if (keys.shows_score) {
    add_mean_scores(layout, false);
  }
  return layout;
}

/// After this many rounds at tables of two the rules allow no more pairing: all entrants have met each other
/// and, if their number is odd, each has had the bye.
int rounds_without_repeats(std::size_t entrants) { return static_cast<int>(entrants - (entrants + 1) % 2); }

class Swiss final : public TournamentFormat {
 public:
  explicit Swiss(SwissKeys keys)
      : TournamentFormat({.encounters = keys.encounters,
                          .tie_breaks = keys.tie_breaks,
                          .traits = {.bye_rounds = keys.rounds,
                                     .keeps_apart = true,
                                     .trf_rounds = keys.encounters.seats == kPair ? keys.rounds : 0},
                          .layout = layout_of(keys)}),
        rounds_(keys.rounds),
        repeat_weight_(keys.repeat_weight) {}

  fields::Json json() const override;
  std::optional<int> own_rounds() const override { return rounds_; }
  std::shared_ptr<const TournamentFormat> with_rounds(int rounds) const override {
    return std::make_shared<Swiss>(
        SwissKeys{rounds, encounter_rules(), repeat_weight_, tie_breaks(), layout().mean_scores});
  }
  std::unique_ptr<PairingSystem> pairing_system(std::uint64_t seed) const override;
  std::optional<TieBreaker> tie_breaker(const History& history) const override {
    return tie_breaker_of(standings_rules(), history);
  }
  std::string text() const override;
  std::vector<PlannedRounds> planned_rounds(std::size_t entrants) const override;
  bool fills_tables(std::size_t entrants) const override {
    return table() == kPair || entrants % table() == 0;
  }
  std::vector<PlanLine> schedule_lines(std::size_t entrants) const override;

 private:
  std::vector<StandingsRow> ranked(const History& history) const override {
    return standings_of(standings_rules(), history);
  }
  std::size_t table() const { return encounter_rules().seats; }
  StandingsRules standings_rules() const { return {encounter_rules(), true, tie_breaks(), rounds_}; }

  int rounds_;
  std::optional<RepeatWeight> repeat_weight_;
};

fields::Json Swiss::json() const {
  fields::Json json = {{"kind", kSwissFormat.kind},
                       {"rounds", rounds_},
                       {"table", table()},
                       {"best_of", encounter_rules().best_of},
                       {"tie_breaks", codes_of(tie_breaks())}};
  if (repeat_weight_) {
    json["repeat_weight"] = static_cast<double>(*repeat_weight_) / 1000;
  }
  return json;
}

std::unique_ptr<PairingSystem> Swiss::pairing_system(std::uint64_t seed) const {
  if (table() == kPair) {
    return std::make_unique<SwissPairs>(encounter_rules(), rounds_, seed);
  }
  return std::make_unique<SwissTables>(encounter_rules(), rounds_, seed, repeat_weight_);
}

std::string Swiss::text() const {
  const std::string weight =
      repeat_weight_ ? ", repeat_weight " + protocol::dump(json().at("repeat_weight")) : "";
  return "swiss, " + std::to_string(rounds_) + " rounds, tables of " + std::to_string(table()) +
         encounters_text(encounter_rules()) + weight;
}

std::vector<PlannedRounds> Swiss::planned_rounds(std::size_t entrants) const {
  if (entrants < traits().least_entrants) {
    return {};
  }
  const std::size_t tables = table() == kPair ? entrants / 2 : (entrants + table() - 1) / table();
  return {planned(encounter_rules(), rounds_, tables)};
}

std::vector<PlanLine> Swiss::schedule_lines(std::size_t entrants) const {
  if (table() != kPair || entrants < 2 || rounds_ <= rounds_without_repeats(entrants)) {
    return {};
  }
  return {{"", "after round " + std::to_string(rounds_without_repeats(entrants)) +
                   " everybody has met everybody: pairings are repeated"}};
}

// ---- its keys ----

/// "table" may only repeat the number of seats that the game has anyway.
void check_table(fields::Object& in, const EncounterRules& rules) {
  const fields::Json* table = in.find("table");
  const auto number = static_cast<std::int64_t>(rules.seats);
  if (table != nullptr && !fields::as_integer(*table, {number, number})) {
    in.fail("table", *table,
            rules.apart ? "2: a game of one seat is paired as a duel on the same instance"
                        : std::to_string(rules.seats) + ", the seats of the game with these options");
  }
}

/// A number of points squared, in thousandths.
std::optional<RepeatWeight> read_repeat_weight(fields::Object& in, const EncounterRules& rules) {
  constexpr double kMost = 1000;
  const fields::Json* weight = in.find("repeat_weight");
  if (weight == nullptr || weight->is_null()) {
    return std::nullopt;
  }
  const double number = weight->is_number() ? weight->get<double>() : -1;
  if (rules.seats == kPair) {
    in.fail("repeat_weight", *weight, "none: it is for tables of more than 2");
  } else if (!(number >= 0 && number <= kMost)) {
    in.fail("repeat_weight", *weight, "a number from 0 to 1000, or null");
  } else {
    return std::lround(number * 1000);
  }
  return std::nullopt;
}

std::shared_ptr<const TournamentFormat> read_swiss(fields::Object& in, const FormatGame& game) {
  SwissKeys keys;
  keys.encounters = paired_encounters(game);
  keys.shows_score = game.scored;
  keys.rounds = static_cast<int>(in.integer("rounds", kRounds));
  check_table(in, keys.encounters);
  keys.repeat_weight = read_repeat_weight(in, keys.encounters);
  keys.encounters.best_of = read_best_of(in, keys.encounters.best_of);
  keys.tie_breaks = read_tie_breaks(in, keys.encounters, false);
  return with_final(in, std::make_shared<Swiss>(std::move(keys)));
}

}  // namespace

const FormatEntry kSwissFormat{.kind = "swiss",
                               .about = "In each round, bots with about equal points meet.",
                               .suits = "Right for ten bots or more.",
                               .objection = no_objection,
                               .read = read_swiss,
                               .keys_of_new_file = [](const FormatGame&, const std::string&) -> std::string {
                                 return R"({"rounds": 5})";
                               }};

}  // namespace referee
