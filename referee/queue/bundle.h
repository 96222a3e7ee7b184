#pragma once

#include <cstddef>
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

inline constexpr std::uint64_t kMostBundleBytes = 64ULL * 1024 * 1024;          ///< packed, in a store
inline constexpr std::uint64_t kMostSharedBundleBytes = 1024ULL * 1024 * 1024;  ///< packed, in a folder
/// What a bundle may hold; a worker unpacks no more.
inline constexpr SizeBound kBundleBound{4ULL * 1024 * 1024 * 1024, 100'000};

/// A folder that cannot travel: why, for people.
class CannotTravel : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Which files of a bot's folder, by their paths, stay behind.
using LeftOut = std::function<bool(const std::filesystem::path&)>;

/// Packs all files in `folder` but .git, __pycache__ and those that `left_out` names; a link to a file inside
/// travels as that file, other links do not. Throws CannotTravel for more than kMostBundleBytes or
/// kBundleBound, or for a file that cannot be read.
Bundle make_bundle(const std::filesystem::path& folder, const LeftOut& left_out = {});

/// A bundle that lies in a folder.
struct BundleFile {
  std::string sha256;
  std::size_t files = 0;    ///< in it
  std::uint64_t bytes = 0;  ///< of the archive
};

/// Where a folder has the bundle of that SHA-256.
std::filesystem::path bundle_path(const std::filesystem::path& shared, const std::string& sha256);

/// Packs what make_bundle() packs into the file bundle_path(shared, SHA-256), without holding it in memory.
/// It may have kMostSharedBundleBytes. The file appears as a whole, and may be read by its owner and its
/// group (0640); one that is there and as large is left. Throws CannotTravel as make_bundle(), and
/// std::system_error, naming the path.
BundleFile write_bundle(const std::filesystem::path& folder, const std::filesystem::path& shared,
                        const LeftOut& left_out = {});

/// The bound of what pack_whole() and pack_file() have packed: theirs has an entry for the folder itself.
inline constexpr SizeBound kWholeBound{.files = SizeBound().files + 1};

/// Packs all that is in `folder`, as it is, into a bundle that make_bundle() makes of no folder:
/// unpack_archive() with Packer::referee makes the same of it, by content_hash(), if all links lead inside.
/// Throws as make_bundle(), and for a folder that is empty.
Bundle pack_whole(const std::filesystem::path& folder);
/// Packs one file, under its own name, into a bundle that differs from all of make_bundle(). Throws as
/// make_bundle().
Bundle pack_file(const std::filesystem::path& file);

}  // namespace referee::queue
