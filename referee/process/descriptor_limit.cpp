#include "referee/process/descriptor_limit.h"

#include <sys/resource.h>

#include <algorithm>
#include <optional>

#include "referee/base/file_descriptor.h"

namespace referee {
namespace {

constexpr rlim_t kEnough = 1'048'576;  // some machines set a hard limit that no table could hold

std::optional<rlimit> usual_limit;  // set once, by main's thread, before any other starts

}  // namespace

void raise_descriptor_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) {
    throw_errno("the limit of descriptors");
  }
  usual_limit = limit;
  limit.rlim_cur = std::max(limit.rlim_cur, std::min(limit.rlim_max, kEnough));
  if (::setrlimit(RLIMIT_NOFILE, &limit) != 0) {
    throw_errno("raising the limit of descriptors");
  }
}

void take_usual_descriptor_limit() {
  if (usual_limit) {
    (void)::setrlimit(RLIMIT_NOFILE, &*usual_limit);
  }
}

}  // namespace referee
