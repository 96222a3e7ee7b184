#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "referee/adapt/handout_game.h"
#include "referee/base/file_descriptor.h"

namespace referee {

/// A program as a course's own player starts it for a move: `words < input`.
struct ProgramCall {
  std::vector<std::string> words;   ///< the program, a whole path, and its arguments
  std::filesystem::path input;      ///< the file that is its standard input
  std::filesystem::path folder{};   ///< to work in; empty: ours
  bool keeps_quit_from_it = false;  ///< a terminal's SIGQUIT does not reach it
};

/// A program that runs once, and is asked for one line. It and all that it starts are taken to be the only
/// children of this process: when it has ended, or this object is destroyed, all children are killed and
/// reaped.
class ProgramRun {
 public:
  /// Starts it; its standard error is ours. Throws std::system_error.
  explicit ProgramRun(const ProgramCall& call);
  ~ProgramRun();
  ProgramRun(const ProgramRun&) = delete;
  ProgramRun& operator=(const ProgramRun&) = delete;

  /// The descriptor to be polled for something to read; -1: nothing of what the program prints is read any
  /// more.
  int output() const { return output_.get(); }
  /// Reads what it has printed by now. After its first line, or kMostPrinted bytes without a line end, the
  /// pipe is closed: a program that goes on printing ends by SIGPIPE, as with the course's own player.
  void read_output() { (void)read_once(); }
  /// Whether it has ended (SIGCHLD tells when to ask). Then `printed` is complete.
  bool ended();
  /// Whether `printed` is complete, although the program may still run.
  bool has_answered() const { return status_.has_value() || is_complete(); }

  /// The program's first line, with the line end if it has one; of a longer line the first kMostPrinted
  /// bytes.
  const std::string& printed() const { return printed_; }
  /// "exit status 1" or "signal 11, Segmentation fault"; "" before it has ended.
  std::string status_text() const;

 private:
  /// False if nothing can be read now, or ever.
  bool read_once();
  bool is_complete() const { return printed_.ends_with('\n') || printed_.size() == kMostPrinted; }

  FileDescriptor output_;
  pid_t pid_ = 0;
  std::optional<int> status_;
  std::string printed_;
};

}  // namespace referee
