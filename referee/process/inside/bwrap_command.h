#pragma once

#include <string>
#include <vector>

#include "referee/process/inside/order.h"

namespace referee {

/// The command line of bubblewrap for `order`: namespaces of its own (the network excepted, which this
/// process has made already), the visible files read-only, a private /proc, /dev and /tmp. It tells about its
/// child on CellOrder::kControlFd and loads the filter in `filter`, a descriptor.
std::vector<std::string> bwrap_command(const CellOrder& order, int filter);

}  // namespace referee
