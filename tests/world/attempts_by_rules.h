#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <string>

#include "referee/loop/event.h"
#include "referee/match/attempt_place.h"

namespace world {

/// Plays attempts by the rules alone: each bot that is launched makes random legal moves in no time, and all
/// of it takes as long as it is said to.
class AttemptsByRules final : public referee::AttemptPlace {
 public:
  using Time = std::function<referee::Nanoseconds(const referee::MatchJob&)>;
  using Look = std::function<void(const referee::MatchJob&)>;

  /// `look`: called when an attempt begins, and when it has taken its time.
  AttemptsByRules(boost::asio::io_context& io, Time time, Look look, std::uint64_t seed)
      : clock_(referee::Clock::of(io)),
        stopped_(io),
        time_(std::move(time)),
        look_(std::move(look)),
        random_(seed) {}

  referee::Task<referee::EndedAttempt> play(referee::MatchJob& job, referee::AttemptHooks& hooks,
                                            const referee::MatchObservers& observers) override;
  bool begun() const override { return playing_; }
  bool playing() const override { return playing_; }
  void drain() override {}
  void stop(const std::string& /*why*/) override { stopped_.set(); }
  void abort(const std::string& why) override { stop(why); }
  void withdraw(const std::string& /*name*/) override {}

 private:
  std::string record_of(const referee::MatchJob& job, referee::SystemTime ended);

  const referee::Clock& clock_;
  referee::Event stopped_;
  Time time_;
  Look look_;
  std::mt19937_64 random_;
  bool playing_ = false;
};

}  // namespace world
