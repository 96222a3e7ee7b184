#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "referee/base/units.h"

namespace referee {

/// Limits the TLS handshakes of each address, because a handshake costs the referee a signature and the
/// client next to nothing. Pure arithmetic on time points. Made by std::make_shared: slots keep it alive.
class HandshakeLimits : public std::enable_shared_from_this<HandshakeLimits> {
  struct Address;

 public:
  /// Handshakes of one address that are under way or waiting for their turn; one more is refused. A class of
  /// 400 behind one address has room.
  static constexpr std::size_t kAtOnce = 512;
  /// Handshakes of one address that begin without waiting, and how many may begin in a second after these.
  static constexpr int kBurst = 500;
  static constexpr int kPerSecond = 50;

  /// `per_second`: in place of kPerSecond.
  explicit HandshakeLimits(int per_second = kPerSecond) : per_second_(per_second) {}

  /// The place of one handshake among those of its address, until it is destroyed.
  class Slot {
   public:
    Slot(std::shared_ptr<HandshakeLimits> limits, Address& address);
    ~Slot();
    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;
    /// When the handshake may begin; the first call, at `now`, fixes that.
    TimePoint turn(TimePoint now);
    /// Notes that the handshake begins.
    void begin() { begun_ = true; }

   private:
    std::shared_ptr<HandshakeLimits> limits_;
    Address& address_;
    std::optional<TimePoint> turn_;
    bool begun_ = false;
  };

  /// A place for a handshake of `address`, which is any text that names it; null if it has too many.
  std::unique_ptr<Slot> enter(const std::string& address, TimePoint now);

 private:
  struct Address {
    std::size_t at_once = 0;
    double used = 0;  // of the burst, and turns beyond it; per_second_ are given back each second
    TimePoint since{};
  };
  void give_back(Address& address, TimePoint now) const;
  void forget_idle(TimePoint now);

  int per_second_;
  std::map<std::string, Address> addresses_;
  std::size_t forget_above_ = 1024;  // addresses
};

}  // namespace referee
