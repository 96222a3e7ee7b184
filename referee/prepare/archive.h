#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include "referee/base/folder_copy.h"

namespace referee::prepare {

/// Bytes of a file's name that a message shows.
inline constexpr std::size_t kMaxShownName = 200;

/// Bytes of the name of one file or folder, as file systems have it (NAME_MAX).
inline constexpr std::size_t kMaxName = 255;

/// The submission cannot be played: this is the student's result, never a failure of the referee.
class BadSubmission : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The one archive among the files of `folder` whose name matches `pattern` (a shell's); an empty pattern:
/// the one whose name ends in .zip, .tar, .tar.gz or .tgz, nothing if there is none. Throws BadSubmission if
/// there are several, or none with the pattern.
std::optional<std::filesystem::path> find_archive(const std::filesystem::path& folder,
                                                  const std::string& pattern);

/// Whether a call of the system failed because the machine lacks something: space on the disk, memory, free
/// descriptors, a working disk. Any other failure to read or copy a submission is owed to what is in it.
bool is_of_machine(const std::error_code& error);

/// Whether a file begins as a zip, tar or gzip file does, whatever its name is. False if it cannot be read.
bool is_archive(const std::filesystem::path& file);

/// Whether a file or folder is one that systems add by themselves, such as .DS_Store.
bool is_left_by_system(std::string_view name);

/// What becomes of the symbolic links in an archive.
enum class Links : std::uint8_t {
  refused,
  inside  ///< those that stays_inside() are made; others are refused
};

/// Unpacks a zip, tar, tar.gz or tar.zst into `to`, an empty folder. Throws BadSubmission for a file that is
/// none of these, is damaged or over `bound`, and, naming it, for an entry that is no file or folder (a link,
/// a device), stands twice, lies outside (an absolute path, ..), needs a folder where a file is, or has a
/// name or path that is too long; std::system_error if the machine fails.
void unpack_archive(const std::filesystem::path& archive, const std::filesystem::path& to,
                    const SizeBound& bound = {}, Links links = Links::refused);

}  // namespace referee::prepare
