#pragma once

namespace referee {

/// Asks the kernel for software receive stamps on `fd`; a listener passes them on to what it accepts.
/// Throws std::system_error.
void enable_receive_stamps(int fd);
/// TCP_NODELAY: a line leaves at once. Throws std::system_error.
void disable_nagle(int fd);
/// Sends the acknowledgement that the kernel may be holding back. A bot that writes a message and its newline
/// in two writes otherwise waits some 40 ms for it.
void acknowledge_now(int fd);

}  // namespace referee
