#include "referee/launch/pipe.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>

#include "referee/net/socket_options.h"

namespace referee {

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw_errno("pipe");
  }
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

}  // namespace referee
