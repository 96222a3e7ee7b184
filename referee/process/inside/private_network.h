#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "referee/base/file_descriptor.h"

namespace referee {

/// Moves this process into a user namespace and a network of its own, in which nothing but the loopback
/// interface works. The user stays the same. Throws std::system_error.
void enter_private_network();

/// What a process that is becoming a confined program says on its control socket.
struct ControlMessage {
  std::string text;           ///< empty: it says no more
  FileDescriptor connection;  ///< the referee's end of its TCP connection, if this message carried it
};
/// Throws std::system_error.
void send_control(int control, std::string_view text, int connection = -1);
/// Nothing if `control` does not block and no message waits. Throws std::system_error.
std::optional<ControlMessage> receive_control(int control);

}  // namespace referee
