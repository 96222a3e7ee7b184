#include "referee/tls/handshake_limits.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <utility>

namespace referee {
HandshakeLimits::Slot::Slot(std::shared_ptr<HandshakeLimits> limits, Address& address)
    : limits_(std::move(limits)), address_(address) {
  ++address_.at_once;
}

HandshakeLimits::Slot::~Slot() {
  --address_.at_once;
  if (turn_ && !begun_) {
    address_.used = std::max(0.0, address_.used - 1);
  }
}

TimePoint HandshakeLimits::Slot::turn(TimePoint now) {
  if (!turn_) {
    limits_->give_back(address_, now);
    address_.used += 1;
    const double over = std::max(0.0, address_.used - kBurst);
    turn_ = now + Milliseconds(std::lround(over * 1000 / limits_->per_second_));
  }
  return *turn_;
}

std::unique_ptr<HandshakeLimits::Slot> HandshakeLimits::enter(const std::string& address, TimePoint now) {
  if (addresses_.size() > forget_above_) {
    forget_idle(now);
    forget_above_ = std::max<std::size_t>(1024, 2 * addresses_.size());
  }
  Address& entry = addresses_[address];
  if (entry.at_once >= kAtOnce) {
    return nullptr;
  }
  return std::make_unique<Slot>(shared_from_this(), entry);
}

void HandshakeLimits::give_back(Address& address, TimePoint now) const {
  const std::chrono::duration<double> passed = now - std::exchange(address.since, now);
  address.used = std::max(0.0, address.used - passed.count() * per_second_);
}

void HandshakeLimits::forget_idle(TimePoint now) {
  for (auto at = addresses_.begin(); at != addresses_.end();) {
    give_back(at->second, now);
    at = at->second.at_once == 0 && at->second.used == 0 ? addresses_.erase(at) : std::next(at);
  }
}

}  // namespace referee
