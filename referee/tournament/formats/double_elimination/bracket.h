#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "referee/tournament/standings/encounter_state.h"
#include "referee/tournament/standings/history.h"

namespace referee {

/// The parts of a double elimination. Each is a stage of its encounters: best_of may differ.
enum class BracketPart {
  upper = 1,    ///< those that have not lost
  lower,        ///< those that have lost once
  grand_final,  ///< the winners of both
};
/// The stage of a part's encounters, from 1: Encounter::stage. Stage 0 is what a tournament has before its
/// brackets.
constexpr int stage_of(BracketPart part) { return static_cast<int>(part); }

/// One side of an encounter of a bracket.
struct BracketSide {
  enum class Kind {
    open,    ///< an earlier encounter decides who it is
    empty,   ///< no entrant: the one on the other side has a bye
    entrant  ///< known
  };
  Kind kind = Kind::open;
  Entrant entrant = 0;  ///< if known

  static BracketSide of(Entrant entrant) { return {Kind::entrant, entrant}; }
  static BracketSide nobody() { return {Kind::empty, 0}; }
  bool known() const { return kind == Kind::entrant; }
  bool open() const { return kind == Kind::open; }
  bool operator==(const BracketSide&) const = default;
};

/// An encounter of a bracket: the entrants that may play it, and its result so far.
struct BracketEncounter {
  /// What decides the entrant of a side.
  struct Source {
    std::optional<std::size_t> from;  ///< an encounter of an earlier step, as a place in Bracket::all();
                                      ///< nothing: the entrant begins here
    bool winner = true;               ///< the winner of encounter `from`, or its loser
  };
  BracketPart part = BracketPart::upper;
  int step = 1;                     ///< of the bracket, from 1: see Bracket
  std::array<Source, 2> sources{};  ///< of the sides
  std::array<BracketSide, 2> sides{};
  const PlayedEncounter* played = nullptr;  ///< in the history, once it is paired; a bye is not looked up
  EncounterState state{};                   ///< of `played`, if that is set
  BracketSide winner{};                     ///< open: not decided; a bye is decided as soon as it is known
  BracketSide loser{};                      ///< open: not decided; no entrant after a bye, or if both lost

  /// Two entrants meet, or may: no side is empty.
  bool may_meet() const {
    return sides[0].kind != BracketSide::Kind::empty && sides[1].kind != BracketSide::Kind::empty;
  }
  /// Whether both entrants are known.
  bool meets() const { return sides[0].known() && sides[1].known(); }
  /// One entrant is known, and the other side stays empty.
  bool bye() const { return !winner.open() && sides[0].known() != sides[1].known(); }
  /// Two entrants met, and both have lost.
  bool both_lost() const { return meets() && winner.kind == BracketSide::Kind::empty; }
  /// The position in `played` of the entrant on side `side`. REQUIRES: played is set.
  std::size_t position_of(std::size_t side) const;
};

/// The bracket of a double elimination of 2 or more entrants. It has 2^k places, the least power of two that
/// is not smaller than their number. An entrant that loses for the first time goes on in the lower bracket;
/// one that loses twice is out.
///
/// A bracket is played in steps. Step s has round s of the upper bracket (1..k) and round s - 1 of the lower
/// one (1..2k - 2); step 2k is the grand final. If the entrant from the lower bracket wins it, the two meet
/// again in step 2k + 1, and that decides. Each encounter is as early as it can be, and an entrant has at
/// most one in a step. A step is a round of the tournament if two entrants meet in it, and is skipped
/// otherwise.
///
/// Upper bracket: seeds 1 and 2 cannot meet before its last round, 1 to 4 not before the last but one, and so
/// on; the best seeds have the byes. Lower bracket: in odd rounds its winners meet each other, in even rounds
/// they meet the losers of the upper bracket, whose order (drop_mask) lets two entrants meet again only where
/// no order could avoid it.
///
/// A pure function of the seeds and of what has been played.
class Bracket {
 public:
  /// `seeds`: entrants, the best first, at least 2. `rounds`: those of the tournament that belong to the
  /// bracket; they must outlive it. Throws fields::Exception if their encounters are not those that follow
  /// from the rounds before: a store is damaged then.
  Bracket(const EncounterRules& rules, std::vector<Entrant> seeds, std::span<const History::Round> rounds);

  /// The entrants of a bracket that has been paired, the best first, from its first round: tables are in the
  /// order of the bracket, byes behind them. Throws fields::Exception if that is no first round.
  static std::vector<Entrant> seeds_of(const History::Round& first);
  /// Steps of a bracket of that many entrants, with the repeated grand final; 0 for fewer than 2.
  static int steps(std::size_t entrants);

  /// The entrants, the best first.
  const std::vector<Entrant>& seeds() const { return seeds_; }
  /// The seed of an entrant, from 1; nothing if it is not in the bracket.
  std::optional<int> seed_of(Entrant entrant) const;
  int steps() const { return 2 * levels_ + 1; }
  /// All encounters by step; within a step the upper bracket first, and from top to bottom. The last one is
  /// the repeated grand final: if it is not played, both its sides are empty.
  const std::vector<BracketEncounter>& all() const { return all_; }
  /// The encounters of step `step`, from 1.
  std::span<const BracketEncounter> in_step(int step) const;

  /// The step to be paired next; nothing if the bracket is over. REQUIRES: all rounds given are decided.
  std::optional<int> next_step() const { return next_step_; }
  /// The place in `rounds` of a step; nothing if it has not been paired or was skipped.
  std::optional<std::size_t> round_of(int step) const { return rounds_[static_cast<std::size_t>(step) - 1]; }
  /// Whether an encounter that depends on this one has been paired, so that its result has to stand.
  bool settled(const Encounter& encounter) const;

  /// The winner of the bracket; nothing if it is not over, or if the last two have both lost.
  std::optional<Entrant> champion() const { return champion_; }
  /// The step in which an entrant went out; nothing if it has not, or is not in the bracket.
  std::optional<int> out_in(Entrant entrant) const;
  /// How many encounters an entrant has lost.
  int losses(Entrant entrant) const;

 private:
  struct Progress {  // of an entrant
    int seed = 0;    // 0: not in the bracket
    int losses = 0;
    std::optional<int> out_in;
  };

  std::span<BracketEncounter> in_step(int step);
  void lay_out();
  void lay_out_upper(int number);
  void lay_out_lower(int number);
  void lay_out_final(int step);
  std::size_t at(BracketPart part, int number, std::size_t index) const;
  void fill(BracketEncounter& encounter);
  void play(const EncounterRules& rules, std::span<BracketEncounter> step, const History::Round& round);
  void enter_result(BracketEncounter& encounter);
  bool goes_on(const BracketEncounter& encounter, std::size_t side) const;
  void crown();

  std::vector<Entrant> seeds_;
  int levels_ = 0;  // k
  std::vector<BracketEncounter> all_;
  std::vector<std::size_t> first_;                  // by step: its first place in all_; and the end
  std::vector<std::optional<std::size_t>> rounds_;  // by step
  std::vector<Progress> progress_;                  // by entrant
  std::optional<int> next_step_;
  std::optional<Entrant> champion_;
};

/// The seeds from 1 on the places of an upper bracket of 2^levels, from top to bottom; two neighbours meet in
/// round 1. For three levels: 1, 8, 4, 5, 2, 7, 3, 6.
std::vector<int> seeds_by_place(int levels);

/// How the losers of round fall + 1 (from 2) of the upper bracket are spread over the 2^bits encounters of
/// round 2 * fall of the lower one: encounter i gets the loser of encounter i ^ mask. For fall 1 to 4 the
/// order is reversed; reversed in each half; with its halves exchanged; reversed in each quarter.
std::size_t drop_mask(int fall, int bits);

}  // namespace referee
