#include "referee/tournament/formats/double_elimination/bracket.h"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "protocol/require.h"

namespace referee {
namespace {

constexpr std::string_view kFirstRound = "the first round of a bracket, in which the best seeds have byes";

/// k of the least 2^k that is not smaller. REQUIRES: entrants >= 1.
int levels_for(std::size_t entrants) {
  REQUIRE(entrants >= 1);
  return static_cast<int>(std::bit_width(entrants - 1));
}

std::size_t power_of_two(int exponent) { return std::size_t{1} << static_cast<unsigned>(exponent); }

bool is_of(const Encounter& encounter, const BracketEncounter& place) {
  const auto& [one, other] = place.sides;
  return encounter.stage == stage_of(place.part) &&
         (encounter.entrants == std::vector{one.entrant, other.entrant} ||
          encounter.entrants == std::vector{other.entrant, one.entrant});
}

[[noreturn]] void refuse(const History::Round& round, std::string expected) {
  fields::Json entrants = fields::Json::array();
  for (const PlayedEncounter& played : round) {
    entrants.push_back(played.encounter.entrants);
  }
  const int number = round.empty() ? 0 : round.front().encounter.round;
  throw fields::Exception({"round " + std::to_string(number), fields::brief(entrants), std::move(expected)});
}

}  // namespace

std::size_t BracketEncounter::position_of(std::size_t side) const {
  REQUIRE(played != nullptr);
  return played->encounter.entrants[0] == sides[side].entrant ? 0 : 1;
}

std::vector<int> seeds_by_place(int levels) {
  std::vector<int> seeds{1};
  for (int level = 0; level < levels; ++level) {
    const int sum = 2 * static_cast<int>(seeds.size()) + 1;  // of the seeds of an encounter
    std::vector<int> next;
    for (const int seed : seeds) {
      next.push_back(seed);
      next.push_back(sum - seed);
    }
    seeds = std::move(next);
  }
  return seeds;
}

/// `fall` in binary, its lowest digit first, is a fraction; of 2^b such fractions in a row no two begin with
/// the same b digits. Each digit of the mask is the parity of the digits up to it, which keeps that so.
/// Hence, as long as a fall leads to more encounters than there were falls before it, no entrant can meet one
/// of its own part of the upper bracket: each fall has led into another part.
std::size_t drop_mask(int fall, int bits) {
  std::size_t mask = 0;
  for (int bit = 0; bit < bits; ++bit) {
    const unsigned digits = static_cast<unsigned>(fall) & ((2U << static_cast<unsigned>(bit)) - 1);
    mask = 2 * mask + static_cast<std::size_t>(std::popcount(digits) % 2);
  }
  return mask;
}

// ---- the layout ----

int Bracket::steps(std::size_t entrants) { return entrants < 2 ? 0 : 2 * levels_for(entrants) + 1; }

std::vector<Entrant> Bracket::seeds_of(const History::Round& first) {
  std::vector<const Encounter*> meetings;
  std::vector<const Encounter*> byes;
  for (const PlayedEncounter& played : first) {
    const bool bye = played.encounter.kind == Encounter::Kind::bye;
    (bye ? byes : meetings).push_back(&played.encounter);
    if (played.encounter.stage != stage_of(BracketPart::upper) ||
        played.encounter.entrants.size() != (bye ? 1U : 2U)) {
      refuse(first, std::string(kFirstRound));
    }
  }
  const std::size_t entrants = 2 * meetings.size() + byes.size();
  if (meetings.empty() || first.size() != power_of_two(levels_for(entrants) - 1)) {
    refuse(first, std::string(kFirstRound));
  }
  std::vector<Entrant> seeds(entrants);
  const std::vector<int> places = seeds_by_place(levels_for(entrants));
  auto meeting = meetings.begin();
  auto bye = byes.begin();
  for (std::size_t place = 0; place < places.size(); place += 2) {
    const auto [better, worse] = std::minmax(places[place], places[place + 1]);
    const bool meets = static_cast<std::size_t>(worse) <= entrants;
    const Encounter& encounter = meets ? **meeting++ : **bye++;
    seeds[static_cast<std::size_t>(better) - 1] = encounter.entrants[0];
    if (meets) {
      seeds[static_cast<std::size_t>(worse) - 1] = encounter.entrants[1];
    }
  }
  return seeds;
}

/// Where encounter `index` of round `number` of one bracket is in all().
std::size_t Bracket::at(BracketPart part, int number, std::size_t index) const {
  const bool lower = part == BracketPart::lower;
  const int step = number + (lower ? 1 : 0);
  const std::size_t upper_ones = lower && step <= levels_ ? power_of_two(levels_ - step) : 0;
  return first_[static_cast<std::size_t>(step) - 1] + upper_ones + index;
}

void Bracket::lay_out() {
  for (int step = 1; step <= steps(); ++step) {
    first_.push_back(all_.size());
    if (step <= levels_) {
      lay_out_upper(step);
    }
    if (step >= 2 && step < 2 * levels_) {
      lay_out_lower(step - 1);
    }
    if (step >= 2 * levels_) {
      lay_out_final(step);
    }
  }
  first_.push_back(all_.size());
}

/// Round `number` of the upper bracket.
void Bracket::lay_out_upper(int number) {
  const std::vector<int> seeds = seeds_by_place(levels_);
  for (std::size_t i = 0; i < power_of_two(levels_ - number); ++i) {
    BracketEncounter encounter{.part = BracketPart::upper, .step = number};
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
      if (number > 1) {
        encounter.sources[side] = {at(BracketPart::upper, number - 1, 2 * i + side), true};
      } else {
        const auto seed = static_cast<std::size_t>(seeds[2 * i + side]);
        encounter.sides[side] =
            seed <= seeds_.size() ? BracketSide::of(seeds_[seed - 1]) : BracketSide::nobody();
      }
    }
    all_.push_back(encounter);
  }
}

/// Round `number` of the lower bracket.
void Bracket::lay_out_lower(int number) {
  using enum BracketPart;
  const int fall = number / 2;
  const int bits = levels_ - 1 - (number + 1) / 2;
  for (std::size_t i = 0; i < power_of_two(bits); ++i) {
    BracketEncounter encounter{.part = lower, .step = number + 1};
    if (number == 1) {
      encounter.sources = {{{at(upper, 1, 2 * i), false}, {at(upper, 1, 2 * i + 1), false}}};
    } else if (number % 2 == 0) {
      const std::size_t from = i ^ drop_mask(fall, bits);
      encounter.sources = {{{at(upper, fall + 1, from), false}, {at(lower, number - 1, i), true}}};
    } else {
      encounter.sources = {{{at(lower, number - 1, 2 * i), true}, {at(lower, number - 1, 2 * i + 1), true}}};
    }
    all_.push_back(encounter);
  }
}

/// The grand final, or its repetition: the winner of the upper bracket is on the first side of both.
void Bracket::lay_out_final(int step) {
  using enum BracketPart;
  BracketEncounter encounter{.part = grand_final, .step = step};
  if (step > 2 * levels_) {
    encounter.sources = {{{all_.size() - 1, false}, {all_.size() - 1, true}}};
  } else {
    const std::size_t upper_final = at(upper, levels_, 0);
    encounter.sources[0] = {upper_final, true};
    // Two entrants have no lower bracket: the loser of their first encounter is its winner.
    encounter.sources[1] = levels_ == 1 ? BracketEncounter::Source{upper_final, false}
                                        : BracketEncounter::Source{at(lower, step - 2, 0), true};
  }
  all_.push_back(encounter);
}

std::span<BracketEncounter> Bracket::in_step(int step) {
  const std::size_t begin = first_[static_cast<std::size_t>(step) - 1];
  return std::span(all_).subspan(begin, first_[static_cast<std::size_t>(step)] - begin);
}

std::span<const BracketEncounter> Bracket::in_step(int step) const {
  const std::size_t begin = first_[static_cast<std::size_t>(step) - 1];
  return std::span(all_).subspan(begin, first_[static_cast<std::size_t>(step)] - begin);
}

// ---- what has been played ----

Bracket::Bracket(const EncounterRules& rules, std::vector<Entrant> seeds,
                 std::span<const History::Round> rounds)
    : seeds_(std::move(seeds)) {
  REQUIRE(seeds_.size() >= 2);
  levels_ = levels_for(seeds_.size());
  progress_.resize(1 + *std::ranges::max_element(seeds_));
  for (std::size_t i = 0; i < seeds_.size(); ++i) {
    progress_[seeds_[i]].seed = static_cast<int>(i) + 1;
  }
  lay_out();
  std::size_t paired = 0;
  for (int step = 1; step <= steps(); ++step) {
    const std::span<BracketEncounter> now = in_step(step);
    std::ranges::for_each(now, [this](BracketEncounter& encounter) { fill(encounter); });
    const bool meetings = std::ranges::any_of(now, &BracketEncounter::meets);
    const bool played = meetings && paired < rounds.size();
    rounds_.push_back(played ? std::optional(paired) : std::nullopt);
    if (played) {
      play(rules, now, rounds[paired++]);
    } else if (meetings && !next_step_) {
      next_step_ = step;
    }
  }
  if (paired < rounds.size()) {
    refuse(rounds[paired], "no such round: the bracket is over before it");
  }
  crown();
}

/// Sets the sides of an encounter, as far as the steps before it decide them.
void Bracket::fill(BracketEncounter& encounter) {
  for (std::size_t side = 0; side < 2; ++side) {
    const auto [from, winner] = encounter.sources[side];
    if (from) {
      encounter.sides[side] = winner ? all_[*from].winner : all_[*from].loser;
    }
  }
  if (encounter.step == steps()) {
    const BracketEncounter& final = all_[*encounter.sources[0].from];
    const bool repeated = final.meets() && final.winner == final.sides[1];
    encounter.sides = repeated              ? final.sides
                      : final.winner.open() ? std::array{BracketSide(), BracketSide()}
                                            : std::array{BracketSide::nobody(), BracketSide::nobody()};
  }
  const auto& [one, other] = encounter.sides;
  if (!one.open() && !other.open() && !encounter.meets()) {
    encounter.winner = one.known() ? one : other;
    encounter.loser = BracketSide::nobody();
  }
}

/// Finds the encounters of a step in its round.
void Bracket::play(const EncounterRules& rules, std::span<BracketEncounter> step,
                   const History::Round& round) {
  const auto meetings = std::ranges::count_if(step, &BracketEncounter::meets);
  const auto paired = std::ranges::count_if(
      round, [](const PlayedEncounter& played) { return played.encounter.entrants.size() == 2; });
  for (BracketEncounter& encounter : step) {
    if (!encounter.meets()) {
      continue;
    }
    const auto found = std::ranges::find_if(
        round, [&](const PlayedEncounter& played) { return is_of(played.encounter, encounter); });
    if (found == round.end() || paired != meetings) {
      refuse(round, "the " + std::to_string(meetings) + " matches that follow from the rounds before");
    }
    encounter.played = &*found;
    encounter.state = state_of(rules, found->encounter, found->games);
    if (encounter.state.decided) {
      enter_result(encounter);
    }
  }
}

/// REQUIRES: decided.
void Bracket::enter_result(BracketEncounter& encounter) {
  REQUIRE(encounter.state.decided);
  const EncounterState& state = encounter.state;
  const std::size_t position = encounter.position_of(0);
  const bool both_lose = state.absent[0] && state.absent[1];
  const std::size_t winner = state.rank[position] < state.rank[1 - position] ? 0 : 1;  // a side
  encounter.winner = both_lose ? BracketSide::nobody() : encounter.sides[winner];
  encounter.loser = both_lose ? BracketSide::nobody() : encounter.sides[1 - winner];
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    if (both_lose || side != winner) {
      Progress& progress = progress_[encounter.sides[side].entrant];
      ++progress.losses;
      if (!goes_on(encounter, side)) {
        progress.out_in = encounter.step;
      }
    }
  }
}

/// Whether the entrant on that side, which has lost, is still in.
bool Bracket::goes_on(const BracketEncounter& encounter, std::size_t side) const {
  if (encounter.part == BracketPart::upper) {
    return !encounter.both_lost();  // the lower bracket has a place for one of them only
  }
  const bool unbeaten = encounter.part == BracketPart::grand_final && encounter.step < steps() && side == 0;
  return unbeaten;
}

void Bracket::crown() {
  const BracketEncounter& final = all_[all_.size() - 2];
  const BracketEncounter& repeated = all_.back();
  if (final.winner.open() || repeated.winner.open()) {
    return;
  }
  // If both lose the grand final, the winner of the upper bracket has lost once, the other one twice.
  const BracketSide champion = final.both_lost()  ? final.sides[0]
                               : repeated.meets() ? repeated.winner
                                                  : final.winner;
  champion_ = champion.known() ? std::optional(champion.entrant) : std::nullopt;
}

std::optional<int> Bracket::seed_of(Entrant entrant) const {
  const bool in = entrant < progress_.size() && progress_[entrant].seed > 0;
  return in ? std::optional(progress_[entrant].seed) : std::nullopt;
}

std::optional<int> Bracket::out_in(Entrant entrant) const {
  return entrant < progress_.size() ? progress_[entrant].out_in : std::nullopt;
}

int Bracket::losses(Entrant entrant) const {
  return entrant < progress_.size() ? progress_[entrant].losses : 0;
}

bool Bracket::settled(const Encounter& encounter) const {
  const auto at = std::ranges::find_if(all_, [&](const BracketEncounter& one) {
    return one.played != nullptr && one.played->encounter == encounter;
  });
  const auto place = static_cast<std::size_t>(at - all_.begin());
  const auto next = std::ranges::find_if(all_, [&](const BracketEncounter& one) {
    return one.sources[0].from == place || one.sources[1].from == place;
  });
  // A later step counts as well: this one may have been skipped for a bye that follows from the result.
  return next != all_.end() &&
         std::any_of(rounds_.begin() + (next->step - 1), rounds_.end(), [](auto round) { return round; });
}

}  // namespace referee
