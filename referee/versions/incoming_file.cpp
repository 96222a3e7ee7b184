#include "referee/versions/incoming_file.h"

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace referee::versions {
namespace {

[[noreturn]] void fail(const std::filesystem::path& file) {
  throw std::system_error(errno, std::generic_category(), file.string());
}

FileDescriptor opened(const std::filesystem::path& path, int flags) {
  FileDescriptor file(::open(path.c_str(), flags | O_CLOEXEC, 0600));
  if (file.get() < 0) {
    fail(path);
  }
  return file;
}

void sync_folder(const std::filesystem::path& folder) {
  const FileDescriptor open = opened(folder, O_RDONLY | O_DIRECTORY);
  if (::fsync(open.get()) != 0) {
    fail(folder);
  }
}

}  // namespace

IncomingFile::IncomingFile(const VersionFolder& folder, const std::string& name)
    : folder_(folder.new_file_folder()),
      name_(safe_file_name(name)),
      file_(opened(folder_ / name_, O_WRONLY | O_CREAT | O_EXCL)) {}

IncomingFile::IncomingFile(IncomingFile&& other) noexcept
    : folder_(std::exchange(other.folder_, {})),
      name_(std::move(other.name_)),
      file_(std::move(other.file_)),
      digest_(other.digest_),
      sha256_(std::move(other.sha256_)),
      bytes_(other.bytes_) {}

IncomingFile::~IncomingFile() {
  if (folder_.empty()) {
    return;
  }
  std::error_code failed;
  std::filesystem::remove_all(folder_, failed);
  if (failed) {
    spdlog::error("{} cannot be removed: {}", folder_.string(), failed.message());
  }
}

void IncomingFile::write(std::string_view bytes) {
  digest_.add(bytes);
  bytes_ += bytes.size();
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_.get(), bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) {
      fail(folder_ / name_);
    }
    bytes.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
  }
}

void IncomingFile::finish() {
  if (::fsync(file_.get()) != 0) {
    fail(folder_ / name_);
  }
  file_ = FileDescriptor();
  sync_folder(folder_);
  sync_folder(folder_.parent_path());
  sha256_ = digest_.hex();
}

}  // namespace referee::versions
