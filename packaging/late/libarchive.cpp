// What referee/prepare/ calls of libarchive, which brings libxml2 and ICU along: only hand-ins and bundles
// need them.

#include <archive.h>
#include <archive_entry.h>

#include <array>
#include <cstdarg>
#include <cstdio>

#include "packaging/late/late_library.h"

namespace {
constinit late::Library library(LIBRARY);
}

LATE_1(archive_entry_filetype)
LATE_1(archive_entry_free)
LATE_1(archive_entry_hardlink)
LATE_1(archive_entry_is_data_encrypted)
LATE_0(archive_entry_new)
LATE_1(archive_entry_pathname)
LATE_1(archive_entry_pathname_utf8)
LATE_1(archive_entry_perm)
LATE_2(archive_entry_set_filetype)
LATE_2(archive_entry_set_pathname)
LATE_2(archive_entry_set_perm)
LATE_2(archive_entry_set_size)
LATE_2(archive_entry_set_symlink)
LATE_1(archive_entry_symlink)
LATE_1(archive_error_string)
LATE_3(archive_read_data)
LATE_1(archive_read_free)
LATE_0(archive_read_new)
LATE_2(archive_read_next_header)
LATE_3(archive_read_open_fd)
LATE_1(archive_read_support_filter_bzip2)
LATE_1(archive_read_support_filter_gzip)
LATE_1(archive_read_support_filter_xz)
LATE_1(archive_read_support_filter_zstd)
LATE_1(archive_read_support_format_7zip)
LATE_1(archive_read_support_format_rar)
LATE_1(archive_read_support_format_rar5)
LATE_1(archive_read_support_format_tar)
LATE_1(archive_read_support_format_zip)
LATE_1(archive_write_add_filter_gzip)
LATE_1(archive_write_add_filter_zstd)
LATE_1(archive_write_close)
LATE_3(archive_write_data)
LATE_1(archive_write_free)
LATE_2(archive_write_header)
LATE_0(archive_write_new)
LATE_5(archive_write_open)
LATE_2(archive_write_set_bytes_in_last_block)
LATE_4(archive_write_set_filter_option)
LATE_1(archive_write_set_format_ustar)

extern "C" void archive_set_error(archive* of, int error, const char* format, ...) {
  static auto* const kLoaded =
      reinterpret_cast<decltype(&archive_set_error)>(library.function("archive_set_error"));
  std::array<char, 256> text;  // NOLINT: filled below
  va_list values;
  va_start(values, format);
  std::vsnprintf(text.data(), text.size(), format, values);
  va_end(values);
  kLoaded(of, error, "%s", text.data());
}
