#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "bench/search/random_records/random_game.h"
#include "referee/clocks/seat_clock.h"
#include "referee/record/match_result.h"
#include "referee/record/open_turn.h"

namespace random_records {

/// How reliable a bot is: chances in one thousand per turn.
struct Habits {
  std::uint64_t slow = 0;    ///< answers after its time
  std::uint64_t silent = 0;  ///< does not answer
  std::uint64_t odd = 0;     ///< says what RandomGame::odd_move() draws
  std::uint64_t rude = 0;    ///< sends a line that is no move at all
  std::uint64_t rare = 0;    ///< disconnects, floods, withdraws

  static Habits draw(Rng& rng);
};

/// One seat of a random match. Its bot is random; the clock is the referee's, so that every charge and
/// verdict is possible in a real match.
class RandomSeat {
 public:
  RandomSeat(const RandomGame& random, const referee::ClockSpec& spec, std::size_t seat, Rng& rng);

  referee::Measure measure() const { return measure_; }
  /// Makes the bot absent: no_show and forfeited at its first turn.
  void stay_away() { came_ = false; }

  /// Plays one turn: submits the bot's answer and settles the turn. `elapsed` grows to its wall time.
  referee::SeatAnswer answer(engines::Game& game, std::int64_t turn, Rng& rng,
                             referee::Microseconds& elapsed);

 private:
  /// A line of the bot: a move for the rules to judge, or no move at all.
  struct Offer {
    Json move;
    bool is_move = true;
    protocol::Verdict verdict = protocol::Verdict::malformed;  // this and the rest: if it is no move
    std::string fault;
    std::string text;
    bool is_json = true;
  };

  Offer draw_offer(const engines::Game& game, Rng& rng) const;
  Offer draw_rude(Rng& rng) const;
  /// Handles a rare event of this turn or an earlier one; true if it ends the turn.
  bool leave(engines::Game& game, Rng& rng);
  void start_clock(const engines::Game& game, referee::Microseconds sending);
  void decide_gone(engines::Game& game, referee::Microseconds elapsed);
  void reply(engines::Game& game, Rng& rng, bool slow, referee::Microseconds& elapsed);
  void stay_silent(engines::Game& game, Rng& rng, referee::Microseconds& elapsed);
  void judge(engines::Game& game, const Offer& offer, referee::Microseconds spent);
  void keep(const Offer& offer);
  void decide(engines::Game& game, protocol::Verdict verdict, std::string fault, referee::Microseconds spent,
              bool forfeited);
  std::string silence_fault(const referee::TurnClock::Silence& silence, bool connected) const;

  const RandomGame& random_;
  const referee::ClockSpec& spec_;
  std::size_t seat_;
  referee::Measure measure_;
  Habits habits_;
  referee::SeatClock clock_;
  std::optional<referee::OpenTurn> open_;
  bool came_ = true;
  std::optional<protocol::Verdict> gone_;  // flood or disconnected; the bot does not return
};

}  // namespace random_records
