#include "referee/submission/content_hash.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>
#include <vector>

#include "protocol/sha256.h"
#include "referee/base/file_descriptor.h"

namespace referee::submission {
namespace {

namespace fs = std::filesystem;

/// What is hashed of a file: its size first, so that nothing in it can look like the next path.
void add_file(protocol::Sha256& hash, const fs::path& file) {
  const FileDescriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  const auto refuse = [&file] {
    throw std::system_error(errno, std::generic_category(), "cannot read " + file.string());
  };
  if (opened.get() < 0) {
    refuse();
  }
  protocol::Sha256 inside;
  std::array<char, 64 * 1024> block;
  while (true) {
    const auto size = ::read(opened.get(), block.data(), block.size());
    if (size < 0 && errno != EINTR) {
      refuse();
    }
    if (size == 0) {
      break;
    }
    inside.add({block.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))});
  }
  hash.add(inside.hex());
}

void add_entry(protocol::Sha256& hash, const fs::directory_entry& entry, const fs::path& folder) {
  using std::string_view_literals::operator""sv;
  hash.add(entry.path().lexically_relative(folder).native()).add("\0"sv);
  const fs::file_status status = entry.symlink_status();
  if (fs::is_symlink(status)) {
    hash.add("link ").add(fs::read_symlink(entry.path()).native()).add("\0"sv);
  } else if (fs::is_directory(status)) {
    hash.add("folder\0"sv);
  } else {
    const bool runs = (status.permissions() & fs::perms::owner_exec) != fs::perms::none;
    hash.add(runs ? "program " : "file ");
    if (fs::is_regular_file(status)) {
      add_file(hash, entry.path());
    }
    hash.add("\0"sv);
  }
}

}  // namespace

std::string file_hash(const fs::path& file) {
  const bool runs = (fs::status(file).permissions() & fs::perms::owner_exec) != fs::perms::none;
  protocol::Sha256 hash;
  hash.add(runs ? "program " : "file ");
  add_file(hash, fs::canonical(file));
  return hash.hex();
}

std::string content_hash(const fs::path& folder) {
  std::vector<fs::directory_entry> entries;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    entries.push_back(entry);
  }
  std::ranges::sort(entries, {}, [](const fs::directory_entry& entry) { return entry.path().native(); });
  protocol::Sha256 hash;
  for (const fs::directory_entry& entry : entries) {
    add_entry(hash, entry, folder);
  }
  return hash.hex();
}

}  // namespace referee::submission
