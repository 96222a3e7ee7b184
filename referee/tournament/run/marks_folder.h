#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "engines/game.h"
#include "protocol/messages.h"
#include "referee/base/file_descriptor.h"
#include "referee/store/store_uri.h"

namespace referee {

/// STORE.marks/: what `referee grade --marks` has played and found. Other users of the machine cannot read
/// it.
///
///     marks.html               everybody's marks, once all are found
///     seeds.json               the secret from which the seeds of the games follow, until publish()
///     entrants/NAME/found.json that of one entrant, by its folded name
///     entrants/NAME/programs   SHA-256 of each program of the entrant that was marked, a line each
///     entrants/NAME/records/   its games, each named by all that decides it
///     published/NAME.json      what its own page shows: as it was found at the last --publish
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
  std::filesystem::path programs(const std::string& entrant) const { return of(entrant) / "programs"; }
  std::filesystem::path published(const std::string& entrant) const { return file_in("published", entrant); }

  /// Makes the folder, and keeps other commands that change it out as long as the result lives; removes what
  /// one that was killed has left half done. Throws std::runtime_error, naming the folder, if another one is
  /// at work there.
  FileDescriptor lock() const;
  /// The secret from which the seeds of all games follow. `is_new`: it was drawn by this call, because there
  /// was none, or the marks that were played with it are published. REQUIRES: lock().
  struct Secret {
    engines::Seed seed;
    bool is_new = false;
  };
  Secret secret() const;
  /// Replaces all that is published, at one moment, and gives up the secret. `marks`: texts by the names of
  /// entrants. REQUIRES: lock(). Throws std::system_error; what was published before then stays.
  void publish(const std::map<std::string, std::string>& marks) const;

 private:
  std::filesystem::path file_in(const char* folder, const std::string& entrant) const {
    return root_ / folder / (protocol::folded_name(entrant) + ".json");
  }
  std::filesystem::path seeds() const { return root_ / "seeds.json"; }

  std::filesystem::path root_;
};

}  // namespace referee
