#include "referee/match/token_guard.h"

#include <algorithm>
#include <chrono>

namespace referee {

Milliseconds TokenGuard::wait_at(const PeerAddress& address, const std::string& name, TimePoint now) const {
  const auto found = tries_.find({address, name});
  if (found == tries_.end() || found->second.right || found->second.until <= now) {
    return Milliseconds{0};
  }
  return std::chrono::ceil<Milliseconds>(found->second.until - now);
}

Milliseconds TokenGuard::wrong(const PeerAddress& address, const std::string& name, TimePoint now) {
  if (tries_.size() >= kMostKept) {
    forget_old(now);
  }
  Tries& tries = tries_[{address, name}];
  if (tries.right) {
    return Milliseconds{0};
  }
  if (now - tries.latest >= kForgetAfter) {
    tries.wrong = 0;
  }
  tries.latest = now;
  ++tries.wrong;
  if (tries.wrong < kFree) {
    return Milliseconds{0};
  }
  constexpr int kMostDoublings = 10;  // beyond the longest delay
  const int doublings = std::min(tries.wrong - kFree, kMostDoublings);
  const Milliseconds delay = std::min(kLongestDelay, kFirstDelay * (1 << doublings));
  tries.until = now + delay;
  return delay;
}

void TokenGuard::right(const PeerAddress& address, const std::string& name) {
  tries_[{address, name}] = {.right = true};
}

/// Makes room: what is old goes, and if that is not enough, all but the addresses of the right tokens.
void TokenGuard::forget_old(TimePoint now) {
  std::erase_if(tries_, [now](const auto& entry) {
    return !entry.second.right && now - entry.second.latest >= kForgetAfter;
  });
  if (tries_.size() >= kMostKept) {
    std::erase_if(tries_, [](const auto& entry) { return !entry.second.right; });
  }
}

}  // namespace referee
