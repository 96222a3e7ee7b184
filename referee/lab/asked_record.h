#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/game.h"
#include "referee/clocks/clock_spec.h"
#include "referee/record/match_result.h"
#include "referee/record/match_spec.h"

namespace referee {

/// A record that agrees with its replay, as the player at one of its seats saw the match.
class AskedRecord {
 public:
  /// `record`: the text of the whole file; `file` names it in messages. Throws std::invalid_argument if it is
  /// no record, differs from its replay, keeps its seed secret, is not finished, has no seat of that number,
  /// or that seat was not asked in it. A record of a void attempt is accepted, as far as it was played.
  AskedRecord(const std::string& file, std::string record, engines::Seat seat);

  const std::string& text() const { return text_; }
  const MatchSpec& spec() const { return spec_; }
  const std::vector<std::string>& players() const { return players_; }  ///< names, by seat
  engines::Seat seat() const { return seat_; }
  /// The time by which the seat's answers were charged: `cpu` or `wall`.
  Measure measure() const { return measure_; }
  /// The turns at which the seat was asked, ascending, at least one. Turns whose answers were given are not
  /// among them.
  const std::vector<std::int64_t>& asked() const { return asked_; }
  bool was_asked(std::int64_t turn) const;
  /// How many turns at the start were given: no seat was asked for them.
  std::int64_t given_turns() const { return given_; }
  /// Turns that were played, those of other seats included.
  std::int64_t turns() const { return turns_; }
  /// How the match ended: void or not, scores, ranks and outcome.
  const MatchResult& result() const { return result_; }

  /// Throws std::invalid_argument, naming `file` and the nearest turns, unless the seat was asked at `turn`.
  void expect_asked(const std::string& file, std::int64_t turn) const;

 private:
  void read_header(const std::string& file, const nlohmann::json& header);
  void read_end(const nlohmann::json& last);

  std::string text_;
  engines::Seat seat_;
  MatchSpec spec_;
  std::vector<std::string> players_;
  Measure measure_ = Measure::wall;
  std::int64_t given_ = 0;  // the first turns, whose answers were given
  std::vector<std::int64_t> asked_;
  std::int64_t turns_ = 0;
  MatchResult result_;
};

/// The entry of a seat in a turn of a record. REQUIRES: a Replay has accepted it.
SeatAnswer answer_in(const nlohmann::json& entry);

}  // namespace referee
