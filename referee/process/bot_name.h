#pragma once

#include <set>
#include <string>
#include <vector>

namespace referee {

/// The name of a bot that only has a command: that of the program, or of the script that an interpreter is
/// given, made unique among `taken` and added to it.
std::string name_of_bot(const std::vector<std::string>& argv, std::set<std::string>& taken);

}  // namespace referee
