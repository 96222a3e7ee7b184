#include "referee/http/http_limits.h"

#include <sys/resource.h>

#include <algorithm>

namespace referee::web {

HttpLimits HttpLimits::of_this_process() {
  HttpLimits limits;
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) == 0) {
    limits.connections = std::clamp<std::size_t>(files.rlim_cur / 4, 1, limits.connections);
  }
  limits.per_address = std::min(limits.per_address, limits.connections);
  limits.of_loopback = std::min(limits.of_loopback, (limits.connections + 1) / 2);
  limits.streams = std::min(limits.streams, std::max<std::size_t>(1, limits.connections * 3 / 4));
  return limits;
}

}  // namespace referee::web
