#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

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
/// the one that is_archive(), nothing if there is none. A file such as weights.json.gz beside others is none.
/// Throws BadSubmission if there are several, or none with the pattern.
std::optional<std::filesystem::path> find_archive(const std::filesystem::path& folder,
                                                  const std::string& pattern);

/// The archive in `folder` that is the only file there, beside what people read and what systems leave
/// behind.
std::optional<std::filesystem::path> only_archive(const std::filesystem::path& folder);

/// Whether a call of the system failed because the machine lacks something: space on the disk, memory, free
/// descriptors, a working disk. Any other failure to read or copy a submission is owed to what is in it.
bool is_of_machine(const std::error_code& error);

/// Who has packed an archive: which kinds are read, and what becomes of its links. Links that is_kept()
/// names are made.
enum class Packer : std::uint8_t {
  person,  ///< a zip, tar, 7z or rar, or a tar by gzip, bzip2, xz or zstd; other links, and hard links, are
           ///< left out
  referee  ///< a tar or tar.zst; other links, and hard links, are refused
};

/// Unpacks an archive into `to`, an empty folder. Returns what was left out, for people: "x/data, a link that
/// leads outside". Throws BadSubmission for a file that is no such archive, is damaged, encrypted or over
/// `bound`, and, naming it, for an entry that is a device,
/// stands twice, lies outside (an absolute path, ..), needs a folder where a file or a link is, or has a name
/// or path that is too long; std::system_error if the machine fails.
std::vector<std::string> unpack_archive(const std::filesystem::path& archive, const std::filesystem::path& to,
                                        const SizeBound& bound = {}, Packer packer = Packer::person);

}  // namespace referee::prepare
