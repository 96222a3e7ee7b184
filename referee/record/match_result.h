#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "protocol/verdict.h"
#include "referee/base/units.h"
#include "referee/clocks/stamp.h"

namespace referee {

/// Ranks by score, more is better; equal scores share the best place: 1, 1, 3.
std::vector<int> ranks_of(const std::vector<double>& scores);

/// Answers of a seat that were in time by processor time, and would have been too late if the clock had
/// charged their wall time, as it does where a bot dials in. Time for which the machine kept the bot waiting
/// for a processor is not counted as its wall time.
struct WallOver {
  std::int64_t count = 0;  ///< of turns; the rest is meaningful if there are any
  std::int64_t first_turn = 0;
  Microseconds first{0};        ///< wall time of the first
  Microseconds first_spent{0};  ///< processor time of the first, as it was charged
  Microseconds first_limit{
      0};  ///< what the clock would have allowed then; below zero if less than nothing was left
  std::int64_t worst_turn = 0;
  Microseconds worst{0};  ///< the longest wall time
};

/// How a match ended.
struct MatchResult {
  bool is_void = false;
  bool rules_failed = false;  ///< it is void because rules that are a program have failed
  std::string why;            ///< of a void match
  std::vector<double> scores;
  std::vector<int> rank;
  nlohmann::json outcome;
  std::int64_t turns = 0;            ///< that the players were asked
  std::int64_t given_turns = 0;      ///< before these, see GivenTurns
  std::vector<std::size_t> no_show;  ///< if not empty, no turn was played
  /// Why each of no_show has not come, for people; "": nothing is known. As many, or empty: nothing is known
  /// of any.
  std::vector<std::string> why_absent;

  struct Seat {
    std::string player;
    int version = 0;                            ///< MatchSpec::Version::number
    std::array<std::int64_t, 10> by_verdict{};  ///< indexed by protocol::Verdict
    std::int64_t turns = 0;
    Microseconds used{0};
    Microseconds worst{0};
    /// Answers that wall time would have ruled late, of turns since the referee was started. Not in the
    /// record; nothing where the clock measures wall time.
    WallOver wall_over;

    /// Turns whose verdict was not ok.
    std::int64_t faults() const;
    /// Turns in which a limit of the clock was passed: late or forfeited.
    std::int64_t late_turns() const;
  };
  std::vector<Seat> seats;

  /// The machine that has played it.
  struct Machine {
    std::string cpu;              ///< its model; "": the system does not tell
    std::string sandbox;          ///< of a worker; "": the referee itself has played it
    Microseconds calibration{0};  ///< of a worker, which has stated it; 0: none has
  };
  std::optional<Machine> machine;  ///< nothing: it is not known, or nobody asks

  /// What a match program has left for its own viewer.
  struct Replay {
    std::string file;  ///< its name beside the record: "r1t1g1.replay.json"
    std::uint64_t bytes = 0;
    std::string sha256;
    std::shared_ptr<const std::string> content;  ///< as long as the result is not kept
  };
  std::optional<Replay> replay;  ///< nothing: there is none

  std::string moves_sha256;  ///< MovesDigest; "" of a void match
  std::string ended;         ///< UTC, as the record has it
  std::string record;        ///< the whole file, JSON Lines
};

/// Notes in `result` that too few players have come. `absent`: by seat, why; nothing: it has come.
void note_no_show(MatchResult& result, const std::vector<std::optional<std::string>>& absent);

/// What the referee has for one seat at the end of its turn, as the record has it. Texts are JSON.
struct SeatAnswer {
  std::size_t seat = 0;
  protocol::Verdict verdict = protocol::Verdict::ok;
  std::string move;  ///< applied; empty if none
  std::optional<std::string>
      offered;  ///< refused: JSON, or with offered_cut a JSON string of its first bytes
  bool offered_cut = false;
  std::string fault;                       ///< why it is not ok; plain text
  Microseconds spent{0};                   ///< charged
  bool forfeited = false;                  ///< the clock took the seat out at this turn
  std::optional<StampSource> stamp;        ///< how an answer's time was measured; nothing without an answer
  bool clock_step = false;                 ///< the realtime clock was stepped during the turn
  Microseconds sending{0};                 ///< from the first to the last byte of the turn's line
  std::optional<Microseconds> round_trip;  ///< of the connection, smoothed, where the kernel knows it
  Microseconds loop_lag{0};  ///< how long the referee took to notice the answer, or that none had arrived
  Microseconds between{0};   ///< processor time from the answer before to this turn: not charged
  std::optional<Microseconds>
      wall;  ///< from the request to an answer; nothing without one. Not in the record.
  Microseconds unanswered{
      0};  ///< from the request to the end of a turn without an answer. Not in the record.
  /// How long the seat has been silent at the end of the turn, over turns in a row. Not in the record.
  Microseconds silence{0};

  /// How long the seat kept the match waiting: to its answer, or to the end of the turn without one.
  Microseconds waited() const { return wall.value_or(unanswered); }
};

}  // namespace referee
