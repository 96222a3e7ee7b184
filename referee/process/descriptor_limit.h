#pragma once

namespace referee {

/// Raises this process's soft limit of descriptors to the hard one, or a million: each connection takes one,
/// and Debian's soft limit of 1024 is less than a large class. Throws std::system_error.
void raise_descriptor_limit();

/// For a copy of this process that is about to become a program: the soft limit that this one had at first.
/// Programs that use select(2) fail with descriptors above 1024. Takes no lock.
void take_usual_descriptor_limit();

}  // namespace referee
