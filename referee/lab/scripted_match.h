#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "referee/clocks/clock_spec.h"
#include "referee/clocks/seat_clock.h"

namespace referee {

/// The terms of a match.
struct ScriptedMatchSpec {
  const engines::Entry* game = nullptr;
  Json options = Json::object();
  ClockSpec clock;
  engines::Seat seat = 0;  ///< the bot's
};

/// One match of the bot against legal moves drawn by chance: the rules, the turn numbers and the lines of the
/// match. No call waits or sends.
class ScriptedMatch {
 public:
  /// `number` makes the match's name unique. Throws fields::Exception if the options are not valid, and
  /// std::runtime_error if nobody asks the bot's seat.
  ScriptedMatch(const ScriptedMatchSpec& spec, int number, std::string bot);

  const std::string& match() const { return match_; }
  /// Whether the bot is not asked any more.
  bool over() const;
  /// The turn that is open, or comes next.
  std::int64_t turn() const { return turn_; }
  SeatClock& clock() { return clock_; }
  /// The bot's score, if the clock depends on it.
  double score() const;

  std::string start_line(Measure measure) const;
  std::string turn_line(Microseconds left) const;
  /// One line for each turn that the bot has been asked.
  std::vector<std::string> past_lines() const;
  std::string end_line() const;

  /// Plays the bot's move, and the others' until it is the bot's turn again. A refused move is replaced by a
  /// legal one, so that the game goes on; the reason of the rules is returned. Rules that refuse it only when
  /// the step is played have played without it.
  std::optional<engines::Refusal> play(const Json& move, Microseconds spent);
  /// The open turn has passed without an answer: the next one has the same view, even in a game that would
  /// change without a move.
  void pass();

 private:
  void begin();
  bool is_bots_turn() const;
  std::string view_text() const;
  void submit_sample(engines::Seat seat);
  void step();
  void play_others();

  ScriptedMatchSpec spec_;
  engines::Seed seed_;
  std::unique_ptr<engines::Game> game_;
  engines::Rng rng_;
  std::string match_;
  std::vector<std::string> players_;
  SeatClock clock_;
  std::int64_t turn_ = 0;
  std::vector<std::pair<std::int64_t, std::string>> past_;  // number and view
};

}  // namespace referee
