#pragma once

#include <string>
#include <vector>

namespace referee {

/// Splits a command into words as a shell does: quotes, escapes, ~ and $NAME, but no pipes, redirections or
/// command substitution. Throws std::invalid_argument, naming the text.
std::vector<std::string> split_words(const std::string& command);

}  // namespace referee
