#pragma once

#include "referee/net/file_descriptor.h"

namespace referee {

/// Both ends block and are closed on exec.
struct Pipe {
  FileDescriptor read;
  FileDescriptor write;
};

/// Throws std::system_error.
Pipe make_pipe();

}  // namespace referee
