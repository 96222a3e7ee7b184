#include "referee/join/packed_bot.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>

#include "referee/base/input.h"
#include "referee/prepare/file_kind.h"
#include "referee/prepare/tar_writer.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 2> kLeftOut = {".git", "__pycache__"};

std::string bytes_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    throw std::invalid_argument(unreadable_text(file, errno));
  }
  return {std::istreambuf_iterator<char>(in), {}};
}

[[noreturn]] void too_large(const fs::path& path, std::uint64_t most) {
  throw TooLarge(path.string() + " is too large: at most " + std::to_string(most) + " bytes are accepted");
}

bool is_program(const fs::path& file) {
  return (fs::status(file).permissions() & fs::perms::owner_exec) != fs::perms::none;
}

bool is_left_out(const fs::path& inside) {
  return std::ranges::any_of(inside, [](const fs::path& part) {
    return std::ranges::find(kLeftOut, part.string()) != kLeftOut.end();
  });
}

/// The files of a folder, by their paths in it, in the order of these.
std::vector<std::string> files_in(const fs::path& folder, std::vector<std::string>& left_out) {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const fs::path inside = entry.path().lexically_relative(folder);
    if (is_left_out(inside) || (entry.is_directory() && !entry.is_symlink())) {
      continue;
    }
    (entry.is_regular_file() && !entry.is_symlink() ? files : left_out).push_back(inside.string());
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

PackedBot pack_bot(const fs::path& path, std::uint64_t most_bytes) {
  PackedBot packed;
  const bool is_file = fs::is_regular_file(path);
  if (!is_file && !fs::is_directory(path)) {
    throw std::invalid_argument(path.string() + ": expected a folder, an archive or a file");
  }
  const fs::path full = fs::canonical(path);
  packed.name = full.filename().string();
  if (is_file && prepare::is_archive(full)) {
    if (fs::file_size(full) > most_bytes) {
      too_large(path, most_bytes);
    }
    packed.bytes = bytes_of(full);
    return packed;
  }
  const fs::path folder = is_file ? full.parent_path() : full;
  const std::vector<std::string> files = is_file ? std::vector{packed.name} : files_in(full, packed.left_out);
  packed.name += ".tar.gz";
  prepare::TarWriter packer(packed.bytes, prepare::TarWriter::Compression::gzip);
  for (const std::string& file : files) {
    packer.add(file, is_program(folder / file), bytes_of(folder / file));
    if (packed.bytes.size() > most_bytes) {
      too_large(path, most_bytes);
    }
  }
  packer.finish();
  if (packed.bytes.size() > most_bytes) {
    too_large(path, most_bytes);
  }
  return packed;
}

}  // namespace referee
