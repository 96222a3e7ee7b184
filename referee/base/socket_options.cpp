#include "referee/base/socket_options.h"

#include <linux/net_tstamp.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include "referee/base/file_descriptor.h"

namespace referee {
namespace {

void set_option(int fd, int level, int name, int value, const char* what) {
  if (::setsockopt(fd, level, name, &value, sizeof(value)) != 0) {
    throw_errno(what);
  }
}

}  // namespace

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

}  // namespace referee
