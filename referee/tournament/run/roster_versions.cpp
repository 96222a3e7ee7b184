#include <string>
#include <utility>

#include "referee/tournament/run/opened_store.h"
#include "referee/tournament/run/roster.h"

// Which version of its bot an entrant plays.

namespace referee {

void Roster::play_version(Entrant entrant, std::optional<PlayableVersion> version) {
  Entry& entry = entries_[entrant];
  std::vector<StoreWrite> writes;
  if (holds_versions_) {
    const int number = version ? version->number : 0;
    entry.next.emplace(std::move(version));
    writes.emplace_back(store_write::SetMeta{meta_key::kNextVersion + entry.folded, std::to_string(number)});
  } else {
    set_version(entry, std::move(version));
    writes.push_back(write_of(entry));
  }
  store_.post(std::move(writes));
  if (entry.stored.by_no_show) {
    reinstate(entrant, "another submission of it plays");
  }
  events_.arrived();
}

void Roster::restore_version(Entrant entrant, PlayableVersion version) {
  set_version(entries_[entrant], std::move(version));
}

void Roster::set_version(Entry& entry, std::optional<PlayableVersion> version) {
  entry.stored.version = version ? version->number : 0;
  entry.version_sha256 = version ? std::move(version->sha256) : "";
  entry.bot = version ? std::move(version->bot) : entry.own_bot;
}

std::vector<StoreWrite> Roster::take_versions() {
  std::vector<StoreWrite> writes;
  for (Entry& entry : entries_) {
    if (!entry.next) {
      continue;
    }
    set_version(entry, *std::move(entry.next));
    entry.next.reset();
    writes.push_back(write_of(entry));
    writes.emplace_back(store_write::RemoveMeta{meta_key::kNextVersion + entry.folded});
  }
  return writes;
}

std::optional<int> Roster::next_version(Entrant entrant) const {
  const auto& next = entries_[entrant].next;
  return next ? std::optional(*next ? (*next)->number : 0) : std::nullopt;
}

}  // namespace referee
