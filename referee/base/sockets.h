#pragma once

#include <sys/socket.h>

#include "referee/base/file_descriptor.h"

namespace referee {

/// Asks the kernel for software receive stamps on `fd`; a listener passes them on to what it accepts. A
/// kernel that knows no such stamps leaves `fd` without: gVisor's, and qemu where it plays one. Throws
/// std::system_error.
void enable_receive_stamps(int fd);
/// Whether stamps have been asked for on `fd`, or on the listener that it came from. Throws
/// std::system_error.
bool has_receive_stamps(int fd);
/// Asks for stamps of what is sent on the connected TCP socket `fd`, too: when the kernel passes the last
/// byte of a call to the network device. They come by the socket's error queue, and name the byte by its
/// number, counted from this call. REQUIRES: has_receive_stamps(fd). False: this kernel gives none.
bool enable_send_stamps(int fd);
/// TCP_NODELAY: a line leaves at once. Throws std::system_error.
void disable_nagle(int fd);
/// Sends the acknowledgement that the kernel may be holding back. A bot that writes a message and its newline
/// in two writes otherwise waits some 40 ms for it.
void acknowledge_now(int fd);
/// Whether the kernel has bytes for the peer that have not left yet: the connection is slow, or the peer does
/// not read.
bool has_unsent_bytes(int fd);
/// The name of the other end of a connected socket; of family AF_UNSPEC if it has none, or has gone.
sockaddr_storage peer_of(int fd);

/// Makes connected TCP pairs on the loopback interface. Unlike a Unix socket pair, their reads carry kernel
/// stamps, so that a launched bot has the same clock as one that dials in.
class Loopback {
 public:
  /// Waits until the kernel stamps packets: the first ones after a socket asks for stamps have none. The
  /// kernel stamps only while some socket asks, so this object keeps one. Throws std::system_error if the
  /// machine has no loopback network.
  Loopback();

  struct Pair {
    FileDescriptor ours;    ///< with receive stamps
    FileDescriptor theirs;  ///< closed on exec, blocking
  };
  /// Throws std::system_error.
  Pair make_pair();

  /// Whether packets had stamps when that was tried. Without stamps an answer is charged up to the time at
  /// which it is read.
  bool stamps() const { return stamps_; }

 private:
  bool probe();

  FileDescriptor listener_;
  Pair probe_;
  bool stamps_ = false;
};

}  // namespace referee
