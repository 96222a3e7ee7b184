#include "referee/adapt/game_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <system_error>
#include <utility>

#include "referee/base/file_descriptor.h"
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

/// Writes `text` to a file of its own, in place of whatever has its name.
void put_file(const fs::path& path, std::string_view text) {
  std::error_code ignored;  // opening it tells
  fs::create_directories(path.parent_path(), ignored);
  fs::remove_all(path, ignored);
  const FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
  if (file.get() < 0) {
    throw std::system_error(errno, std::generic_category(), "cannot write " + path.string());
  }
  write_all(file, text, path);
}

}  // namespace

GameFolder::GameFolder(WorksIn works_in, const fs::path& original) : writable_(place_.path() / "game") {
  fs::create_directory(writable_);
  if (works_in == WorksIn::its_folder) {
    return;
  }
  path_ = writable_;
  if (!original.empty() && !is_copied_whole(original, writable_)) {
    path_ = fs::canonical(original);
    fs::remove_all(writable_);
    fs::create_directory(writable_);
  }
}

ProgramCall GameFolder::call(std::vector<std::string> words, const ProgramInput& input) const {
  const fs::path file = writable_ / input.file;
  put_file(file, input.text);
  words.insert(words.end(), input.arguments.begin(), input.arguments.end());
  return {std::move(words), file, path_};
}

}  // namespace referee
