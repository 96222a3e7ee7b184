#include "referee/report/record_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <stdexcept>
#include <system_error>

#include "referee/net/file_descriptor.h"

namespace referee {
namespace {

[[noreturn]] void fail(const char* what, const std::filesystem::path& path) {
  throw std::system_error(errno, std::generic_category(),
                          std::string("cannot ") + what + " " + path.string());
}

void sync_folder(const std::filesystem::path& folder) {
  const FileDescriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.get() < 0 || ::fsync(descriptor.get()) != 0) {
    fail("write", folder);
  }
}

/// What is renamed to `path` once it is complete.
std::filesystem::path draft_of(const std::filesystem::path& path) { return path.string() + ".tmp"; }

}  // namespace

void write_file_atomically(const std::filesystem::path& path, std::string_view text, Sync sync) {
  const std::filesystem::path draft = draft_of(path);
  try {
    const FileDescriptor file(::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (file.get() < 0) {
      fail("write", path);
    }
    write_all(file, text, path);
    if (sync == Sync::disk && ::fsync(file.get()) != 0) {
      fail("write", path);
    }
    if (::rename(draft.c_str(), path.c_str()) != 0) {
      fail("write", path);
    }
  } catch (const std::system_error&) {
    ::unlink(draft.c_str());
    throw;
  }
  if (sync == Sync::disk) {
    sync_folder(path.parent_path().empty() ? "." : path.parent_path());
  }
}

void check_writable(const std::filesystem::path& path) {
  const auto refuse = [&](const std::string& why) {
    throw std::invalid_argument("cannot write " + path.string() + ": " + why);
  };
  const std::filesystem::path folder = path.parent_path().empty() ? "." : path.parent_path();
  std::error_code unknown;
  if (!std::filesystem::is_directory(folder, unknown)) {
    refuse("there is no folder " + folder.string());
  }
  const std::filesystem::file_status status = std::filesystem::status(path, unknown);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    refuse("something that is no file has this name");
  }
  // Tried, not asked for: root may write everywhere, and cannot in every file system.
  const std::filesystem::path draft = draft_of(path);
  const FileDescriptor file(::open(draft.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
  if (file.get() < 0) {
    refuse(std::generic_category().message(errno));
  }
  ::unlink(draft.c_str());
}

RecordFiles::RecordFiles(const std::filesystem::path& reports, Sync sync)
    : sync_(sync), folder_(reports / "records"), bots_(reports / "bots") {
  std::filesystem::create_directories(folder_);
  std::filesystem::create_directories(bots_);
}

RecordFiles::~RecordFiles() {
  for (const auto& mark : marks_) {
    ::unlink(mark.c_str());
  }
}

std::string RecordFiles::reserve_run(std::string_view game) {
  for (int number = 1;; ++number) {
    std::string run = std::string(game) + "-" + std::to_string(number);
    // Made exclusively, so that two runs at the same moment get different names; looked at only then, so that
    // a run that ends at this moment has either its mark or its records.
    const std::filesystem::path mark = folder_ / ("." + run + ".running");
    const FileDescriptor file(::open(mark.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
    if (file.get() < 0) {
      if (errno != EEXIST) {
        fail("write", mark);
      }
      continue;
    }
    if (!has_records(run)) {
      marks_.push_back(mark);
      return run;
    }
    ::unlink(mark.c_str());
  }
}

bool RecordFiles::has_records(const std::string& run) const {
  return std::filesystem::exists(folder_ / (run + "g1.jsonl")) ||
         std::filesystem::exists(folder_ / (run + "g1.a1.jsonl"));
}

std::filesystem::path RecordFiles::write(const std::string& match, int attempt, bool is_void,
                                         std::string_view record) {
  std::filesystem::path path = path_of(match, attempt, is_void);
  write_file_atomically(path, record, sync_);
  return path;
}

void RecordFiles::replace_by_void(const std::string& match, int attempt, std::string_view record) {
  write(match, attempt, true, record);
  std::filesystem::remove(path_of(match, attempt, false));
}

std::filesystem::path RecordFiles::path_of(const std::string& match, int attempt, bool is_void) const {
  return folder_ / (match + (is_void ? ".a" + std::to_string(attempt) : "") + ".jsonl");
}

std::string RecordFiles::set_aside() {
  if (std::filesystem::is_empty(folder_)) {
    return "";
  }
  std::filesystem::path free;
  for (int number = 1; free.empty(); ++number) {
    const std::filesystem::path candidate = folder_.string() + "." + std::to_string(number);
    if (!std::filesystem::exists(candidate)) {
      free = candidate;
    }
  }
  std::filesystem::rename(folder_, free);
  std::filesystem::create_directories(folder_);
  return free.string();
}

void RecordFiles::keep_stderr(const std::string& bot, const std::string& match, std::string_view text) {
  const std::filesystem::path path = bots_ / (bot + ".stderr");
  const int mode = kept_.insert(bot).second && !goes_on_ ? O_TRUNC : O_APPEND;
  const FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | mode, 0644));
  if (file.get() < 0) {
    fail("write", path);
  }
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) {
    fail("read", path);
  }
  const std::string head = "== " + match + "\n";
  if (static_cast<std::size_t>(status.st_size) + head.size() + text.size() <= kMaxStderrFile) {
    write_all(file, head, path);
    write_all(file, text, path);
  }
}

}  // namespace referee
