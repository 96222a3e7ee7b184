#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "referee/base/file_descriptor.h"

struct archive;
struct archive_entry;

namespace referee::prepare {

/// Writes an archive without times and owners: the same files in the same order give the same bytes
/// on every machine.
class TarWriter {
 public:
  enum class Compression : std::uint8_t { gzip, zstd };
  /// Takes the next bytes of the archive. False: no more are wanted, and the call of this class that wrote
  /// them throws std::invalid_argument. It throws nothing.
  using Sink = std::function<bool(std::string_view)>;
  /// The archive is appended to `out`, which outlives this object.
  TarWriter(std::string& out, Compression compression);
  TarWriter(Sink sink, Compression compression);
  TarWriter(const TarWriter&) = delete;
  TarWriter& operator=(const TarWriter&) = delete;

  /// A file by its path in the archive. `runs`: its owner may execute it. Throws std::invalid_argument for a
  /// path that the format cannot hold.
  void add(const std::string& path, bool runs, std::string_view bytes);
  /// A file by its path in the archive, with the next `size` bytes of `in`, which are not held in memory
  /// together. `runs`: its owner may execute it. Throws std::invalid_argument for a path that the format
  /// cannot hold, and for a file that has fewer bytes.
  void add(const std::string& path, bool runs, const FileDescriptor& in, std::uint64_t size);
  /// A folder, and a symbolic link to `target`, by its path in the archive. Throws std::invalid_argument for
  /// a path that the format cannot hold.
  void add_folder(const std::string& path);
  void add_link(const std::string& path, const std::string& target);
  /// Writes what is left. To be called once, at the end.
  void finish();

 private:
  struct Free {
    void operator()(archive* a) const;
  };

  void begin(const std::string& path, bool runs, std::uint64_t size);
  void begin(::archive_entry* entry, const std::string& path, unsigned type, unsigned permissions);
  void put(std::string_view bytes);
  void check(int result);
  [[noreturn]] void fail();

  std::unique_ptr<Sink> sink_;  // libarchive has its address, and calls it while it is freed
  std::unique_ptr<archive, Free> archive_;
};

}  // namespace referee::prepare
