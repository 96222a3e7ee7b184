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

constexpr const char* kItself = ".";
constexpr const char* kTooLarge = " has more than 64 MiB when it is packed: workers cannot have it";

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

bool is_program(const fs::path& file) {
  return (fs::status(file).permissions() & fs::perms::owner_exec) != fs::perms::none;
}

/// What `add` adds to an archive; `of` is named if it cannot be packed.
template <class Add>
Bundle bundled(const fs::path& of, const Add& add) {
  Bundle bundle;
  try {
    submission::TarWriter writer(bundle.bytes, submission::TarWriter::Compression::zstd);
    add(writer, bundle.bytes);
    writer.finish();
  } catch (const fs::filesystem_error& error) {
    throw CannotTravel(of.string() + " cannot be read: " + error.code().message());
  } catch (const std::invalid_argument& error) {
    throw CannotTravel(of.string() + " " + error.what());
  }
  if (bundle.bytes.size() > kMostBundleBytes) {
    throw CannotTravel(of.string() + kTooLarge);
  }
  bundle.sha256 = protocol::Sha256::hex_of(bundle.bytes);
  return bundle;
}

void add_as_it_is(submission::TarWriter& writer, const fs::path& root, const std::string& name) {
  const fs::path path = root / name;
  const fs::file_status status = fs::symlink_status(path);
  if (fs::is_symlink(status)) {
    const fs::path target = fs::read_symlink(path);
    if (stays_inside(name, target)) {
      writer.add_link(name, target.string());
    }
  } else if (fs::is_directory(status)) {
    writer.add_folder(name);
  } else if (fs::is_regular_file(status)) {
    writer.add(name, is_program(path), bytes_of(path));
  }
}

}  // namespace

Bundle make_bundle(const fs::path& folder, const std::function<bool(const fs::path&)>& left_out) {
  return bundled(folder, [&](submission::TarWriter& writer, const std::string& bytes) {
    const fs::path root = fs::canonical(folder);
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      const fs::path inside = entry.path().lexically_relative(root);
      if (!is_left_out(inside) && !(left_out && left_out(entry.path())) && file_of(entry, root)) {
        names.push_back(inside.string());
      }
    }
    std::ranges::sort(names);
    for (const std::string& name : names) {
      writer.add(name, is_program(root / name), bytes_of(root / name));
      if (bytes.size() > kMostBundleBytes) {
        break;
      }
    }
  });
}

Bundle pack_whole(const fs::path& folder) {
  return bundled(folder, [&](submission::TarWriter& writer, const std::string& bytes) {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      names.push_back(entry.path().lexically_relative(folder).string());
    }
    if (names.empty()) {
      throw CannotTravel(folder.string() + " is empty");
    }
    std::ranges::sort(names);
    writer.add_folder(kItself);
    for (const std::string& name : names) {
      add_as_it_is(writer, folder, name);
      if (bytes.size() > kMostBundleBytes) {
        break;
      }
    }
  });
}

Bundle pack_file(const fs::path& file) {
  return bundled(file, [&](submission::TarWriter& writer, const std::string& /*bytes*/) {
    writer.add_folder(kItself);
    writer.add(file.filename().string(), is_program(file), bytes_of(file));
  });
}

}  // namespace referee::queue
