#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "referee/base/files.h"
#include "referee/process/confinement.h"
#include "referee/process/inside/sandbox_spec.h"

namespace referee {

/// What the sandbox has refused to bots or thrown away, as far as it can be seen, each kind said once. Any
/// thread may use it.
class SandboxNotes {
 public:
  /// `about`: what it is about; of several notes about that, the first one is kept. `unconfined`: what else
  /// the author of the bot may do, who can run it without a sandbox; "" for nothing.
  void add(const std::string& about, const std::string& note, const std::string& unconfined = "") {
    const std::lock_guard lock(mutex_);
    notes_.emplace(about, Note{note, unconfined});
  }
  /// A line for each note, with "sandbox: " in front. For people who run bots of others: it never advises to
  /// leave the sandbox out.
  std::string text() const { return text(false); }
  /// A line for each note, as text() has it, and what the author of the bot may do.
  std::string text_for_author() const { return text(true); }

 private:
  struct Note {
    std::string text;
    std::string unconfined;
  };

  std::string text(bool for_author) const;

  mutable std::mutex mutex_;
  std::map<std::string, Note> notes_;
};

/// Something that the sandbox has refused to a bot.
struct SandboxRefusal {
  std::string
      what;         ///< a clause that is the same for all refusals of its kind: "a bot was refused something"
  std::string why;  ///< the bot's own words, and what to write for it
  std::string unconfined;  ///< what else its author may do, who can run it without a sandbox; "": nothing

  std::string text() const { return what + ": " + why; }
};

/// What the last words of a confined bot say of a refusal; nothing: they say nothing of one. A refusal that a
/// program passes over in silence cannot be seen so.
std::optional<SandboxRefusal> refusal_in(const std::string& stderr_text, const SandboxSpec& order);

/// A copy of a small folder for one run of a bot, which works and may write there as it could in the
/// original. What it has written is gone with the copy.
class WorkFolder {
 public:
  /// Larger folders are not copied: to copy and to measure them would take time from matches that run.
  static constexpr std::uint64_t kMostBytes = 4ULL * 1024 * 1024;
  static constexpr std::size_t kMostFiles = 200;

  /// nullptr if the folder is larger, has links that lead outside or files that the bot may not read, or if
  /// no program may be started among the temporary files. Then the bot works in the folder itself, and cannot
  /// write there. `owner`: as for ScratchFolder; `readers`: the bot's groups, if it has a user of its own.
  static std::unique_ptr<WorkFolder> copy(const Confinement& confinement, uid_t owner,
                                          const std::vector<gid_t>& readers = {});

  const std::filesystem::path& path() const { return path_; }
  /// `word` of a command, with the path of the copy instead of that of the original.
  std::string placed(const std::string& word) const;
  /// Words of the bot, in which files of the copy are named by their paths in the bot's folder: "File
  /// "my_bot.py", line 3".
  std::string with_own_names(std::string words) const;
  /// The files that are new or not what they were, by their paths in the folder: at most kMostNamed. Caches
  /// of Python are no such files.
  std::vector<std::string> written() const;
  static constexpr std::size_t kMostNamed = 5;

 private:
  explicit WorkFolder(uid_t owner) : place_(owner) {}
  using State = std::map<std::string, std::pair<std::uintmax_t, std::filesystem::file_time_type>>;
  State state() const;

  ScratchFolder place_;
  std::filesystem::path original_;
  std::filesystem::path path_;
  State before_;
};

}  // namespace referee
