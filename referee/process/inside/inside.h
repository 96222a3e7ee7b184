#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "referee/process/inside/sandbox_spec.h"

namespace referee {

/// The command line of bubblewrap for `order`: namespaces of its own (the network excepted, which this
/// process has made already), the visible files read-only, a private /proc, /dev and /tmp. It tells on
/// SandboxSpec::kControlFd about its child, and in the end how the program has ended, if it ever ran. It
/// loads the filter in `filter`, a descriptor.
std::vector<std::string> bwrap_command(const SandboxSpec& order, int filter);

/// Makes this process one of user `uid`, with the group of the same number and those in `readers`. False,
/// with errno, if it cannot. Takes no lock. REQUIRES: this process has one thread.
bool become_user(uid_t uid, const std::vector<gid_t>& readers);

/// The word with which this program is started as the first step of a confined one.
inline constexpr const char* kInsideWord = "--become-confined-program";

/// Carries out the order on descriptor 3 and becomes the program that it names; returns, with an exit code,
/// only if that is not possible, having said why on descriptor 4.
int become_confined_program();

}  // namespace referee
