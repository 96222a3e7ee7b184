#include "referee/prepare/archive.h"

#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <string>

#include "bench/fuzz/targets.h"
#include "referee/base/file_descriptor.h"
#include "referee/base/files.h"

// A submission: an archive of any kind.
namespace fuzz {
namespace {

namespace fs = std::filesystem;

constexpr referee::SizeBound kBound{.bytes = 64 * 1024, .files = 20};

void check(const fs::path& folder) {
  std::uint64_t bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const auto type = entry.symlink_status().type();
    promise(type == fs::file_type::regular || type == fs::file_type::directory, "only files and folders");
    promise(type != fs::file_type::regular || entry.hard_link_count() == 1, "no file has another name");
    bytes += type == fs::file_type::regular ? entry.file_size() : 0;
  }
  promise(bytes <= kBound.bytes, "the size is bounded");
}

/// The names in a folder that are not `known`.
bool has_others(const fs::path& folder, const fs::path& known, const fs::path& archive) {
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path() != known && entry.path() != archive) {
      return true;
    }
  }
  return false;
}

}  // namespace

void archive(std::string_view input) {
  const referee::ScratchFolder scratch;
  const fs::path file = scratch.path() / "submission";
  const fs::path folder = scratch.path() / "unpacked";
  referee::write_file_atomically(file, input, referee::Sync::none);
  fs::create_directory(folder);
  try {
    (void)referee::prepare::unpack_archive(file, folder, kBound);
    check(folder);
  } catch (const referee::prepare::BadSubmission&) {
    check(folder);
  }
  promise(!has_others(scratch.path(), folder, file), "nothing is written outside");
}

}  // namespace fuzz
