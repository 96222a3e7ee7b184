#include "referee/store/turn_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <set>
#include <system_error>
#include <utility>

#include "protocol/require.h"
#include "referee/base/input.h"

namespace referee {
namespace {

constexpr mode_t kTurnFileMode = 0600;
constexpr mode_t kTurnFolderMode = 0700;

[[noreturn]] void fail(const std::filesystem::path& path, int error) {
  throw std::system_error(error, std::generic_category(), "cannot write " + path.string());
}

}  // namespace

void TurnFile::add(std::string_view lines) {
  REQUIRE(file_.get() >= 0);
  while (!lines.empty()) {
    const ssize_t written = ::write(file_.get(), lines.data(), lines.size());
    if (written < 0 && errno != EINTR) {
      fail(path_, errno);
    }
    lines.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
  }
}

TurnFiles::~TurnFiles() {
  if (!folder_.empty()) {
    ::rmdir(folder_.c_str());
  }
}

std::filesystem::path TurnFiles::path(const std::string& match, int attempt) const {
  return folder_ / (match + ".a" + std::to_string(attempt));
}

std::optional<std::string> TurnFiles::read(const std::string& match, int attempt) const {
  return read_own_file(path(match, attempt));
}

TurnFile TurnFiles::begin(const std::string& match, int attempt, std::string_view lines) {
  if (::mkdir(folder_.c_str(), kTurnFolderMode) != 0 && errno != EEXIST) {
    fail(folder_, errno);
  }
  // A crash between the two names leaves the old file, which is as good.
  const std::filesystem::path file = path(match, attempt);
  const std::filesystem::path fresh = file.string() + ".new";
  TurnFile made(
      fresh, FileDescriptor(
                 ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, kTurnFileMode)));
  if (made.file_.get() < 0) {
    fail(fresh, errno);
  }
  made.add(lines);
  if (::rename(fresh.c_str(), file.c_str()) != 0) {
    fail(file, errno);
  }
  made.path_ = file;
  return made;
}

void TurnFiles::remove(const std::string& match, int attempt) { ::unlink(path(match, attempt).c_str()); }

void TurnFiles::keep_only(const std::vector<Attempt>& running) {
  std::set<std::filesystem::path> kept;
  for (const Attempt& attempt : running) {
    kept.insert(path(attempt.match, attempt.attempt));
  }
  std::error_code none;
  for (std::filesystem::directory_iterator file(folder_, none), end; !none && file != end;
       file.increment(none)) {
    if (!kept.contains(file->path())) {
      ::unlink(file->path().c_str());
    }
  }
}

}  // namespace referee
