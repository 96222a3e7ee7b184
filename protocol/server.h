#pragma once

#include <string_view>

namespace protocol {

/// This program and its version, such as "referee 0.2.0": as it names itself to bots, in records and for
/// `--version`. The version is that of the project in the CMakeLists.txt at the top.
extern const std::string_view kServer;

}  // namespace protocol
