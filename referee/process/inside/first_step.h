#pragma once

#include <optional>

namespace referee {

/// Becomes a launched program, confined or not, if that is what the words of the command line ask for: then
/// it returns, with an exit code, only if that is not possible. Or connects a match program with a bot
/// (connect_bot()), and returns the exit code of that.
std::optional<int> first_step(int argc, char** argv);
/// Whether this program can be started again to become a launched one: its main() has called first_step().
bool takes_first_steps();

}  // namespace referee
