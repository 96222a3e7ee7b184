#include "referee/http/client_counts.h"

namespace referee::web {

std::optional<ClientCounts::Place> ClientCounts::enter(const PeerAddress& address, std::size_t most) {
  if (of(address) >= most) {
    return std::nullopt;
  }
  ++counts_[address];
  return Place(*this, address);
}

std::size_t ClientCounts::of(const PeerAddress& address) const {
  const auto at = counts_.find(address);
  return at == counts_.end() ? 0 : at->second;
}

void ClientCounts::leave(const PeerAddress& address) {
  const auto at = counts_.find(address);
  if (--at->second == 0) {
    counts_.erase(at);
  }
}

}  // namespace referee::web
