#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>

#include "referee/base/folder_copy.h"

namespace referee::queue {

/// A bot's folder as it travels to workers: a tar.zst, named by the SHA-256 of its bytes. The same files give
/// the same bytes on every machine.
struct Bundle {
  std::string sha256;  ///< 64 hex digits, lower case
  std::string bytes;
};

inline constexpr std::uint64_t kMostBundleBytes = 64ULL * 1024 * 1024;

/// A folder that cannot travel: why, for people.
class CannotTravel : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Packs all files in `folder` but .git, __pycache__ and those that `left_out` names; a link to a file inside
/// travels as that file, other links do not. Throws CannotTravel for more than kMostBundleBytes or for a file
/// that cannot be read.
Bundle make_bundle(const std::filesystem::path& folder,
                   const std::function<bool(const std::filesystem::path&)>& left_out = {});

/// The bound of what pack_whole() and pack_file() have packed: theirs has an entry for the folder itself.
inline constexpr SizeBound kWholeBound{.files = SizeBound().files + 1};

/// Packs all that is in `folder`, as it is, into a bundle that make_bundle() makes of no folder:
/// unpack_archive() with Links::inside makes the same of it, by content_hash(), if all links lead inside.
/// Throws as make_bundle(), and for a folder that is empty.
Bundle pack_whole(const std::filesystem::path& folder);
/// Packs one file, under its own name, likewise. Throws as make_bundle().
Bundle pack_file(const std::filesystem::path& file);

}  // namespace referee::queue
