#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// One word as it is typed in a shell: in single quotes if it has anything but letters, digits and
/// _@%+=:,./-.
std::string shell_quoted(std::string_view word);
/// Words as a command line that a shell, or --bot, splits into the same words again.
std::string shell_command(const std::vector<std::string>& words);

}  // namespace referee
