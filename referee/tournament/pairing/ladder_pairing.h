#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "referee/statistics/weng_lin.h"
#include "referee/tournament/standings/history.h"

namespace referee {

/// Decides whom to match next on a ladder: LADDER.md has the rules, and what they are worth. A value without
/// clock: the same calls give the same matches on every machine, its lots included.
class LadderPairing {
 public:
  /// One in so many matches of an entrant is played with the house bot, which sets the scale.
  static constexpr int kHouseEvery = 10;

  /// `seats`: of the game, at least 2. `has_house`: a house bot sits on seats that are left over.
  LadderPairing(std::size_t seats, bool has_house) : seats_(seats), has_house_(has_house) {}

  /// The entrant may be called from now on, as far as it is not playing.
  void arrive(Entrant entrant);
  /// The entrant may not be called any more; a match that it plays goes on.
  void leave(Entrant entrant);
  bool is_here(Entrant entrant) const { return of(entrant).here; }

  /// The next match: its entrants in the order of the seats, without house bots, which take the seats behind
  /// them. Nothing: it has to wait until more entrants arrive, or end their matches. They play from now on.
  std::optional<std::vector<Entrant>> next();
  /// A match begins that next() has not given: one that goes on after a restart.
  void begin(const std::vector<Entrant>& entrants);
  /// The match of these entrants has ended.
  void end(const std::vector<Entrant>& entrants);

  /// Counts a match of before this start: as if it had begun and ended.
  void count(const std::vector<Entrant>& entrants);
  const rating::Belief& belief(Entrant entrant) const { return of(entrant).belief; }
  void set_belief(Entrant entrant, const rating::Belief& belief) { at(entrant).belief = belief; }

  /// Matches of an entrant that have begun.
  int matches(Entrant entrant) const { return of(entrant).matches; }
  /// How often these two have been in one match.
  int met(Entrant a, Entrant b) const;
  /// How many matches in a row have begun while the entrant was free and was not called. With n entrants here
  /// it is at most passed_over_at_most(n).
  std::size_t passed_over(Entrant entrant) const { return of(entrant).passed_over; }
  std::size_t passed_over_at_most(std::size_t here) const { return patience(here) + here; }

 private:
  struct State {
    rating::Belief belief = {};
    bool here = false;
    bool playing = false;
    int matches = 0;
    int houses = 0;                 // of the matches with a house bot
    std::vector<int> on_seat = {};  // matches by seat
    std::size_t passed_over = 0;

    bool is_free() const { return here && !playing; }
  };

  State& at(Entrant entrant);
  const State& of(Entrant entrant) const;
  std::size_t patience(std::size_t here) const { return (here + seats_ - 1) / seats_; }
  std::size_t here() const;
  std::optional<Entrant> leader() const;
  bool owes_house_match(const State& state) const;
  double worth(const std::vector<Entrant>& chosen, Entrant candidate) const;
  std::optional<Entrant> drawn_opponent(const std::vector<Entrant>& chosen) const;
  std::vector<Entrant> seated(std::vector<Entrant> entrants) const;

  std::size_t seats_;
  bool has_house_;
  std::vector<State> states_;                       // by entrant
  std::map<std::pair<Entrant, Entrant>, int> met_;  // the smaller number first
};

}  // namespace referee
