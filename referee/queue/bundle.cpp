#include "referee/queue/bundle.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <vector>

#include "protocol/sha256.h"
#include "referee/submission/tar_writer.h"

namespace referee::queue {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTooLarge = " has more than 64 MiB when it is packed: workers cannot play it";

bool is_left_out(const fs::path& inside) {
  return std::ranges::any_of(inside,
                             [](const fs::path& part) { return part == ".git" || part == "__pycache__"; });
}

/// The file behind an entry of the folder, if it is one and lies inside.
std::optional<fs::path> file_of(const fs::directory_entry& entry, const fs::path& folder) {
  if (!entry.is_regular_file()) {
    return std::nullopt;
  }
  const fs::path file = fs::canonical(entry.path());
  const auto [end, unused] = std::ranges::mismatch(folder, file);
  return end == folder.end() ? std::optional(file) : std::nullopt;
}

std::string bytes_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    throw CannotTravel(file.string() + " cannot be read");
  }
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

Bundle make_bundle(const fs::path& folder, const std::function<bool(const fs::path&)>& left_out) {
  Bundle bundle;
  try {
    const fs::path root = fs::canonical(folder);
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      const fs::path inside = entry.path().lexically_relative(root);
      if (!is_left_out(inside) && !(left_out && left_out(entry.path())) && file_of(entry, root)) {
        names.push_back(inside.string());
      }
    }
    std::ranges::sort(names);
    submission::TarWriter writer(bundle.bytes, submission::TarWriter::Compression::zstd);
    for (const std::string& name : names) {
      const bool runs = (fs::status(root / name).permissions() & fs::perms::owner_exec) != fs::perms::none;
      writer.add(name, runs, bytes_of(root / name));
      if (bundle.bytes.size() > kMostBundleBytes) {
        break;
      }
    }
    writer.finish();
  } catch (const fs::filesystem_error& error) {
    throw CannotTravel(folder.string() + " cannot be read: " + error.code().message());
  } catch (const std::invalid_argument& error) {
    throw CannotTravel(folder.string() + " " + error.what());
  }
  if (bundle.bytes.size() > kMostBundleBytes) {
    throw CannotTravel(folder.string() + kTooLarge);
  }
  bundle.sha256 = protocol::Sha256::hex_of(bundle.bytes);
  return bundle;
}

}  // namespace referee::queue
