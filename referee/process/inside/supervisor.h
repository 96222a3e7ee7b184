#pragma once

#include <sys/types.h>

#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "referee/base/file_descriptor.h"
#include "referee/process/inside/process_counts.h"

namespace referee {

/// At this signal a supervisor ends with all that its program has started. The referee sends it, and the
/// kernel when the thread that started the supervisor has ended, however that happens.
inline constexpr int kEndSupervised = SIGUSR1;

/// Returns in a new process, the leader of a process group, which is to become a program. This process stays
/// behind as its supervisor, without any descriptor of the program's: the program, and all that the program
/// starts, belong to it, whatever they do. It passes on signals to the program; when that has ended, and at
/// kEndSupervised, it kills and reaps all the others and ends as the program did. So nothing outlives the
/// referee. With `counts` it keeps these, once the new process has sent it the descriptor of
/// tell_of_processes() on the control socket that is returned. Throws std::system_error. REQUIRES: this
/// process has one thread and no children.
FileDescriptor leave_a_supervisor(ProcessCounts* counts = nullptr);

/// The word with which this program is started as the supervisor of an unconfined one.
inline constexpr const char* kSuperviseWord = "--supervise";

/// What the supervisor of an unconfined program is told.
struct SupervisedProgram {
  static constexpr int kReportFd = 3;  ///< to write StartReports to

  std::vector<std::string> argv;  ///< argv[0] is looked up in PATH
  uid_t uid = 0;                  ///< the user to become; 0: the user stays
  std::vector<gid_t> readers;     ///< further groups of that user
  std::filesystem::path folder;   ///< to work in; empty: where the supervisor is

  /// The words for a command line, behind kSuperviseWord.
  std::vector<std::string> to_words() const;
  /// REQUIRES: made by to_words().
  static SupervisedProgram from_words(const std::vector<std::string>& words);
};

/// Leaves a supervisor and becomes the program that `words` name; returns, with an exit code, only if that is
/// not possible, having said why on descriptor SupervisedProgram::kReportFd.
int become_supervised_program(const std::vector<std::string>& words);

}  // namespace referee
