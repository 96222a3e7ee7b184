#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "referee/base/units.h"
#include "referee/net/peer_address.h"

namespace referee {

/// Slows down who tries out tokens: after kFree wrong ones for a name from one address, the next is looked at
/// only after a delay, which doubles with each wrong one. An address from which the right token of that name
/// has been shown has no delays, so that neighbours behind the same address cannot lock a bot out. Pure
/// arithmetic on time points.
class TokenGuard {
 public:
  static constexpr int kFree = 3;
  static constexpr Milliseconds kFirstDelay{1000};
  static constexpr Milliseconds kLongestDelay{60'000};
  static constexpr Milliseconds kForgetAfter{600'000};  ///< after the latest wrong one
  static constexpr std::size_t kMostKept = 100'000;     ///< pairs of address and name

  /// How long a token for `name` from `address` has to wait until it is looked at; zero: not at all.
  Milliseconds wait_at(const PeerAddress& address, const std::string& name, TimePoint now) const;
  /// A wrong token was shown. Returns the delay that begins now; zero: none yet.
  Milliseconds wrong(const PeerAddress& address, const std::string& name, TimePoint now);
  /// The right token was shown.
  void right(const PeerAddress& address, const std::string& name);

 private:
  struct Tries {
    int wrong = 0;
    TimePoint latest{};
    TimePoint until{};
    bool right = false;
  };

  void forget_old(TimePoint now);

  std::map<std::pair<PeerAddress, std::string>, Tries> tries_;
};

}  // namespace referee
