#pragma once

#include <string>

#include "referee/process/process.h"

namespace referee {

/// How a process ended, for people: "exit status 1: the last line of its standard error", and why it was not
/// let in, if it was not: "signal 15 (Terminated); no hello in 10000 ms: did you flush?".
std::string how_ended(const Process& process, const std::string& refusal = "");

}  // namespace referee
