#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "referee/base/file_descriptor.h"

namespace referee {

/// A program as a course's own player starts it for a move: `words < input`.
struct ProgramCall {
  std::vector<std::string> words;   ///< the program, a whole path, and its arguments
  std::filesystem::path input;      ///< the file that is its standard input
  std::filesystem::path folder{};   ///< to work in; empty: ours
  bool keeps_quit_from_it = false;  ///< a terminal's SIGQUIT does not reach it
};

/// A program that runs once. It and all that it starts are taken to be the only children of this process:
/// when it has ended, or this object is destroyed, all children are killed and reaped.
class ProgramRun {
 public:
  static constexpr std::size_t kKept = 64 * 1024;  ///< bytes of its output that are kept

  /// Starts it; its standard error is ours. Throws std::system_error.
  explicit ProgramRun(const ProgramCall& call);
  ~ProgramRun();
  ProgramRun(const ProgramRun&) = delete;
  ProgramRun& operator=(const ProgramRun&) = delete;

  /// To be polled for something to read; -1: it will print no more.
  int output() const { return output_.get(); }
  /// Reads what it has printed by now. More than kKept bytes are dropped, so that the program never waits for
  /// us.
  void read_output() { (void)read_once(); }
  /// Whether it has ended (SIGCHLD tells when to ask). Then `printed` is complete.
  bool ended();

  /// The first kKept bytes.
  const std::string& printed() const { return printed_; }
  /// "exit status 1" or "signal 11, Segmentation fault". REQUIRES: ended().
  std::string status_text() const;

 private:
  /// False if nothing can be read now, or ever.
  bool read_once();

  FileDescriptor output_;
  pid_t pid_ = 0;
  std::optional<int> status_;
  std::string printed_;
};

}  // namespace referee
