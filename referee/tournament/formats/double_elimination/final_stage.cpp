#include "referee/tournament/formats/double_elimination/final_stage.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/tournament/formats/double_elimination/bracket_keys.h"
#include "referee/tournament/formats/double_elimination/bracket_pairing.h"
#include "referee/tournament/formats/double_elimination/bracket_places.h"
#include "referee/tournament/formats/double_elimination/picture.h"
#include "referee/tournament/formats/formats.h"
#include "referee/tournament/formats/paired_encounters.h"

namespace referee {
namespace {

constexpr fields::Range kTop{2, 1000};

using Format = std::shared_ptr<const TournamentFormat>;

/// The rounds before the bracket.
std::size_t rounds_before(const History& history) {
  const auto in_bracket = [](const History::Round& round) {
    return std::ranges::any_of(round, [](const auto& played) { return played.encounter.stage != 0; });
  };
  return static_cast<std::size_t>(std::ranges::find_if(history.rounds, in_bracket) - history.rounds.begin());
}

History first_rounds(const History& history, std::size_t rounds) {
  History part = history;
  part.rounds.resize(rounds);
  return part;
}

std::optional<Bracket> bracket_in(const EncounterRules& rules, const History& history) {
  return bracket_from(rules, history, rounds_before(history));
}

/// Adds what was played in the bracket; points and tie-breaks stay those of the rounds before.
void add_sums(std::vector<StandingsRow>& rows, const std::vector<StandingsRow>& all) {
  for (StandingsRow& row : rows) {
    const StandingsRow& sums = *std::ranges::find(all, row.entrant, &StandingsRow::entrant);
    row.encounters = sums.encounters;
    row.games = sums.games;
    row.missed = sums.missed;
    row.wins = sums.wins;
    row.tally = sums.tally;
    row.scores = sums.scores;
  }
}

/// Rounds of another format, and then a bracket of the first entrants.
class FinalPairing final : public PairingSystem {
 public:
  FinalPairing(Format first, EncounterRules rules, std::size_t top, std::uint64_t seed)
      : first_(std::move(first)),
        first_pairing_(first_->pairing_system(seed)),
        rules_(std::move(rules)),
        top_(top) {}

  int rounds(std::size_t entrants) const override {
    return first_pairing_->rounds(entrants) + Bracket::steps(std::min(entrants, top_));
  }
  std::vector<Encounter> pair(const History& history) const override {
    return pair_with_note(history).encounters;
  }
  PairedRound pair_with_note(const History& history) const override {
    if (const auto bracket = bracket_in(rules_, history)) {
      return {paired_step(*bracket, history), ""};
    }
    PairedRound round = first_pairing_->pair_with_note(history);
    if (round.encounters.empty()) {
      round.encounters = first_step(rules_, seeds(history), history);
    }
    return round;
  }
  std::string remark(const History& history, const std::vector<Encounter>& encounters) const override {
    const bool in_bracket = !encounters.empty() && encounters.front().stage != 0;
    return in_bracket ? "" : first_pairing_->remark(history, encounters);
  }

 private:
  /// The first entrants of the standings that are not withdrawn.
  std::vector<Entrant> seeds(const History& history) const {
    std::vector<Entrant> seeds;
    for (const StandingsRow& row : first_->standings(history)) {
      if (!row.withdrawn && seeds.size() < top_) {
        seeds.push_back(row.entrant);
      }
    }
    return seeds;
  }

  Format first_;
  std::unique_ptr<PairingSystem> first_pairing_;
  EncounterRules rules_;
  std::size_t top_;
};

class WithFinal final : public TournamentFormat {
 public:
  WithFinal(Format first, BracketKeys keys, std::size_t top)
      : TournamentFormat(facts(*first, keys)), first_(std::move(first)), keys_(keys), top_(top) {}

  fields::Json json() const override;
  std::optional<int> own_rounds() const override { return first_->own_rounds(); }
  Format with_rounds(int rounds) const override {
    return std::make_shared<WithFinal>(first_->with_rounds(rounds), keys_, top_);
  }
  std::unique_ptr<PairingSystem> pairing_system(std::uint64_t seed) const override {
    return std::make_unique<FinalPairing>(first_, encounter_rules(), top_, seed);
  }
  std::string why_result_stands(const History& history, const MatchPlace& place) const override;
  std::optional<TieBreaker> tie_breaker(const History& history) const override {
    return first_->tie_breaker(first_rounds(history, rounds_before(history)));
  }
  std::size_t rounds_for_points(const History& history) const override { return rounds_before(history); }
  std::optional<BracketPicture> bracket(const History& history) const override;
  std::string text() const override {
    return first_->text() + "; then double_elimination of the first " + std::to_string(top_) + keys_.text();
  }
  std::vector<PlannedRounds> planned_rounds(std::size_t entrants) const override;
  bool fills_tables(std::size_t entrants) const override { return first_->fills_tables(entrants); }
  std::vector<PlanLine> schedule_lines(std::size_t entrants) const override {
    return first_->schedule_lines(entrants);
  }

 private:
  std::vector<StandingsRow> ranked(const History& history) const override;
  static Facts facts(const TournamentFormat& first, const BracketKeys& keys);

  Format first_;
  BracketKeys keys_;
  std::size_t top_;
};

TournamentFormat::Facts WithFinal::facts(const TournamentFormat& first, const BracketKeys& keys) {
  Facts facts{first.encounter_rules(), first.tie_breaks(), first.traits(), first.layout()};
  facts.encounters.later_stages = keys.stages();
  for (StandingsColumn& column : bracket_columns()) {
    facts.layout.results.push_back(std::move(column));
  }
  facts.layout.ranking =
      "The entrants of the final come first, ranked by the round in which they went out. Entrants that went "
      "out in the same round share a rank. Points are from the rounds before the final. " +
      facts.layout.ranking;
  facts.layout.sections.insert(facts.layout.sections.begin(), ReportLayout::Section::bracket);
  return facts;
}

fields::Json WithFinal::json() const {
  fields::Json json = first_->json();
  fields::Json& final = json["final"];
  final = {{"kind", kDoubleEliminationFormat.kind}, {"top", top_}};
  keys_.write(final);
  return json;
}

std::string WithFinal::why_result_stands(const History& history, const MatchPlace& place) const {
  const auto bracket = bracket_in(encounter_rules(), history);
  if (!bracket) {
    return "";
  }
  return static_cast<std::size_t>(place.round) <= rounds_before(history)
             ? "the final has been paired by the standings"
             : why_settled(*bracket, history, place);
}

std::vector<StandingsRow> WithFinal::ranked(const History& history) const {
  const std::size_t before = rounds_before(history);
  const auto bracket = bracket_from(encounter_rules(), history, before);
  if (!bracket) {
    return first_->standings(history);
  }
  std::vector<StandingsRow> rows = first_->standings(first_rounds(history, before));
  add_sums(rows, standings_of({.encounters = encounter_rules(), .tie_breaks = {}}, history));
  rank_by_bracket(*bracket, rows);
  return rows;
}

std::optional<BracketPicture> WithFinal::bracket(const History& history) const {
  const std::size_t before = rounds_before(history);
  const auto bracket = bracket_from(encounter_rules(), history, before);
  return bracket ? std::optional(picture_of(*bracket, before)) : std::nullopt;
}

std::vector<PlannedRounds> WithFinal::planned_rounds(std::size_t entrants) const {
  std::vector<PlannedRounds> rounds = first_->planned_rounds(entrants);
  std::ranges::move(BracketKeys::planned(encounter_rules(), std::min(entrants, top_)),
                    std::back_inserter(rounds));
  return rounds;
}

Format read_final(const fields::Json& json, fields::Object& in, const Format& first) {
  if (first->encounter_rules().seats != kPair) {
    in.fail("final", json,
            "none: a final is for tables of two, and these have " +
                std::to_string(first->encounter_rules().seats));
    return first;
  }
  fields::Object final(json, "final");
  const std::vector<std::string_view> kinds{kDoubleEliminationFormat.kind};
  if (final.find("kind") == nullptr) {
    final.fail_missing("kind", "\"" + std::string(kinds.front()) + "\"");
  }
  final.choice_or("kind", kinds, 0);
  const auto top = static_cast<std::size_t>(final.integer("top", kTop));
  const BracketKeys keys = BracketKeys::read(final, first->encounter_rules().best_of);
  final.refuse_unknown();
  in.inherit(final.error());
  return std::make_shared<WithFinal>(first, keys, top);
}

}  // namespace

Format with_final(fields::Object& in, Format first) {
  const fields::Json* json = in.find("final");
  return json == nullptr || json->is_null() ? first : read_final(*json, in, first);
}

}  // namespace referee
