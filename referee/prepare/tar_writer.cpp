#include "referee/prepare/tar_writer.h"

#include <archive.h>
#include <archive_entry.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <new>
#include <stdexcept>
#include <utility>

namespace referee::prepare {
namespace {

constexpr mode_t kFile = 0644;
constexpr mode_t kProgram = 0755;

using Entry = std::unique_ptr<archive_entry, decltype(&::archive_entry_free)>;

Entry new_entry() { return {::archive_entry_new(), &::archive_entry_free}; }

la_ssize_t pass_on(archive* to, void* sink, const void* bytes, std::size_t size) {
  if (!(*static_cast<TarWriter::Sink*>(sink))({static_cast<const char*>(bytes), size})) {
    ::archive_set_error(to, ECANCELED, "it was given up");
    return -1;
  }
  return static_cast<la_ssize_t>(size);
}

}  // namespace

void TarWriter::Free::operator()(archive* a) const { ::archive_write_free(a); }

TarWriter::TarWriter(std::string& out, Compression compression)
    : TarWriter(
          [&out](std::string_view bytes) {
            out.append(bytes);
            return true;
          },
          compression) {}

TarWriter::TarWriter(Sink sink, Compression compression)
    : sink_(std::make_unique<Sink>(std::move(sink))), archive_(::archive_write_new()) {
  if (archive_ == nullptr) {
    throw std::bad_alloc();
  }
  check(::archive_write_set_format_ustar(archive_.get()));
  if (compression == Compression::gzip) {
    check(::archive_write_add_filter_gzip(archive_.get()));
    check(::archive_write_set_filter_option(archive_.get(), "gzip", "timestamp", nullptr));
  } else {
    check(::archive_write_add_filter_zstd(archive_.get()));
  }
  check(::archive_write_set_bytes_in_last_block(archive_.get(), 1));
  check(::archive_write_open(archive_.get(), sink_.get(), nullptr, &pass_on, nullptr));
}

void TarWriter::begin(const std::string& path, bool runs, std::uint64_t size) {
  const Entry entry = new_entry();
  ::archive_entry_set_size(entry.get(), static_cast<la_int64_t>(size));
  begin(entry.get(), path, AE_IFREG, runs ? kProgram : kFile);
}

void TarWriter::put(std::string_view bytes) {
  if (::archive_write_data(archive_.get(), bytes.data(), bytes.size()) !=
      static_cast<la_ssize_t>(bytes.size())) {
    fail();
  }
}

void TarWriter::add(const std::string& path, bool runs, std::string_view bytes) {
  begin(path, runs, bytes.size());
  put(bytes);
}

void TarWriter::add(const std::string& path, bool runs, const FileDescriptor& in, std::uint64_t size) {
  begin(path, runs, size);
  std::array<char, 64 * 1024> block;
  while (size > 0) {
    const ssize_t got = ::read(in.get(), block.data(), std::min<std::uint64_t>(size, block.size()));
    if (got <= 0) {
      throw std::invalid_argument("cannot be packed: " + path + " has become shorter, or cannot be read");
    }
    put({block.data(), static_cast<std::size_t>(got)});
    size -= static_cast<std::uint64_t>(got);
  }
}

void TarWriter::add_folder(const std::string& path) {
  const Entry entry = new_entry();
  begin(entry.get(), path, AE_IFDIR, kProgram);
}

void TarWriter::add_link(const std::string& path, const std::string& target) {
  const Entry entry = new_entry();
  ::archive_entry_set_symlink(entry.get(), target.c_str());
  begin(entry.get(), path, AE_IFLNK, kProgram);
}

void TarWriter::begin(::archive_entry* entry, const std::string& path, unsigned type, unsigned permissions) {
  ::archive_entry_set_pathname(entry, path.c_str());
  ::archive_entry_set_filetype(entry, type);
  ::archive_entry_set_perm(entry, permissions);
  check(::archive_write_header(archive_.get(), entry));
}

void TarWriter::finish() { check(::archive_write_close(archive_.get())); }

void TarWriter::check(int result) {
  if (result != ARCHIVE_OK) {
    fail();
  }
}

void TarWriter::fail() {
  const char* const why = ::archive_error_string(archive_.get());
  throw std::invalid_argument(std::string("cannot be packed: ") + (why == nullptr ? "" : why));
}

}  // namespace referee::prepare
