#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct archive;
struct archive_entry;

namespace referee::submission {

/// Writes an archive to memory without times and owners: the same files in the same order give the same bytes
/// on every machine.
class TarWriter {
 public:
  enum class Compression : std::uint8_t { gzip, zstd };
  /// The archive is appended to `out`, which outlives this object.
  TarWriter(std::string& out, Compression compression);
  TarWriter(const TarWriter&) = delete;
  TarWriter& operator=(const TarWriter&) = delete;

  /// A file by its path in the archive. `runs`: its owner may execute it. Throws std::invalid_argument for a
  /// path that the format cannot hold.
  void add(const std::string& path, bool runs, std::string_view bytes);
  /// A folder, and a link, likewise.
  void add_folder(const std::string& path);
  void add_link(const std::string& path, const std::string& target);
  /// Writes what is left. To be called once, at the end.
  void finish();

 private:
  struct Free {
    void operator()(archive* a) const;
  };

  void begin(::archive_entry* entry, const std::string& path, unsigned type, unsigned permissions);
  void check(int result);
  [[noreturn]] void fail();

  std::unique_ptr<archive, Free> archive_;
  std::string& out_;
};

}  // namespace referee::submission
