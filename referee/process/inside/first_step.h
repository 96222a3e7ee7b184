#pragma once

#include <optional>

namespace referee {

/// Becomes a launched program, confined or not, if that is what the words of the command line ask for: then
/// it returns, with an exit code, only if that is not possible.
std::optional<int> first_step(int argc, char** argv);

}  // namespace referee
