#pragma once

#include <string>
#include <vector>

#include "referee/process/inside/sandbox_spec.h"

namespace referee {

/// The command line of bubblewrap for `order`: namespaces of its own (the network excepted, which this
/// process has made already), the visible files read-only, a private /proc, /dev and /tmp. It tells on
/// SandboxSpec::kControlFd about its child, and in the end how the program has ended, if it ever ran. It
/// loads the filter in `filter`, a descriptor.
std::vector<std::string> bwrap_command(const SandboxSpec& order, int filter);

/// The word with which this program is started as the first step of a confined one.
inline constexpr const char* kInsideWord = "--become-confined-program";

/// Carries out the order on descriptor 3 and becomes the program that it names; returns, with an exit code,
/// only if that is not possible, having said why on descriptor 4.
int become_confined_program();

}  // namespace referee
