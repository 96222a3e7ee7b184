#include "referee/base/secret_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "referee/base/file_descriptor.h"
#include "referee/base/input.h"

namespace referee {
namespace {

constexpr std::size_t kMaxSecret = 1024;  // bytes: what a hello may carry
constexpr std::string_view kSpace = " \t\r\n";

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(kSpace);
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(kSpace) + 1 - begin);
}

bool is_word(std::string_view text) {
  return text.size() <= kMaxSecret && std::ranges::all_of(text, [](char c) { return c > ' ' && c < 0x7f; });
}

[[noreturn]] void cannot_write(const std::filesystem::path& path, int error) {
  throw std::system_error(error, std::generic_category(), "cannot write " + path.string());
}

}  // namespace

std::optional<std::string> read_secret_file(const std::filesystem::path& path) {
  std::error_code unreadable;
  if (!std::filesystem::exists(path, unreadable) && !unreadable) {
    return std::nullopt;
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::string text(4 * kMaxSecret, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  if (unreadable || file.bad() || (text.empty() && !file.eof())) {
    throw std::invalid_argument(unreadable_text(path, unreadable ? unreadable.value() : errno));
  }
  const std::string secret = trimmed(plain_text(text));
  if (!is_word(secret)) {
    throw std::invalid_argument(path.string() + ": expected one word and nothing else");
  }
  return secret.empty() ? std::nullopt : std::optional(secret);
}

void write_secret_file(const std::filesystem::path& path, const std::string& secret) {
  std::string draft = path.string() + ".XXXXXX";
  const FileDescriptor file(::mkostemp(draft.data(), O_CLOEXEC));  // made with mode 0600
  if (file.get() < 0) {
    cannot_write(path, errno);
  }
  try {
    write_all(file, secret + "\n", path);
    if (::fsync(file.get()) != 0 || ::rename(draft.c_str(), path.c_str()) != 0) {
      cannot_write(path, errno);
    }
  } catch (const std::system_error&) {
    ::unlink(draft.c_str());
    throw;
  }
}

}  // namespace referee
