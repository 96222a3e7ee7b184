#include "referee/base/content_hash.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>
#include <vector>

#include "protocol/sha256.h"
#include "referee/base/file_descriptor.h"
#include "referee/base/folder_tree.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void cannot_read(const fs::path& file) {
  throw std::system_error(errno, std::generic_category(), "cannot read " + file.string());
}

/// What is hashed of a file: its size first, so that nothing in it can look like the next path.
void add_file(protocol::Sha256& hash, const FileDescriptor& opened, const fs::path& file) {
  protocol::Sha256 inside;
  std::array<char, 64 * 1024> block;
  while (true) {
    const auto size = ::read(opened.get(), block.data(), block.size());
    if (size < 0 && errno != EINTR) {
      cannot_read(file);
    }
    if (size == 0) {
      break;
    }
    inside.add({block.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))});
  }
  hash.add(inside.hex());
}

void add_entry(protocol::Sha256& hash, const fs::directory_entry& entry, const FolderTree& tree) {
  using std::string_view_literals::operator""sv;
  const fs::path place = entry.path().lexically_relative(tree.top());
  hash.add(place.native()).add("\0"sv);
  const fs::file_status status = entry.symlink_status();
  if (fs::is_symlink(status)) {
    hash.add("link ").add(fs::read_symlink(entry.path()).native()).add("\0"sv);
  } else if (fs::is_directory(status)) {
    hash.add("folder\0"sv);
  } else {
    const bool runs = (status.permissions() & fs::perms::owner_exec) != fs::perms::none;
    hash.add(runs ? "program " : "file ");
    if (fs::is_regular_file(status)) {
      const FileDescriptor file = tree.open_file(place);
      if (file.get() < 0) {
        cannot_read(entry.path());
      }
      add_file(hash, file, entry.path());
    }
    hash.add("\0"sv);
  }
}

}  // namespace

std::string file_hash(const fs::path& file) {
  const FileDescriptor opened = open_named_file(file);
  struct stat status {};
  if (::fstat(opened.get(), &status) != 0) {
    cannot_read(file);
  }
  protocol::Sha256 hash;
  hash.add((status.st_mode & S_IXUSR) != 0 ? "program " : "file ");
  add_file(hash, opened, file);
  return hash.hex();
}

std::string content_hash(const fs::path& folder) {
  const FolderTree tree(folder);
  std::vector<fs::directory_entry> entries;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(tree.top())) {
    entries.push_back(entry);
  }
  std::ranges::sort(entries, {}, [](const fs::directory_entry& entry) { return entry.path().native(); });
  protocol::Sha256 hash;
  for (const fs::directory_entry& entry : entries) {
    add_entry(hash, entry, tree);
  }
  return hash.hex();
}

}  // namespace referee
