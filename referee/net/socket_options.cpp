#include "referee/net/socket_options.h"

#include <fcntl.h>
#include <linux/net_tstamp.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <cerrno>
#include <system_error>

namespace referee {
namespace {

void set_option(int fd, int level, int name, int value, const char* what) {
  if (::setsockopt(fd, level, name, &value, sizeof(value)) != 0) {
    throw_errno(what);
  }
}

}  // namespace

void throw_errno(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

void enable_receive_stamps(int fd) {
  set_option(fd, SOL_SOCKET, SO_TIMESTAMPING, SOF_TIMESTAMPING_RX_SOFTWARE | SOF_TIMESTAMPING_SOFTWARE,
             "SO_TIMESTAMPING");
}

void disable_nagle(int fd) { set_option(fd, IPPROTO_TCP, TCP_NODELAY, 1, "TCP_NODELAY"); }

void acknowledge_now(int fd) {
  // Advice only: on a socket that is closing it fails, and there is nothing to be done about that.
  const int on = 1;
  (void)::setsockopt(fd, IPPROTO_TCP, TCP_QUICKACK, &on, sizeof(on));
}

void set_nonblocking(int fd) {
  const int flags = ::fcntl(fd, F_GETFL);
  if (flags < 0 || ::fcntl(fd, F_SETFL, flags | O_NONBLOCK) != 0 || ::fcntl(fd, F_SETFD, FD_CLOEXEC) != 0) {
    throw_errno("O_NONBLOCK");
  }
}

}  // namespace referee
