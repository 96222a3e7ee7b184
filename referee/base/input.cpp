#include "referee/base/input.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "referee/base/file_descriptor.h"
#include "referee/base/unicode/unicode.h"
#include "referee/base/units.h"

namespace referee {
namespace {

constexpr std::size_t kPiece = 64 * 1024;

/// Words for the errors that people make, and those of the system for the others.
std::string reason_of(const std::filesystem::path& file, int error) {
  switch (error) {
    case ENOENT: {
      const std::filesystem::path folder = file.parent_path();
      std::error_code unknown;
      return folder.empty() || std::filesystem::exists(folder, unknown) ? "no such file"
                                                                        : "no folder " + folder.string();
    }
    case EACCES:
    case EPERM:
      return "not permitted";
    case EISDIR:
      return "it is a folder, expected a file";
    default:
      return std::generic_category().message(error);
  }
}

}  // namespace

std::string unreadable_text(const std::filesystem::path& file, int error) {
  return file.string() + ": cannot be read: " + reason_of(file, error);
}

std::string read_to_end(int fd, const std::string& name, std::size_t max_mib) {
  const std::size_t most = max_mib * std::size_t{kMib};
  std::string text;
  std::array<char, kPiece> piece;
  while (true) {
    const ssize_t size = ::read(fd, piece.data(), piece.size());
    if (size == 0) {
      return text;
    }
    if (size < 0) {
      if (errno == EINTR) {
        continue;
      }
      throw std::invalid_argument(unreadable_text(name, errno));
    }
    text.append(piece.data(), static_cast<std::size_t>(size));
    if (text.size() > most) {
      throw std::invalid_argument(name + ": too large, expected at most " + std::to_string(max_mib) + " MiB");
    }
  }
}

std::string read_whole_file(const std::filesystem::path& file, std::size_t max_mib) {
  const FileDescriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (opened.get() < 0) {
    throw std::invalid_argument(unreadable_text(file, errno));
  }
  return read_to_end(opened.get(), file.string(), max_mib);
}

std::string plain_text(std::string_view text) {
  const std::optional<std::string> utf8 = unicode::from_utf16(text);
  std::string_view rest = utf8 ? *utf8 : text;
  rest.remove_prefix(rest.starts_with(unicode::kByteOrderMark) ? unicode::kByteOrderMark.size() : 0);
  rest.remove_suffix(rest.ends_with('\x1a') ? 1 : 0);
  std::string plain;
  plain.reserve(rest.size());
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (rest[i] != '\r') {
      plain.push_back(rest[i]);
    } else if (i + 1 == rest.size() || rest[i + 1] != '\n') {
      plain.push_back('\n');
    }
  }
  return plain;
}

std::string read_small_file(const std::filesystem::path& file, std::size_t max_mib) {
  return plain_text(read_whole_file(file, max_mib));
}

std::optional<std::string> read_own_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in || std::filesystem::is_directory(file)) {
    return std::nullopt;
  }
  return std::string(std::istreambuf_iterator<char>(in), {});
}

std::string read_standard_input(std::size_t max_mib) { return read_to_end(STDIN_FILENO, "stdin", max_mib); }

}  // namespace referee
