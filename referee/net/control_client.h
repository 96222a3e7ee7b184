#pragma once

#include <filesystem>

#include "referee/base/time.h"
#include "referee/net/control_message.h"

namespace referee {

/// Asks the referee whose control socket is at `path`, and waits for its answer, for at most `patience`.
/// Throws std::invalid_argument if that can be no socket's path, and std::runtime_error, naming it, if nobody
/// answers.
ControlReply ask_referee(const std::filesystem::path& path, const ControlRequest& request,
                         Milliseconds patience = Milliseconds(60'000));

}  // namespace referee
