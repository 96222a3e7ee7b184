#pragma once

#include <string>

#include "protocol/json_writer.h"
#include "referee/base/time.h"

namespace referee {

/// "12.345 ms", for messages to people.
inline std::string ms_text(Microseconds time) { return protocol::milliseconds_text(time.count()) + " ms"; }

}  // namespace referee
