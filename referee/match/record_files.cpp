#include "referee/match/record_files.h"

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <system_error>

#include "referee/base/file_descriptor.h"
#include "referee/match/stderr_file.h"

namespace referee {
namespace {

/// "r1t1g1.replay.json" and "r1t1g1.a2.replay" are replays of "r1t1g1": no name of a match has a point.
std::string match_of_replay(const std::string& file) { return file.substr(0, file.find('.')); }

}  // namespace

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
    // The mark is made exclusively, so that two runs at the same moment get different names. The check for
    // records follows, so that a run that ends at this moment is seen by its mark or by its records.
    const std::filesystem::path mark = folder_ / ("." + run + ".running");
    const FileDescriptor file(::open(mark.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
    if (file.get() < 0) {
      if (errno != EEXIST) {
        throw_cannot("write", mark);
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

/// Where games are played side by side the first one may be the last to end.
bool RecordFiles::has_later_records(const std::string& run) const {
  const auto entries = std::filesystem::directory_iterator(folder_);
  return std::any_of(begin(entries), end(entries), [&](const std::filesystem::directory_entry& entry) {
    return entry.path().filename().string().starts_with(run + "g");
  });
}

bool RecordFiles::has_records(const std::string& run) const {
  return std::filesystem::exists(folder_ / (run + "g1.jsonl")) ||
         std::filesystem::exists(folder_ / (run + "g1.a1.jsonl")) || has_later_records(run);
}

std::filesystem::path RecordFiles::write(const std::string& match, int attempt, bool is_void,
                                         std::string_view record) {
  std::filesystem::path path = path_of(match, attempt, is_void);
  write_file_atomically(path, record, sync_);
  return path;
}

std::filesystem::path RecordFiles::write_or_note(const std::string& match, int attempt, bool is_void,
                                                 std::string_view record) {
  try {
    return write(match, attempt, is_void, record);
  } catch (const std::system_error& error) {
    if (unwritten_.empty()) {  // where one fails, many do
      spdlog::error("{}; records that cannot be written now are written later", error.what());
    }
    unwritten_.push_back({match, attempt, is_void});
    return {};
  }
}

void RecordFiles::keep_replay(MatchResult& result) {
  if (!result.replay || result.replay->content == nullptr) {
    return;
  }
  const std::shared_ptr<const std::string> content = std::exchange(result.replay->content, nullptr);
  try {
    write_file_atomically(folder_ / result.replay->file, *content, sync_);
    replays().emplace(match_of_replay(result.replay->file), result.replay->file);
  } catch (const std::system_error& error) {
    spdlog::error("{}; this replay is lost", error.what());
  }
}

/// A folder has as many files as a ladder has kept matches: it is listed once, not for each match.
RecordFiles::Replays& RecordFiles::replays() {
  if (!replays_) {
    Replays found;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder_, error), end; !error && entry != end;
         entry.increment(error)) {
      if (const std::string name = entry->path().filename(); name.find(".replay") != std::string::npos) {
        found.emplace(match_of_replay(name), name);
      }
    }
    if (error) {
      spdlog::error("cannot read {}: {}; replays of earlier runs stay there", folder_.string(),
                    error.message());
    }
    replays_ = std::move(found);
  }
  return *replays_;
}

/// No effect on a file that is not there.
void RecordFiles::remove_file(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::remove(path, error);
  if (error) {
    spdlog::error("cannot remove {}: {}", path.string(), error.message());
  }
}

void RecordFiles::replace_by_void(const std::string& match, int attempt, std::string_view record) {
  std::erase_if(unwritten_,
                [&](const Unwritten& late) { return late.match == match && late.attempt == attempt; });
  write(match, attempt, true, record);
  std::filesystem::remove(path_of(match, attempt, false));
}

void RecordFiles::remove(const std::string& match, int attempts) {
  std::erase_if(unwritten_, [&](const Unwritten& late) { return late.match == match; });
  for (int attempt = 0; attempt <= attempts; ++attempt) {
    remove_file(path_of(match, attempt, attempt > 0));  // 0: the one that counts
  }
  const auto [first, last] = replays().equal_range(match);
  for (auto replay = first; replay != last; ++replay) {
    remove_file(folder_ / replay->second);
  }
  replays().erase(first, last);
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
  replays_.reset();
  std::filesystem::create_directories(folder_);
  return free.string();
}

void RecordFiles::keep_stderr(const std::string& bot, const std::string& match, int attempt,
                              const MarkedText& written) {
  const StderrFile file(stderr_path(bot));
  if (kept_.insert(bot).second && !goes_on_) {
    file.remove();
  }
  file.append(match, attempt, written);
}

}  // namespace referee
