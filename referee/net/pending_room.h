#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <optional>

#include "referee/base/units.h"
#include "referee/net/peer_address.h"

namespace referee {

/// Bounds the connections that have not said hello, in all and by address. A connection has `grace` to say
/// hello before it may be closed for a newer one, so a flood of silent connections crowds out a slow hello
/// only if it fills the room faster than that. If the room is full in all, the address that has most of it
/// loses a connection to an address that has less. Pure arithmetic on time points.
class PendingRoom {
 public:
  struct Limits {
    std::size_t in_all = 4096;
    std::size_t per_address = 2048;
    Milliseconds grace{500};
    /// Fewer where this process may not open many files: at most a quarter of them.
    static Limits of_this_process();
  };
  using Id = std::uint64_t;

  /// What becomes of a new connection.
  struct Entry {
    std::optional<Id> id;          ///< it is let in, and leave() is to be called for it; nothing: refused
    std::optional<Id> instead_of;  ///< this one has lost its place to it: it is to be closed
    Milliseconds retry_after{0};   ///< refused: when the next one may be let in, at least 1 ms
  };

  PendingRoom() = default;
  explicit PendingRoom(const Limits& limits) : limits_(limits) {}

  /// REQUIRES: `now` never goes back.
  Entry enter(const PeerAddress& address, TimePoint now);
  /// The connection has said hello or is closed. No effect if it has lost its place.
  void leave(Id id);
  std::size_t size() const { return places_.size(); }

 private:
  struct Pending {
    Id id = 0;
    TimePoint since;
  };
  using Queue = std::list<Pending>;  // oldest first
  struct Place {
    std::map<PeerAddress, Queue>::iterator address;
    Queue::iterator at;
  };

  bool is_past_grace(const Queue& queue, TimePoint now) const;
  std::map<PeerAddress, Queue>::iterator heaviest();

  Limits limits_;
  Id next_ = 1;
  std::map<PeerAddress, Queue> by_address_;  // none of them empty
  std::map<Id, Place> places_;
};

}  // namespace referee
