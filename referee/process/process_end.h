#pragma once

#include <string>
#include <string_view>

namespace referee {

/// How a bot's process has ended, as far as it is told to the bot's author.
struct ProcessEnd {
  std::string status;  ///< "exit status 1", "signal 9 (Killed)", or "running"
  bool succeeded = false;
  bool when_told = false;        ///< it ended because the referee asked it to
  std::string_view stderr_text;  ///< what it wrote to standard error; it must outlive this
};

/// "exit status 1: KeyError: 'x'; no hello", with the error_line() of its standard error. `refusal`: why the
/// referee has refused its bot; "": it has not.
std::string how_ended(const ProcessEnd& end, const std::string& refusal);

}  // namespace referee
