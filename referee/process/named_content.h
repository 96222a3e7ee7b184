#pragma once

#include <string>
#include <vector>

namespace referee {

/// SHA-256 (64 hex digits) of what a bot's command names: the program, if it is none of the system, and each
/// argument that is a file; where none is, the first argument that is a folder, with all that is in it. What
/// these load beside, as modules, is not seen. "" if it names nothing, or something that cannot be read.
std::string named_content(const std::vector<std::string>& argv);

}  // namespace referee
