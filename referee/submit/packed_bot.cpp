#include "referee/submit/packed_bot.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <memory>
#include <new>
#include <stdexcept>
#include <system_error>

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 4> kArchives = {".zip", ".tar", ".tar.gz", ".tgz"};
constexpr std::array<std::string_view, 2> kLeftOut = {".git", "__pycache__"};

bool is_archive_name(std::string name) {
  std::ranges::transform(name, name.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; });
  return std::ranges::any_of(kArchives, [&](std::string_view end) { return name.ends_with(end); });
}

std::string bytes_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    throw std::invalid_argument(file.string() + " cannot be read");
  }
  return {std::istreambuf_iterator<char>(in), {}};
}

[[noreturn]] void too_large(const fs::path& path, std::uint64_t most) {
  throw TooLarge(path.string() + " has too many bytes: at most " + std::to_string(most) + " are taken");
}

/// Writes a tar.gz to memory; times and owners are left out.
class Packer {
 public:
  explicit Packer(std::string& out) : archive_(::archive_write_new()), out_(out) {
    if (archive_ == nullptr) {
      throw std::bad_alloc();
    }
    check(::archive_write_set_format_ustar(archive_.get()));
    check(::archive_write_add_filter_gzip(archive_.get()));
    check(::archive_write_set_filter_option(archive_.get(), "gzip", "timestamp", nullptr));
    check(::archive_write_set_bytes_in_last_block(archive_.get(), 1));
    check(::archive_write_open(archive_.get(), this, nullptr, &Packer::take, nullptr));
  }

  void add(const fs::path& file, const std::string& name, const std::string& bytes) {
    const std::unique_ptr<archive_entry, decltype(&::archive_entry_free)> entry(::archive_entry_new(),
                                                                                &::archive_entry_free);
    const bool runs = (fs::status(file).permissions() & fs::perms::owner_exec) != fs::perms::none;
    ::archive_entry_set_pathname(entry.get(), name.c_str());
    ::archive_entry_set_filetype(entry.get(), AE_IFREG);
    ::archive_entry_set_perm(entry.get(), runs ? 0755 : 0644);
    ::archive_entry_set_size(entry.get(), static_cast<la_int64_t>(bytes.size()));
    check(::archive_write_header(archive_.get(), entry.get()));
    if (::archive_write_data(archive_.get(), bytes.data(), bytes.size()) !=
        static_cast<la_ssize_t>(bytes.size())) {
      fail();
    }
  }

  void finish() { check(::archive_write_close(archive_.get())); }

 private:
  struct Free {
    void operator()(archive* a) const { ::archive_write_free(a); }
  };

  static la_ssize_t take(archive* /*from*/, void* self, const void* bytes, std::size_t size) {
    static_cast<Packer*>(self)->out_.append(static_cast<const char*>(bytes), size);
    return static_cast<la_ssize_t>(size);
  }
  void check(int result) {
    if (result != ARCHIVE_OK) {
      fail();
    }
  }
  [[noreturn]] void fail() {
    const char* const why = ::archive_error_string(archive_.get());
    throw std::invalid_argument(std::string("cannot be packed: ") + (why == nullptr ? "" : why));
  }

  std::unique_ptr<archive, Free> archive_;
  std::string& out_;
};

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
  if (is_file && is_archive_name(packed.name)) {
    if (fs::file_size(full) > most_bytes) {
      too_large(path, most_bytes);
    }
    packed.bytes = bytes_of(full);
    return packed;
  }
  const fs::path folder = is_file ? full.parent_path() : full;
  const std::vector<std::string> files = is_file ? std::vector{packed.name} : files_in(full, packed.left_out);
  packed.name += ".tar.gz";
  Packer packer(packed.bytes);
  for (const std::string& file : files) {
    packer.add(folder / file, file, bytes_of(folder / file));
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
