#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tests/world/draw.h"

namespace world {

/// What of a disk is lost when a process or its machine ends in the midst of its work.
enum class Crash {
  kill,       ///< `kill -9`: the system keeps all that was written
  power_loss  ///< what was not synced is there, or not, or half of it, write by write
};

/// The disk of a simulated machine: all that is in one folder. SQLite writes to it as long as this exists,
/// from any database that is opened meanwhile; the files are real ones. One at a time in a process.
class SimulatedDisk {
 public:
  /// `folder` exists, and has no databases yet.
  SimulatedDisk(std::filesystem::path folder, std::uint64_t seed);
  ~SimulatedDisk();
  SimulatedDisk(const SimulatedDisk&) = delete;
  SimulatedDisk& operator=(const SimulatedDisk&) = delete;

  /// The process ends now: whatever is written from now on is not on the disk after restart().
  void crash();
  /// It ends by itself at its `changes`-th write, sync or deletion from now, before that is done.
  void crash_at(std::uint64_t changes) { crash_at_ = changes_ + changes; }
  bool crashed() const { return crashed_; }
  /// `count` changes, the first of them the `changes`-th from now, fail with the SQLite code `error`.
  void fail_at(std::uint64_t changes, int error, std::uint64_t count);
  /// No change fails from now on, and the process does not end at any.
  void mend() { to_fail_ = crash_at_ = 0; }
  /// Whether a change has failed so since the beginning, or restart().
  bool failed() const { return failed_; }
  /// The files are as the crash has left them. REQUIRES: crashed, and all databases are closed.
  void restart(Crash crash);

 private:
  struct File;
  struct Vfs;
  /// A write that is not synced, and what was there before.
  struct Change {
    std::uint64_t offset = 0;
    std::string before;  // shorter than `after`: the file ended there
    std::string after;   // empty: the file was cut at the offset
  };

  /// SQLITE_OK: the change can be made.
  int begin_change();
  void lose(const std::filesystem::path& file, const std::vector<Change>& changes);
  void lose_turns();

  std::filesystem::path folder_;
  std::filesystem::path left_;  // by the crash
  Random random_;
  std::map<std::string, std::vector<Change>> unsynced_;  // by file, in their order
  std::uint64_t changes_ = 0;
  std::uint64_t crash_at_ = 0;  // 0: it does not
  std::uint64_t fail_at_ = 0;
  std::uint64_t to_fail_ = 0;
  int error_ = SQLITE_OK;
  bool crashed_ = false;
  bool failed_ = false;
};

}  // namespace world
