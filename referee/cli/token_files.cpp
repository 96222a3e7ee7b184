#include "referee/cli/token_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "protocol/sha256.h"
#include "referee/base/file_descriptor.h"
#include "referee/base/secrets.h"
#include "referee/base/strict_json.h"

namespace referee {
namespace {

constexpr mode_t kForOwner = 0600;
constexpr mode_t kForAll = 0644;
constexpr std::size_t kMaxToken = 1024;  // bytes

[[noreturn]] void fail(const char* what, const std::filesystem::path& path) {
  throw std::system_error(errno, std::generic_category(), what + (" " + path.string()));
}

/// All of `text`, on the disk: who was given a token must not find it gone.
void write_whole(const FileDescriptor& file, std::string_view text, const std::filesystem::path& path) {
  write_all(file, text, path);
  if (::fsync(file.get()) != 0) {
    fail("cannot write", path);
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
      fail("cannot write", path);
    }
    return {protocol::Sha256::hex_of(read_token(path)), false};
  }
  const std::string token = random_hex();
  try {
    write_whole(file, token + "\n", path);
  } catch (const std::system_error&) {
    (void)::unlink(path.c_str());  // half a token would pass for a whole one
    throw;
  }
  return {protocol::Sha256::hex_of(token), true};
}

std::filesystem::path TokenFiles::write(const std::string& name, const std::string& text) const {
  const std::filesystem::path path = folder_ / name;
  const std::filesystem::path draft = folder_ / (name + ".new");
  const FileDescriptor file(
      ::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, kForAll));
  if (file.get() < 0) {
    fail("cannot write", draft);
  }
  write_whole(file, text, draft);
  std::filesystem::rename(draft, path);
  return path;
}

}  // namespace referee
