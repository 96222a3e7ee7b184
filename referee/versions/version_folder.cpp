#include "referee/versions/version_folder.h"

#include <algorithm>
#include <system_error>

#include "referee/base/folder.h"
#include "referee/base/secrets.h"

namespace referee::versions {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostName = 100;  // bytes of a file's name

fs::path new_folder_in(const fs::path& parent) {
  const fs::path folder = parent / random_hex();
  fs::create_directory(folder);
  fs::permissions(folder, fs::perms::owner_all);
  return folder;
}

bool is_plain(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '.' || c == '_' ||
         c == '-';
}

}  // namespace

fs::path VersionFolder::built(std::size_t entrant, int number) const {
  return root_ / "built" / (std::to_string(entrant) + "-" + std::to_string(number));
}

/// Bots of users of their own that are tried pass through the folders that lead to theirs, whose names cannot
/// be guessed, and see no names in them. The names in built() can be guessed: such bots play in
/// PrivateCopies.
void VersionFolder::make() const {
  constexpr fs::perms kPass = fs::perms::owner_all | fs::perms::group_exec | fs::perms::others_exec;
  ensure_folder(root_, kPass);
  ensure_folder(root_ / "built", fs::perms::owner_all);
  ensure_folder(files(), fs::perms::owner_all);
  ensure_folder(work(), kPass);
}

fs::path VersionFolder::new_file_folder() const { return new_folder_in(files()); }

void VersionFolder::discard(const fs::path& folder) const {
  std::error_code missing;
  if (fs::exists(fs::symlink_status(folder, missing))) {
    fs::rename(folder, work() / random_hex());
  }
}

void VersionFolder::keep_only(const std::set<fs::path>& named) const {
  for (const fs::path& parent : {files(), root_ / "built"}) {
    std::error_code missing;
    for (const auto& entry : fs::directory_iterator(parent, missing)) {
      if (!named.contains(entry.path())) {
        fs::remove_all(entry.path());
      }
    }
  }
}

void sweep(const fs::path& folder) {
  std::error_code missing;
  for (const auto& entry : fs::directory_iterator(folder, missing)) {
    fs::remove_all(entry.path());
  }
}

std::string safe_file_name(const std::string& name) {
  std::string safe;
  for (const char c : name.substr(name.rfind('/') == std::string::npos ? 0 : name.rfind('/') + 1)) {
    if (safe.size() < kMostName && is_plain(c) && !(safe.empty() && (c == '.' || c == '-'))) {
      safe += c;
    }
  }
  return safe.empty() ? "submission" : safe;
}

}  // namespace referee::versions
