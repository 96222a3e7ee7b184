#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <utility>

#include "referee/net/peer_address.h"

namespace referee::web {

/// How many connections each address has. It outlives its places.
class ClientCounts {
 public:
  /// One connection among those of its address, until it is destroyed.
  class Place {
   public:
    Place(ClientCounts& counts, const PeerAddress& address) : counts_(&counts), address_(address) {}
    Place(Place&& other) noexcept
        : counts_(std::exchange(other.counts_, nullptr)), address_(other.address_) {}
    Place& operator=(Place&& other) noexcept {
      std::swap(counts_, other.counts_);
      std::swap(address_, other.address_);
      return *this;
    }
    ~Place() {
      if (counts_ != nullptr) {
        counts_->leave(address_);
      }
    }

   private:
    ClientCounts* counts_;
    PeerAddress address_;
  };

  /// A place for one more client of `address`; nothing if it has `most`.
  std::optional<Place> enter(const PeerAddress& address, std::size_t most);
  std::size_t of(const PeerAddress& address) const;

 private:
  void leave(const PeerAddress& address);

  std::map<PeerAddress, std::size_t> counts_;  // none of them 0
};

}  // namespace referee::web
