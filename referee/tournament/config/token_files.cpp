#include "referee/tournament/config/token_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "protocol/sha256.h"
#include "referee/base/file_descriptor.h"
#include "referee/base/secrets.h"
#include "referee/base/strict_json.h"
#include "referee/base/text.h"

namespace referee {
namespace {

constexpr mode_t kForOwner = 0600;
constexpr mode_t kForAll = 0644;
constexpr std::size_t kMaxToken = 1024;  // bytes

/// Writes all of `text` to the disk: an entrant's token must not be lost in a crash.
void write_whole(const FileDescriptor& file, std::string_view text, const std::filesystem::path& path) {
  write_all(file, text, path);
  if (::fsync(file.get()) != 0) {
    throw_cannot("write", path);
  }
}

/// The token in a file, without the blanks round it.
std::string read_token(const std::filesystem::path& path) {
  constexpr const char* kBlank = " \t\r\n";
  const std::string text = read_small_file(path);
  const std::size_t begin = text.find_first_not_of(kBlank);
  const std::string token =
      begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
  if (token.empty() || token.size() > kMaxToken || token.find_first_of(kBlank) != std::string::npos) {
    throw std::invalid_argument(path.string() + ": holds no token, expected one word; remove it to draw one");
  }
  return token;
}

}  // namespace

TokenFiles::TokenFiles(std::filesystem::path folder) : folder_(std::move(folder)) {
  if (std::filesystem::create_directories(folder_)) {
    std::filesystem::permissions(folder_, std::filesystem::perms::owner_all);
  }
}

TokenFiles::Kept TokenFiles::keep(const std::string& name) const {
  const std::filesystem::path path = path_of(name);
  const FileDescriptor file(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kForOwner));
  if (file.get() < 0) {
    if (errno != EEXIST) {
      throw_cannot("write", path);
    }
    return {protocol::Sha256::hex_of(read_token(path)), false};
  }
  const std::string token = random_hex();
  try {
    write_whole(file, token + "\n", path);
  } catch (const std::system_error&) {
    (void)::unlink(path.c_str());  // a later run would take half a token for a whole one
    throw;
  }
  return {protocol::Sha256::hex_of(token), true};
}

std::filesystem::path TokenFiles::write(const std::string& name, const std::string& text,
                                        Readers readers) const {
  const std::filesystem::path path = folder_ / name;
  const std::filesystem::path draft = folder_ / (name + ".new");
  const FileDescriptor file(::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC,
                                   readers == Readers::all ? kForAll : kForOwner));
  if (file.get() < 0) {
    throw_cannot("write", draft);
  }
  write_whole(file, text, draft);
  std::filesystem::rename(draft, path);
  return path;
}

}  // namespace referee
