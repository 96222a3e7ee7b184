#pragma once

#include <set>
#include <string>
#include <vector>

#include "referee/match/series.h"

namespace referee {

/// Words of a command as a shell would split it: quotes, escapes, ~ and $NAME, but no pipes, redirections or
/// command substitution. Throws std::invalid_argument, naming the text.
std::vector<std::string> split_words(const std::string& command);

/// The contender behind a --bot argument: a command, which `adapter` lets play unless it is null, or
/// sample:NAME for a sample bot beside this program. The name is that of the program, or of the script that
/// an interpreter is given, made unique among `taken` and added to it. Throws std::invalid_argument.
Contender read_bot_argument(const std::string& argument, const Adapter* adapter,
                            std::set<std::string>& taken);

}  // namespace referee
