#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace referee {

/// Environment variables (`NAME=value`) that tell the runtimes of languages how much memory a program may
/// take, for such as size their heap by the memory of the machine, and would be killed before they collect
/// their garbage: Java, Node.js, Go, .NET and Mono. The heap gets three quarters of `memory_mib`; the rest is
/// for code, stacks and the runtime itself. What a bot's own command line says (`java -Xmx100m`) comes before
/// it. None if `memory_mib` is 0.
std::vector<std::string> runtime_bounds(std::int64_t memory_mib);

}  // namespace referee
