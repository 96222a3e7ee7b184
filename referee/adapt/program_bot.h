#pragma once

#include <csignal>
#include <initializer_list>
#include <string>
#include <vector>

#include "referee/adapt/adapter.h"
#include "referee/base/file_descriptor.h"

namespace referee {

/// Signals as something that poll() waits for, beside pipes and sockets. While it lives they do nothing else.
class SignalFile {
 public:
  /// Throws std::system_error.
  explicit SignalFile(std::initializer_list<int> numbers);
  ~SignalFile();
  SignalFile(const SignalFile&) = delete;
  SignalFile& operator=(const SignalFile&) = delete;

  int descriptor() const { return file_.get(); }
  /// The signals since the last call, without waiting.
  std::vector<int> take();

 private:
  sigset_t before_{};
  FileDescriptor file_;
};

/// A program as the student would type it: "./sb-play" in the folder where we are.
std::string program_as_typed(const std::string& program);

/// Plays the program of `words` (as found_words() gives them) by the protocol over standard input and output,
/// as ProgramTurns has it, until `bye` or the end of input. Returns the exit code.
int play_program(const Adapter& adapter, const std::vector<std::string>& words);

}  // namespace referee
