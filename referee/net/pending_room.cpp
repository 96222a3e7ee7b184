#include "referee/net/pending_room.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>

namespace referee {

PendingRoom::Limits PendingRoom::Limits::of_this_process() {
  Limits limits;
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) == 0) {
    limits.in_all = std::clamp<std::size_t>(files.rlim_cur / 4, 16, limits.in_all);
    limits.per_address = std::min(limits.per_address, limits.in_all / 2);
  }
  return limits;
}

bool PendingRoom::is_past_grace(const Queue& queue, TimePoint now) const {
  return now - queue.front().since >= limits_.grace;
}

std::map<PeerAddress, PendingRoom::Queue>::iterator PendingRoom::heaviest() {
  return std::ranges::max_element(by_address_, {}, [](const auto& entry) { return entry.second.size(); });
}

PendingRoom::Entry PendingRoom::enter(const PeerAddress& address, TimePoint now) {
  const auto own = by_address_.find(address);
  const std::size_t own_size = own == by_address_.end() ? 0 : own->second.size();
  Entry entry;
  const Queue* crowded = nullptr;  // the oldest of it is to make room
  bool at_once = false;            // even within its grace
  if (own_size >= limits_.per_address) {
    crowded = &own->second;
  } else if (places_.size() >= limits_.in_all) {
    crowded = &heaviest()->second;
    at_once = crowded->size() > own_size + 1;
  }
  if (crowded != nullptr) {
    const Pending oldest = crowded->front();
    if (!at_once && !is_past_grace(*crowded, now)) {
      entry.retry_after = std::chrono::ceil<Milliseconds>(oldest.since + limits_.grace - now);
      return entry;
    }
    entry.instead_of = oldest.id;
    leave(oldest.id);
  }
  entry.id = next_++;
  const auto queue = by_address_.try_emplace(address).first;
  const auto at = queue->second.insert(queue->second.end(), {*entry.id, now});
  places_.emplace(*entry.id, Place{queue, at});
  return entry;
}

void PendingRoom::leave(Id id) {
  const auto place = places_.find(id);
  if (place == places_.end()) {
    return;
  }
  const auto queue = place->second.address;
  queue->second.erase(place->second.at);
  if (queue->second.empty()) {
    by_address_.erase(queue);
  }
  places_.erase(place);
}

}  // namespace referee
