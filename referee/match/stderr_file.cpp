#include "referee/match/stderr_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>

#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"
#include "referee/base/file_descriptor.h"
#include "referee/base/files.h"
#include "referee/base/input.h"

namespace referee {
namespace {

/// A file at whose end is written, of this many bytes now.
struct OwnFile {
  FileDescriptor file;
  std::size_t size = 0;
};

OwnFile open_for_owner(const std::filesystem::path& path) {
  constexpr mode_t kForOwner = 0600;
  FileDescriptor file(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, kForOwner));
  if (file.get() < 0) {
    throw_cannot("write", path);
  }
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) {
    throw_cannot("read", path);
  }
  if ((status.st_mode & 0777) != kForOwner && ::fchmod(file.get(), kForOwner) != 0) {
    throw_cannot("write", path);
  }
  return {std::move(file), static_cast<std::size_t>(status.st_size)};
}

/// The line of FILE.turns that tells of this attempt; null if there is none. The newest one counts. A line
/// that was cut by a crash tells nothing.
nlohmann::json line_of_attempt(std::string_view lines, const std::string& match, int attempt) {
  nlohmann::json found;
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    nlohmann::json line = nlohmann::json::parse(lines.substr(0, end), nullptr, false);
    if (line.is_object() && line.value("match", "") == match && line.value("attempt", 0) == attempt) {
      found = std::move(line);
    }
    lines.remove_prefix(end == std::string_view::npos ? lines.size() : end + 1);
  }
  return found;
}

}  // namespace

void StderrFile::append(const std::string& match, int attempt, const MarkedText& written) const {
  const OwnFile text = open_for_owner(path_);
  const std::string head = "== " + match + "\n";
  const std::size_t begin = text.size + head.size();
  if (begin + written.text().size() > kMaxBytes) {
    return;
  }
  write_all(text.file, head, path_);
  write_all(text.file, written.text(), path_);
  const std::string line = protocol::dump({{"match", match},
                                           {"attempt", attempt},
                                           {"at", begin},
                                           {"bytes", written.text().size()},
                                           {"turns", written.marks_json()}}) +
                           "\n";
  const OwnFile turns = open_for_owner(turns_path());
  if (turns.size + line.size() <= kMaxBytes) {
    write_all(turns.file, line, turns_path());
  }
}

std::optional<MarkedText> StderrFile::of(const std::string& match, int attempt) const {
  const auto lines = read_own_file(turns_path());
  const auto text = read_own_file(path_);
  if (!lines || !text) {
    return std::nullopt;
  }
  const nlohmann::json line = line_of_attempt(*lines, match, attempt);
  if (line.is_null()) {
    return std::nullopt;
  }
  const auto at = line.at("at").get<std::size_t>();
  const auto bytes = line.at("bytes").get<std::size_t>();
  if (at > text->size() || bytes > text->size() - at) {
    return std::nullopt;
  }
  return MarkedText(text->substr(at, bytes), line.at("turns"));
}

void StderrFile::remove() const {
  for (const std::filesystem::path& path : {path_, turns_path()}) {
    if (::unlink(path.c_str()) != 0 && errno != ENOENT) {
      throw_cannot("write", path);
    }
  }
}

}  // namespace referee
