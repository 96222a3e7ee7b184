#pragma once

#include <cstddef>
#include <filesystem>
#include <set>
#include <string>

#include "referee/store/store_uri.h"

namespace referee::versions {

/// STORE.versions/: the files of the versions of a tournament's bots.
///
///     files/RANDOM/NAME   what was handed in, as it came
///     built/ENTRANT-N/    the built bot of version N of an entrant, by its number
///     work/RANDOM/        what is to be removed
///
/// The store decides what counts: what it does not name is removed at the next start.
class VersionFolder {
 public:
  /// Names the folder of that store; make() makes it.
  explicit VersionFolder(const StoreUri& store)
      : root_(std::filesystem::absolute(store.beside(".versions"))) {}

  const std::filesystem::path& root() const { return root_; }
  std::filesystem::path files() const { return root_ / "files"; }
  std::filesystem::path work() const { return root_ / "work"; }
  std::filesystem::path built(std::size_t entrant, int number) const;

  /// Makes the folders that are missing; other users of the machine cannot read what was handed in. Throws
  /// std::system_error.
  void make() const;
  /// A new folder in files(), empty, with a random name. Throws std::system_error.
  std::filesystem::path new_file_folder() const;
  /// Takes a folder of the above out at once; its bytes are given back by the next sweep() of work(). No
  /// effect if it does not exist.
  void discard(const std::filesystem::path& folder) const;
  /// Removes everything in files() and built() that is not in `named`; slow. For the start of the program.
  void keep_only(const std::set<std::filesystem::path>& named) const;

 private:
  std::filesystem::path root_;
};

/// Removes everything in `folder`; slow. Throws std::system_error.
void sweep(const std::filesystem::path& folder);

/// `name` as the name of a file: of letters, digits, ".", "_" and "-", at most 100 bytes, no leading ".";
/// "submission" if nothing is left.
std::string safe_file_name(const std::string& name);

}  // namespace referee::versions
