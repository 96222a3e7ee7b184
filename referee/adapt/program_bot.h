#pragma once

#include <csignal>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "referee/adapt/adapter.h"
#include "referee/adapt/handout_game.h"
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

/// What adapters whose submission is a program expect of it. is_program() is whether `words` begins with one.
/// A name alone may be that of a program in the present folder, which many students have in PATH.
inline constexpr std::string_view kAProgram = "a program that can be started";
bool is_program(const std::vector<std::string>& words);

/// `words` of such an adapter as they are found from any folder, the program first. Throws
/// std::invalid_argument if the adapter does not take them.
std::vector<std::string> found_words(const Adapter& adapter, const std::vector<std::string>& words);

/// A program as the student would type it: "./sb-play" in the folder where we are.
std::string program_as_typed(const std::string& program);

/// Plays the program of `words` (as found_words() gives them) by the protocol over standard input and output,
/// until `bye` or the end of input. The first line that it prints is its move, at once. A program that still
/// runs when its turn is over is killed; one that has answered may run on for ProgramRun::kMayRunOn. Returns
/// the exit code.
int play_program(const std::vector<std::string>& words, const NewHandoutGame& new_game);

}  // namespace referee
