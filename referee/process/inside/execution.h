#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace referee {

/// What a new process tells the referee through a pipe, in one or several parts, until its program runs.
struct StartReport {
  pid_t pid = 0;            ///< of the program, if it is not that of the process that was made
  int error = 0;            ///< errno; 0 if it runs
  bool of_program = false;  ///< the program itself is why it does not
};

/// Whether `error`, an errno of the exec functions, says that the program itself is why it cannot be started.
bool is_of_program(int error);

/// The paths at which `program` may be, as the exec functions look it up: before a process is made that may
/// not allocate.
std::vector<std::string> places_of(const std::string& program);

/// Becomes the program at one of `places` with `words`, made by exec_words. Returns only if it cannot, with
/// the errno that says most: a program that may not be run matters more than the places where it is not.
/// EACCES of a folder of PATH that this user may not enter says nothing of the program. Allocates nothing.
int execute(const std::vector<std::string>& places, const std::vector<char*>& words,
            char* const* environment);

}  // namespace referee
