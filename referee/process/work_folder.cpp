#include "referee/process/work_folder.h"

#include <sys/stat.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <system_error>
#include <utility>

#include <boost/algorithm/string/replace.hpp>

#include "referee/base/folder_copy.h"
#include "referee/base/text.h"
#include "referee/process/bot_libraries.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kShownLine = 300;    // bytes of a bot's words
constexpr std::size_t kMostLooked = 2000;  // files: a bot may have made any number

bool runs_programs(const fs::path& folder) {
  struct statvfs system {};
  return ::statvfs(folder.c_str(), &system) == 0 && (system.f_flag & ST_NOEXEC) == 0;
}

bool is_cache(const fs::path& path) {
  return path.filename() == "__pycache__" || path.extension() == ".pyc" ||
         path.parent_path().filename() == "__pycache__";
}

/// Whether a user with these groups may read it, who does not own it. Links do not matter.
bool may_read(const fs::path& path, const std::vector<gid_t>& readers) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) {
    return false;
  }
  const bool in_group = std::ranges::find(readers, status.st_gid) != readers.end();
  return S_ISLNK(status.st_mode) || (status.st_mode & (in_group ? S_IRGRP : S_IROTH)) != 0;
}

/// A bot's words in a message.
std::string shown(const std::string& line) { return printable(line, kShownLine); }

/// Whether a line names a path that is not in the bot's folder: what is there is not the bot's, and nobody is
/// advised to show it to a bot.
bool leads_outside(const std::string& line, const SandboxSpec& order) {
  for (std::size_t at = line.find('/'); at != std::string::npos; at = line.find('/', at)) {
    const std::size_t end = std::min(line.find_first_of(" '\":,;)", at), line.size());
    const bool begins = at == 0 || std::string_view(" '\"=(`").find(line[at - 1]) != std::string_view::npos;
    const bool climbs = at >= 2 && line.compare(at - 2, 2, "..") == 0;
    if (climbs || (begins && !is_below(line.substr(at, end - at), order.folder))) {
      return true;
    }
    at = end;
  }
  return false;
}

constexpr const char* kMissed = "a bot has not found something";

/// The newest line of `text` with one of `words`; empty: none.
std::string line_with(const std::string& text, const std::vector<std::string_view>& words) {
  std::string found;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    for (const std::string_view word : words) {
      if (line.find(word) != std::string::npos) {
        found = line;
      }
    }
    at = end + 1;
  }
  while (found.ends_with('\r')) {
    found.pop_back();
  }
  return found;
}

}  // namespace

std::string SandboxNotes::text(bool for_author) const {
  const std::lock_guard lock(mutex_);
  std::string text;
  for (const auto& [about, note] : notes_) {
    text.append("sandbox: ").append(note.text);
    if (for_author && !note.unconfined.empty()) {
      text.append("; ").append(note.unconfined);
    }
    text.append("\n");
  }
  return text;
}

std::optional<SandboxRefusal> refusal_in(const std::string& stderr_text, const SandboxSpec& order) {
  const std::string refused = line_with(stderr_text, {"Permission denied", "Read-only file system", "EACCES",
                                                      "EROFS", "not permitted", "EPERM", "Cannot fork"});
  if (refused.empty()) {
    const std::string missed = line_with(stderr_text, {"No such file or directory", "ENOENT"});
    if (missed.find('\r') != std::string::npos || missed.find("\\r") != std::string::npos) {
      return SandboxRefusal{kMissed,
                            shown(missed) +
                                ": a script of it has lines that end with a carriage return, as those of "
                                "Windows do, which becomes a part of names: save it with line ends of Unix "
                                "(LF), as dos2unix does",
                            ""};
    }
    if (missed.empty()) {
      return std::nullopt;
    }
    return SandboxRefusal{kMissed,
                          shown(missed) +
                              ": it sees the system's files and its own folder; name others with --readable "
                              "PATH (\"readable\" in a tournament file)",
                          leads_outside(missed, order) ? "" : "or try --sandbox none"};
  }
  const bool one_process = order.level == SandboxLevel::basic && !order.forks;
  if (one_process &&
      !line_with(stderr_text, {"fork", "subprocess", "posix_spawn", "Cannot run program", "spawn EPERM"})
           .empty()) {
    return SandboxRefusal{
        "a bot could not start another program",
        shown(refused) +
            ": at the level basic it is one process. Let a script that starts the bot begin its "
            "last line with exec, as \"exec python3 bot.py\"; or install bubblewrap, whose level "
            "allows programs",
        "or try --sandbox none"};
  }
  return SandboxRefusal{
      "a bot was refused something",
      shown(refused) +
          ": a file or an interpreter outside its folder must be named with --readable PATH "
          "(\"readable\" in a tournament file)",
      leads_outside(refused, order) ? "" : "--sandbox none refuses nothing"};
}

std::unique_ptr<WorkFolder> WorkFolder::copy(const Confinement& confinement, uid_t owner,
                                             const std::vector<gid_t>& readers) {
  std::unique_ptr<WorkFolder> work(new WorkFolder(owner));
  if (!runs_programs(work->place_.path())) {
    return nullptr;
  }
  const std::vector<fs::path> hidden = hidden_places(confinement);
  const auto is_left_out = [&](const fs::path& path) {
    if (owner != 0 && !may_read(path, readers)) {
      throw std::system_error(EACCES, std::generic_category(), path.string());
    }
    return is_hidden(path, hidden);
  };
  try {
    work->original_ = fs::canonical(confinement.folder);
    work->path_ = work->place_.path() / work->original_.filename();
    fs::create_directory(work->path_);
    if (!copy_folder(confinement.folder, work->path_, is_left_out, {kMostBytes, kMostFiles}).empty()) {
      return nullptr;
    }
    add_missing_libraries(work->path_);
  } catch (const FolderTooLarge&) {
    return nullptr;
  } catch (const std::system_error&) {  // nor may we read all of it
    return nullptr;
  }
  work->before_ = work->state();
  return work;
}

std::string WorkFolder::placed(const std::string& word) const {
  const fs::path path(word);
  if (!path.is_absolute() || !is_below(path, original_)) {
    return word;
  }
  const fs::path inside = path.lexically_relative(original_);
  return (inside == "." ? path_ : path_ / inside).string();
}

std::string WorkFolder::with_own_names(std::string words) const {
  boost::replace_all(words, path_.string() + "/", "");
  return words;
}

WorkFolder::State WorkFolder::state() const {
  State state;
  std::error_code error;
  std::size_t looked = 0;
  fs::recursive_directory_iterator entry(path_, error);
  for (; !error && entry != fs::recursive_directory_iterator() && ++looked < kMostLooked;
       entry.increment(error)) {
    std::error_code gone;
    if (entry->is_regular_file(gone) && !is_cache(entry->path())) {
      state[entry->path().lexically_relative(path_).string()] = {entry->file_size(gone),
                                                                 entry->last_write_time(gone)};
    }
  }
  return state;
}

std::vector<std::string> WorkFolder::written() const {
  std::vector<std::string> written;
  for (const auto& [name, now] : state()) {
    const auto before = before_.find(name);
    if (before == before_.end() || before->second != now) {
      written.push_back(name);
    }
    if (written.size() == kMostNamed) {
      break;
    }
  }
  return written;
}

}  // namespace referee
