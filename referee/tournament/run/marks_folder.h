#pragma once

#include <filesystem>
#include <string>

#include "protocol/messages.h"
#include "referee/store/store_uri.h"

namespace referee {

/// STORE.marks/: what `referee grade --marks` has played and found. Other users of the machine cannot read
/// it.
///
///     marks.html                     everybody's marks, once all are found
///     entrants/NAME/found.json       that of one entrant, by its folded name
///     entrants/NAME/published.json   what its own page shows: as it was found at the last --publish
///     entrants/NAME/records/         its games, each named by all that decides it
class MarksFolder {
 public:
  /// Names the folder of that store, which may not exist.
  explicit MarksFolder(const StoreUri& store) : root_(std::filesystem::absolute(store.beside(".marks"))) {}

  const std::filesystem::path& root() const { return root_; }
  std::filesystem::path page() const { return root_ / "marks.html"; }
  std::filesystem::path of(const std::string& entrant) const {
    return root_ / "entrants" / protocol::folded_name(entrant);
  }
  std::filesystem::path found(const std::string& entrant) const { return of(entrant) / "found.json"; }
  std::filesystem::path published(const std::string& entrant) const { return of(entrant) / "published.json"; }

 private:
  std::filesystem::path root_;
};

}  // namespace referee
