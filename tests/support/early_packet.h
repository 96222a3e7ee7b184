#pragma once

#include <cstddef>
#include <string_view>

#include "referee/base/file_descriptor.h"

namespace test_support {

/// Sends packets of TCP by hand, as a peer with a raw socket can: out of order, or once more.
class EarlyPacket {
 public:
  /// Whether this process may do so: root, and in the sandboxes of forges not even it.
  static bool is_allowed();
  /// Throws std::system_error if is_allowed() is false.
  EarlyPacket();

  /// Sends `bytes` to the peer of `socket`, which is connected on the loopback interface, as those that
  /// `socket` will send after the next `skipped` ones; below 0: that it has sent already.
  void send(int socket, std::string_view bytes, std::ptrdiff_t skipped);

 private:
  referee::FileDescriptor raw_;
};

}  // namespace test_support
