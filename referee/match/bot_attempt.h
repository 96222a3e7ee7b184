#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/match/attempt.h"
#include "referee/match/bot_paces.h"
#include "referee/match/kept_bots.h"
#include "referee/match/launcher.h"
#include "referee/match/match.h"

namespace referee {

/// An attempt of a match whose bots are asked turn by turn.
class BotAttempt final : public Attempt {
 public:
  /// `kept`: bots that play in several matches, and must outlive this; nullptr: each bot is
  /// started anew. REQUIRES: as many seats as the game has.
  BotAttempt(Tasks& tasks, Launcher& launcher, MatchJob job, MatchObservers observers = {},
             KeptBots* kept = nullptr);

  /// Takes bots that are kept, launches the others, and asks those that have dialled in for their hello, if
  /// they can play another match (PROTOCOL.md, new_match). Returns when each of them has said hello or cannot
  /// any more; a bot that has dialled in may take init_ms. Throws FailedStart.
  Task<> gather() override;
  Task<> begin() override;
  const std::string& record() const override;
  std::vector<Match::Attendance> attendance() const override;
  Task<MatchResult> play() override;
  void tell_end(const MatchResult& result) override;
  /// Asks launched bots that can play another match, if one follows, for their hello, and keeps those that
  /// say it.
  Task<> stop_bots() override;

  void abort(const std::string& why) override;
  void withdraw(std::size_t seat) override;

  std::string how_bot_ended(std::size_t seat) const override;
  /// The newest Process::kKeptStderr bytes.
  MarkedText stderr_of(std::size_t seat) const override;

 private:
  /// Bots that have been asked for their hello, all at the same time.
  struct Asking {
    TimePoint deadline;
    std::vector<std::size_t> seats;
    std::vector<std::shared_ptr<Event>> settled = {};
  };

  void begin_trace();
  void end_trace();
  TraceLabel label_of(std::size_t seat) const;
  Task<> provide_bot(std::size_t seat, std::exception_ptr& failure);
  Task<> launch(std::size_t seat);
  std::shared_ptr<Player> player_of(std::size_t seat) const;
  std::vector<std::size_t> seats_that_dialled() const;
  Task<> provide_bots();
  bool has_room_left(std::size_t seat) const;
  std::vector<std::size_t> seats_for_more() const;
  Task<> ask_for_more();
  Asking ask(const std::vector<std::size_t>& seats);
  Task<std::vector<std::size_t>> silent_ones(Asking asking);
  std::string why_silent() const;
  void refuse_silent(std::size_t seat);
  Task<> keep_bots();
  Task<> greeted(std::size_t seat);
  void end_bots();

  Tasks& tasks_;
  Launcher& launcher_;
  KeptBots* kept_;
  std::vector<LaunchedBot> launched_;            // by seat; empty for players that are not launched
  std::vector<bool> fit_;                        // by seat: nothing in the match speaks against another one
  std::vector<bool> stays_;                      // by seat: a launched bot that is kept
  std::vector<MarkedText> stderr_;               // by seat, of those that stay
  std::vector<std::shared_ptr<Event>> awaited_;  // hellos of those that have dialled in
  bool aborted_ = false;
  BotPaces paces_;
  std::optional<Match> match_;
};

}  // namespace referee
