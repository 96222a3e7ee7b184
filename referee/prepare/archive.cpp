#include "referee/prepare/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <locale.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <iterator>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "referee/base/file_descriptor.h"
#include "referee/base/folder_tree.h"
#include "referee/base/text.h"
#include "referee/base/units.h"
#include "referee/prepare/file_kind.h"

namespace referee::prepare {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBlock = 64 * 1024;
constexpr const char* kNoArchive = "is no zip, tar, 7z or rar, or damaged: ";

/// Names in archives are UTF-8, which libarchive turns into those of the thread's locale: without one for
/// UTF-8 a name beyond ASCII would be lost.
class Utf8Names {
 public:
  Utf8Names() : utf8_(::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {
    if (utf8_ == nullptr) {
      throw std::system_error(errno, std::generic_category(), "no locale C.UTF-8");
    }
    before_ = ::uselocale(utf8_);
  }
  ~Utf8Names() {
    ::uselocale(before_);
    ::freelocale(utf8_);
  }
  Utf8Names(const Utf8Names&) = delete;
  Utf8Names& operator=(const Utf8Names&) = delete;

 private:
  locale_t utf8_;
  locale_t before_ = nullptr;
};

/// Reads one archive, entry by entry.
class Unpacker {
 public:
  Unpacker(const fs::path& file, const fs::path& to, const SizeBound& bound, Packer packer)
      : name_(file.filename().string()),
        to_(to),
        bound_(bound),
        packer_(packer),
        file_(open_named_file(file)),
        archive_(::archive_read_new()) {
    if (archive_ == nullptr) {
      throw std::bad_alloc();
    }
    ::archive_read_support_format_tar(archive_.get());
    ::archive_read_support_filter_zstd(archive_.get());
    if (packer_ == Packer::person) {
      support_what_people_pack();
    }
    if (::archive_read_open_fd(archive_.get(), file_.get(), kBlock) != ARCHIVE_OK) {
      refuse(kNoArchive + why());
    }
  }

  std::vector<std::string> run() {
    while (next()) {
      const fs::path place = place_of_entry();
      if (::archive_entry_filetype(entry_) == AE_IFDIR) {
        count();
        make_folders(place);
      } else {
        make_folders(place.parent_path());
        count();
        make(place);
      }
    }
    if (files_ == 0) {
      refuse("is empty or damaged: no file is in it");
    }
    return std::move(left_out_);
  }

 private:
  /// Each is a parser of its own for bytes of strangers: what no system makes by itself is none of them.
  /// Those of the referee's own archives are fewer, because they are also read outside of `referee prepare`.
  void support_what_people_pack() {
    ::archive_read_support_format_zip(archive_.get());
    ::archive_read_support_format_7zip(archive_.get());
    ::archive_read_support_format_rar(archive_.get());
    ::archive_read_support_format_rar5(archive_.get());
    ::archive_read_support_filter_gzip(archive_.get());
    ::archive_read_support_filter_bzip2(archive_.get());
    ::archive_read_support_filter_xz(archive_.get());
  }

  struct Free {
    void operator()(::archive* archive) const { ::archive_read_free(archive); }
  };

  [[noreturn]] void refuse(const std::string& what) const { throw BadSubmission(name_ + " " + what); }

  std::string why() const {
    const char* const text = ::archive_error_string(archive_.get());
    return text == nullptr ? "it cannot be read" : printable(text, kMaxShownName);
  }

  bool next() {
    const int code = ::archive_read_next_header(archive_.get(), &entry_);
    if (code != ARCHIVE_OK && code != ARCHIVE_WARN && code != ARCHIVE_EOF) {
      refuse((files_ == 0 ? kNoArchive : "is damaged: ") + why());
    }
    return code != ARCHIVE_EOF;
  }

  void count() {
    if (++files_ > bound_.files) {
      refuse("has more than " + std::to_string(bound_.files) + " files");
    }
  }

  /// The relative path to which the entry is unpacked. Refuses entries that are not files or folders, lie
  /// outside, or have a place that no copy could have.
  fs::path place_of_entry() {
    const char* text = ::archive_entry_pathname(entry_);
    text = text == nullptr ? ::archive_entry_pathname_utf8(entry_) : text;
    if (text == nullptr || *text == '\0') {
      refuse("has an entry without a name");
    }
    entry_name_ = printable(text, kMaxShownName);
    const fs::path path(text);
    const bool climbs = std::ranges::any_of(path, [](const fs::path& part) { return part == ".."; });
    if (path.is_absolute() || climbs) {
      refuse("has '" + entry_name_ + "', which lies outside: expected relative paths without ..");
    }
    const auto type = ::archive_entry_filetype(entry_);
    if (type != AE_IFREG && type != AE_IFDIR && !is_link() && !is_hard_link()) {
      refuse("has '" + entry_name_ + "', which is a device: expected files and folders only");
    }
    if (::archive_entry_is_data_encrypted(entry_) == 1) {
      refuse("has '" + entry_name_ + "', which is encrypted: expected an archive without a password");
    }
    check_lengths(path);
    if (type != AE_IFDIR && (!path.has_filename() || path.filename() == ".")) {
      refuse("has '" + entry_name_ + "', which is no name of a file");
    }
    return path.lexically_normal();
  }

  bool is_link() const { return ::archive_entry_filetype(entry_) == AE_IFLNK; }
  bool is_hard_link() const { return ::archive_entry_hardlink(entry_) != nullptr; }

  void make(const fs::path& place) {
    if (is_hard_link()) {
      leave_out("a hard link");
    } else if (is_link()) {
      make_link(place);
    } else {
      write_file(to_ / place);
    }
  }

  /// Leaves the entry out, if a person may have packed it.
  void leave_out(const std::string& what) {
    if (packer_ == Packer::referee) {
      refuse("has '" + entry_name_ + "', " + what);
    }
    left_out_.push_back(entry_name_ + ", " + what);
  }

  /// Nothing is written through it: a folder of an entry's path is no link. Nor is anything read outside
  /// through several but programs of the system: each leads inside whatever the others are.
  void make_link(const fs::path& place) {
    const char* const target = ::archive_entry_symlink(entry_);
    if (target == nullptr || !is_kept(place, target)) {
      leave_out("a link that leads outside");
      return;
    }
    if (::symlink(target, (to_ / place).c_str()) != 0) {
      cannot_write(to_ / place, errno);
    }
  }

  void check_lengths(const fs::path& path) const {
    const bool long_name =
        std::ranges::any_of(path, [](const fs::path& part) { return part.native().size() > kMaxName; });
    if (long_name || path.native().size() > bound_.path) {
      refuse("has '" + entry_name_ + "': expected names of at most " + std::to_string(kMaxName) +
             " bytes, and paths of at most " + std::to_string(bound_.path));
    }
    if (std::distance(path.begin(), path.end()) > static_cast<std::ptrdiff_t>(bound_.depth + 1)) {
      refuse("has '" + entry_name_ + "': expected at most " + std::to_string(bound_.depth) +
             " folders in each other");
    }
  }

  /// Makes the folders of a relative path that are not there yet; each of them counts.
  void make_folders(const fs::path& place) {
    fs::path made = to_;
    for (const fs::path& part : place) {
      if (part.empty() || part == ".") {
        continue;
      }
      made /= part;
      if (::mkdir(made.c_str(), 0777) == 0) {
        count();
      } else if (errno != EEXIST || !fs::is_directory(fs::symlink_status(made))) {
        cannot_write(made, errno);
      }
    }
  }

  /// The system has refused a name of the archive, or the machine has failed.
  [[noreturn]] void cannot_write(const fs::path& path, int error) const {
    const std::error_code why(error, std::generic_category());
    if (is_of_machine(why)) {
      throw std::system_error(why, "cannot write " + path.string());
    }
    if (why == std::errc::file_exists || why == std::errc::not_a_directory ||
        why == std::errc::is_a_directory) {
      const fs::path place = path.lexically_relative(to_);
      refuse("has '" + printable(place.string(), kMaxShownName) + "' twice");
    }
    refuse("has '" + entry_name_ + "', which cannot be a file here: " + why.message());
  }

  void write_file(const fs::path& path) {
    const mode_t mode = (::archive_entry_perm(entry_) & 0111) != 0 ? 0755 : 0644;
    const FileDescriptor file(
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
    if (file.get() < 0) {
      cannot_write(path, errno);
    }
    std::vector<char> block(kBlock);
    while (true) {
      const auto size = ::archive_read_data(archive_.get(), block.data(), block.size());
      if (size < 0) {
        refuse("is damaged at '" + entry_name_ + "': " + why());
      }
      if (size == 0) {
        return;
      }
      bytes_ += static_cast<std::uint64_t>(size);
      if (bytes_ > bound_.bytes) {
        refuse("is more than " + std::to_string(bound_.bytes / kMib) + " MiB unpacked");
      }
      write_all(file, {block.data(), static_cast<std::size_t>(size)}, path);
    }
  }

  Utf8Names utf8_names_;
  std::string name_;
  const fs::path& to_;
  const SizeBound& bound_;
  Packer packer_;
  FileDescriptor file_;
  std::unique_ptr<::archive, Free> archive_;
  ::archive_entry* entry_ = nullptr;
  std::string entry_name_;
  std::vector<std::string> left_out_;
  std::size_t files_ = 0;
  std::uint64_t bytes_ = 0;
};

/// Whether it can be an archive beside the other files in its folder.
bool is_archive_among(const fs::path& file, bool alone) {
  const std::string name = file.filename().string();
  return !is_left_behind(name) && is_archive(file) && (alone || !is_compressed_alone(name));
}

/// Whether a folder has one file at most, beside what people read and what systems leave behind.
bool has_one_file(const fs::path& folder) {
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    files += is_left_behind(name) || is_document(name) ? 0 : 1;
  }
  return files <= 1;
}

}  // namespace

bool is_of_machine(const std::error_code& error) {
  static constexpr std::array kMachine{ENOSPC, EDQUOT, EIO,    EROFS, ENOMEM,
                                       EMFILE, ENFILE, EAGAIN, EINTR, ENODEV};
  return std::ranges::find(kMachine, error.value()) != kMachine.end();
}

std::optional<fs::path> find_archive(const fs::path& folder, const std::string& pattern) {
  std::vector<std::string> found;
  const bool alone = pattern.empty() && has_one_file(folder);
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const bool matches = pattern.empty() ? is_archive_among(entry.path(), alone)
                                         : ::fnmatch(pattern.c_str(), name.c_str(), FNM_PERIOD) == 0;
    if (matches && entry.symlink_status().type() == fs::file_type::regular) {
      found.push_back(name);
    }
  }
  std::ranges::sort(found);
  if (found.size() > 1) {
    throw BadSubmission("there are several archives: " + printable(found[0], kMaxShownName) + " and " +
                        printable(found[1], kMaxShownName) + "; expected one");
  }
  if (found.empty() && !pattern.empty()) {
    throw BadSubmission("there is no file '" + pattern + "'");
  }
  return found.empty() ? std::nullopt : std::optional(folder / found.front());
}

std::optional<fs::path> only_archive(const fs::path& folder) {
  for (const auto& entry : fs::directory_iterator(folder)) {
    const bool is_file = entry.symlink_status().type() == fs::file_type::regular;
    if (is_file && is_archive_among(entry.path(), true)) {
      return has_one_file(folder) ? std::optional(entry.path()) : std::nullopt;
    }
  }
  return std::nullopt;
}

std::vector<std::string> unpack_archive(const fs::path& archive, const fs::path& to, const SizeBound& bound,
                                        Packer packer) {
  return Unpacker(archive, to, bound, packer).run();
}

}  // namespace referee::prepare
