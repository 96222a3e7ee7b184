#pragma once

#include <string>

#include "referee/launch/process.h"

namespace referee {

/// How a process ended, for people: "exit status 1: the last line of its standard error".
std::string how_ended(const Process& process);

}  // namespace referee
