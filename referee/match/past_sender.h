#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "engines/game.h"
#include "referee/loop/tasks.h"
#include "referee/loop/timer.h"
#include "referee/match/player.h"
#include "referee/record/match_spec.h"
#include "referee/record/replay.h"

namespace referee {

/// Sends a bot what its seat saw in all turns before the open one, as fast as the bot reads. The views are
/// not kept: the record is played again for them, a few turns at a time, so that nothing else waits for long.
class PastSender {
 public:
  /// The match whose past is sent; outlives the sender.
  struct Source {
    const MatchSpec& spec;
    const std::string& record;      ///< of all turns before the open one at least; it may grow
    const std::int64_t& open_turn;  ///< its number; it moves on while the past is being sent
  };
  /// `caught_up` is called once, when the bot has been sent all past turns; it may destroy the sender. A
  /// record that cannot be played again is a fault of the referee's: it is logged, and the rest of the past
  /// is left out.
  PastSender(Tasks& tasks, const Source& source, engines::Seat seat, Player& player,
             std::function<void()> caught_up);

  /// Sends until the kernel takes no more. To be called at first, and when the kernel has taken all.
  void go_on();

 private:
  enum class Progress { caught_up, stuck, more };
  Progress send_some();
  bool rules_answer();

  Tasks& tasks_;
  const Source source_;
  engines::Seat seat_;
  Player& player_;
  std::function<void()> caught_up_;
  std::optional<Replay> replay_;  // of the turns that have been sent
  std::string view_;              // of one turn; a member so that its memory is used again
  bool asked_ = false;            // the rules have been asked, and their answer has not been taken
  Timer pause_;                   // lets the loop do other work
};

}  // namespace referee
