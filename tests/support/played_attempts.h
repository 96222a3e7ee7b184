#pragma once

#include <vector>

#include "referee/match/attempt.h"
#include "referee/match/match_observer.h"

namespace test_support {

/// Keeps the finished attempts, void ones too, in order.
class PlayedAttempts final : public referee::MatchObserver {
 public:
  void on_end(const referee::PlayedAttempt& played) override { all_.push_back(played); }

  const std::vector<referee::PlayedAttempt>& all() const { return all_; }

 private:
  std::vector<referee::PlayedAttempt> all_;
};

}  // namespace test_support
