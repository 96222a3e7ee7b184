#pragma once

#include <sys/types.h>

namespace referee {

/// Raises this process's soft limit of descriptors to the hard one, or a million: each connection takes one,
/// and Debian's soft limit of 1024 is less than a large class. Throws std::system_error.
void raise_descriptor_limit();

/// Gives `pid`, a child that has just been started, the soft limit that this process had at first: programs
/// that use select(2) fail with descriptors above 1024. No effect if the child is gone.
void give_usual_descriptor_limit(pid_t pid);

}  // namespace referee
