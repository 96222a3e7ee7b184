#include "referee/adapt/game_folder.h"

#include <system_error>

#include "referee/base/folder_copy.h"
#include "referee/process/work_folder.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

/// A named pipe or a socket, which no copy can have.
bool is_odd(const fs::path& path) {
  const fs::file_type type = fs::symlink_status(path).type();
  return type != fs::file_type::regular && type != fs::file_type::directory && type != fs::file_type::symlink;
}

bool is_copied_whole(const fs::path& original, const fs::path& copy) {
  const SizeBound bound{WorkFolder::kMostBytes, WorkFolder::kMostFiles};
  try {
    return copy_folder(original, copy, is_odd, bound).empty();
  } catch (const FolderTooLarge&) {
    return false;
  } catch (const std::system_error&) {
    return false;
  }
}

}  // namespace

GameFolder::GameFolder(const fs::path& original) : writable_(place_.path() / "game") {
  fs::create_directory(writable_);
  path_ = writable_;
  if (!original.empty() && !is_copied_whole(original, writable_)) {
    path_ = fs::canonical(original);
    fs::remove_all(writable_);
    fs::create_directory(writable_);
  }
}

}  // namespace referee
