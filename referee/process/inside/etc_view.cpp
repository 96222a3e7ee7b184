#include "referee/process/inside/etc_view.h"

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "referee/base/file_descriptor.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBelowEtc = "/etc/";
constexpr mode_t kReadable = 0400;
constexpr mode_t kForOwner = 077;  // as bubblewrap makes its own folders

/// What a mount covers: an empty folder or file. Nothing if it is there already.
void make_place(const fs::path& place, fs::file_type type) {
  if (type == fs::file_type::directory) {
    fs::create_directory(place);
    return;
  }
  const FileDescriptor file(::open(place.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, kReadable));
  if (file.get() < 0) {
    throw_errno(place.c_str());
  }
}

void show(const fs::path& path, const fs::path& place) {
  const fs::file_type type = fs::symlink_status(path).type();
  if (type == fs::file_type::not_found) {
    return;
  }
  fs::create_directories(place.parent_path());
  if (type == fs::file_type::symlink) {
    fs::create_symlink(fs::read_symlink(path), place);
    return;
  }
  make_place(place, type);
  if (::mount(path.c_str(), place.c_str(), nullptr, MS_BIND | MS_REC, nullptr) != 0 && errno != ENOENT) {
    throw_errno(path.c_str());
  }
}

}  // namespace

bool is_in_etc(const std::string& path) {
  return path.starts_with(kBelowEtc) && path.size() > kBelowEtc.size();
}

void make_etc_view(const std::vector<std::string>& visible, const std::string& folder) {
  const mode_t before = ::umask(kForOwner);
  fs::create_directory(folder);
  for (const std::string& path : visible) {
    if (is_in_etc(path)) {
      show(path, fs::path(folder) / path.substr(kBelowEtc.size()));
    }
  }
  ::umask(before);
}

}  // namespace referee
