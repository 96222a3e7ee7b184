#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <vector>

#include "referee/base/file_descriptor.h"

namespace referee {

/// What a supervisor has seen of the processes of its program, in memory that it shares with the referee: how
/// many were made, how many have ended by themselves, and what those had used. One supervisor writes; any
/// number of others read, and never wait.
class ProcessCounts {
 public:
  /// A process that has ended by itself, but may not have been waited for yet.
  struct Ending {
    pid_t pid = 0;
    std::chrono::nanoseconds used{0};  ///< of its own, counted in `of_ended`
    bool operator==(const Ending&) const = default;
  };
  struct Look {
    std::uint64_t asked = 0;  ///< calls of the system that were to make a process
    std::uint64_t made = 0;   ///< the calls in `asked` that have been let through; some may have failed
    std::uint64_t ended = 0;  ///< by themselves, not by a signal
    std::uint64_t set = 0;    ///< calls that set what happens at SIGCHLD
    std::chrono::nanoseconds of_ended{0};
    std::vector<Ending> ending;
    std::vector<pid_t> makers;  ///< processes that were to make another one, while `orphans` is false
    bool orphans = false;       ///< a process may have another parent than the one that made it

    /// Whether nobody has made, ended or set anything between this look and `other`.
    bool is_as(const Look& other) const;
    /// Counted in `of_ended`; 0 if it is not ending.
    std::chrono::nanoseconds counted_of(pid_t pid) const;
    bool has_ended(pid_t pid) const;
  };

  /// Counts in a new file, all 0. Throws std::system_error.
  ProcessCounts();
  /// Counts in a file that another ProcessCounts has made. Throws std::system_error.
  explicit ProcessCounts(FileDescriptor file);
  ~ProcessCounts();
  ProcessCounts(const ProcessCounts&) = delete;
  ProcessCounts& operator=(const ProcessCounts&) = delete;

  /// The descriptor of the file, to be inherited by a process that is to count.
  int file() const { return file_.get(); }
  Look look() const;
  /// Whether all calls are counted. Until then, the errno that says why not.
  bool counts() const;
  int why_not() const;

  void begin();
  void cannot_begin(int error);
  /// A process asks for another one. `maker` is that process, and becomes its parent; 0: another one does, or
  /// nobody knows which.
  void note_asked(pid_t maker);
  void note_made();
  void note_set();
  /// `pid` ends, and has used `used` of its own. Said again of a process that is not gone yet, it only
  /// corrects the figure.
  void note_ended(pid_t pid, std::chrono::nanoseconds used);
  /// No process that has ended has the number of one that is yet to be made. A maker that has gone has left
  /// orphans.
  void forget_those_gone();

 private:
  struct Shared;
  void map();
  void take_place_of(std::uint32_t number, pid_t pid, std::chrono::nanoseconds used);
  void note_maker(pid_t maker);

  FileDescriptor file_;
  Shared* shared_ = nullptr;
};

}  // namespace referee
