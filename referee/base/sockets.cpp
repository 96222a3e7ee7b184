#include "referee/base/sockets.h"

#include <arpa/inet.h>
#include <linux/net_tstamp.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <thread>

#include "referee/base/file_descriptor.h"
#include "referee/base/kernel_time.h"
#include "referee/base/units.h"

namespace referee {
namespace {

void set_option(int fd, int level, int name, int value, const char* what) {
  if (::setsockopt(fd, level, name, &value, sizeof(value)) != 0) {
    throw_errno(what);
  }
}

constexpr int kReceiveStamps = SOF_TIMESTAMPING_RX_SOFTWARE | SOF_TIMESTAMPING_SOFTWARE;

// The kernel switches stamps on at its leisure: after some packets, and on a busy machine after some time.
constexpr Milliseconds kStampPatience{500};
constexpr Milliseconds kBetweenProbes{1};
constexpr int kProbePatience = 1000;  // milliseconds for one byte to cross the loopback

FileDescriptor tcp_socket() {
  FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (socket.get() < 0) {
    throw_errno("socket");
  }
  return socket;
}

sockaddr_in name_of(int fd, int (*ask)(int, sockaddr*, socklen_t*)) {
  sockaddr_in name{};
  socklen_t size = sizeof(name);
  if (ask(fd, reinterpret_cast<sockaddr*>(&name), &size) != 0) {
    throw_errno("loopback address");
  }
  return name;
}

/// Repeats `call` while signals interrupt it: another bot may end, and SIGCHLD arrive, at any moment.
template <class Call>
auto uninterrupted(Call call) {
  auto result = call();
  while (result < 0 && errno == EINTR) {
    result = call();
  }
  return result;
}

/// A connect() that a signal breaks off goes on in the kernel: to call it again would be an error.
void connect_to(int fd, const sockaddr_in& address) {
  if (::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0) {
    return;
  }
  int error = errno;
  if (error == EINTR) {
    pollfd ready{fd, POLLOUT, 0};
    socklen_t size = sizeof(error);
    if (uninterrupted([&] { return ::poll(&ready, 1, -1); }) != 1 ||
        ::getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) != 0) {
      error = errno;
    }
  }
  if (error != 0) {
    errno = error;
    throw_errno("connecting on the loopback interface");
  }
}

bool same(const sockaddr_in& a, const sockaddr_in& b) {
  return a.sin_port == b.sin_port && a.sin_addr.s_addr == b.sin_addr.s_addr;
}

bool has_stamp(int fd) {
  char byte = 0;
  iovec bytes{&byte, 1};
  alignas(cmsghdr) std::array<char, 256> control{};
  msghdr message{};
  message.msg_iov = &bytes;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  if (uninterrupted([&] { return ::recvmsg(fd, &message, 0); }) != 1) {
    throw_errno("loopback read");
  }
  for (cmsghdr* part = CMSG_FIRSTHDR(&message); part != nullptr; part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level == SOL_SOCKET && part->cmsg_type == SCM_TIMESTAMPING) {
      return true;
    }
  }
  return false;
}

}  // namespace

void enable_receive_stamps(int fd) {
  if (::setsockopt(fd, SOL_SOCKET, SO_TIMESTAMPING, &kReceiveStamps, sizeof(kReceiveStamps)) != 0 &&
      errno != ENOPROTOOPT) {
    throw_errno("SO_TIMESTAMPING");
  }
}

bool has_receive_stamps(int fd) {
  int flags = 0;
  socklen_t size = sizeof(flags);
  if (::getsockopt(fd, SOL_SOCKET, SO_TIMESTAMPING, &flags, &size) != 0) {
    if (errno == ENOPROTOOPT) {
      return false;
    }
    throw_errno("SO_TIMESTAMPING");
  }
  return flags != 0;
}

bool enable_send_stamps(int fd) {
  const int both =
      kReceiveStamps | SOF_TIMESTAMPING_TX_SCHED | SOF_TIMESTAMPING_OPT_ID | SOF_TIMESTAMPING_OPT_TSONLY;
  return ::setsockopt(fd, SOL_SOCKET, SO_TIMESTAMPING, &both, sizeof(both)) == 0;
}

void disable_nagle(int fd) { set_option(fd, IPPROTO_TCP, TCP_NODELAY, 1, "TCP_NODELAY"); }

void acknowledge_now(int fd) {
  // Only advice to the kernel: on a socket that is closing it fails, which does no harm.
  const int on = 1;
  (void)::setsockopt(fd, IPPROTO_TCP, TCP_QUICKACK, &on, sizeof(on));
}

bool has_unsent_bytes(int fd) {
  int bytes = 0;
  return ::ioctl(fd, SIOCOUTQNSD, &bytes) == 0 && bytes > 0;
}

sockaddr_storage peer_of(int fd) {
  sockaddr_storage name{};
  socklen_t size = sizeof(name);
  return ::getpeername(fd, reinterpret_cast<sockaddr*>(&name), &size) == 0 ? name : sockaddr_storage{};
}

Loopback::Loopback() : listener_(tcp_socket()) {
  sockaddr_in any{};
  any.sin_family = AF_INET;
  any.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  enable_receive_stamps(listener_.get());
  if (::bind(listener_.get(), reinterpret_cast<sockaddr*>(&any), sizeof(any)) != 0 ||
      ::listen(listener_.get(), SOMAXCONN) != 0) {
    throw_errno("listening on the loopback interface");
  }
  probe_ = make_pair();
  stamps_ = has_receive_stamps(probe_.ours.get()) && probe();
}

Loopback::Pair Loopback::make_pair() {
  Pair pair;
  pair.theirs = tcp_socket();
  connect_to(pair.theirs.get(), name_of(listener_.get(), ::getsockname));
  const sockaddr_in expected = name_of(pair.theirs.get(), ::getsockname);
  do {  // another process on this machine may have found the port: only our own connection counts
    pair.ours = FileDescriptor(
        uninterrupted([&] { return ::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC); }));
    if (pair.ours.get() < 0) {
      throw_errno("accepting on the loopback interface");
    }
  } while (!same(name_of(pair.ours.get(), ::getpeername), expected));
  disable_nagle(pair.ours.get());
  disable_nagle(pair.theirs.get());
  return pair;
}

bool Loopback::probe() {
  const TimePoint until = kernel_now() + kStampPatience;
  while (true) {
    pollfd ready{probe_.ours.get(), POLLIN, 0};
    if (uninterrupted([&] { return ::send(probe_.theirs.get(), "", 1, MSG_NOSIGNAL); }) != 1 ||
        uninterrupted([&] { return ::poll(&ready, 1, kProbePatience); }) != 1) {
      throw_errno("probing the loopback interface");
    }
    if (has_stamp(probe_.ours.get())) {
      return true;
    }
    if (kernel_now() > until) {
      return false;
    }
    std::this_thread::sleep_for(kBetweenProbes);
  }
}

}  // namespace referee
