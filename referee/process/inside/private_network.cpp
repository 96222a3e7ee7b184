#include "referee/process/inside/private_network.h"

#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "referee/base/file_descriptor.h"

namespace referee {
namespace {

void write_file(const char* path, const std::string& text) {
  const FileDescriptor file(::open(path, O_WRONLY | O_CLOEXEC));
  if (file.get() < 0) {
    throw_errno(path);
  }
  write_all(file, text, path);
}

std::string map_of(unsigned id) { return std::to_string(id) + " " + std::to_string(id) + " 1"; }

void bring_loopback_up() {
  const FileDescriptor socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  ifreq request{};
  std::strcpy(request.ifr_name, "lo");
  request.ifr_flags = IFF_UP | IFF_RUNNING;
  if (socket.get() < 0 || ::ioctl(socket.get(), SIOCSIFFLAGS, &request) != 0) {
    throw_errno("bringing the loopback interface up");
  }
}

}  // namespace

void enter_private_network() {
  const uid_t uid = ::getuid();
  const gid_t gid = ::getgid();
  ::prctl(PR_SET_DUMPABLE, 1);  // after a change of user /proc/self would belong to root
  if (::unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) {
    throw_errno("making a user namespace");
  }
  write_file("/proc/self/setgroups", "deny");
  write_file("/proc/self/uid_map", map_of(uid));
  write_file("/proc/self/gid_map", map_of(gid));
  bring_loopback_up();
}

void send_control(int control, std::string_view text, int connection) {
  iovec bytes{const_cast<char*>(text.data()), text.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> space{};
  msghdr message{};
  message.msg_iov = &bytes;
  message.msg_iovlen = 1;
  if (connection >= 0) {
    message.msg_control = space.data();
    message.msg_controllen = space.size();
    cmsghdr* const part = CMSG_FIRSTHDR(&message);
    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(part), &connection, sizeof(int));
  }
  if (::sendmsg(control, &message, MSG_NOSIGNAL) < 0) {
    throw_errno("control socket");
  }
}

std::optional<ControlMessage> receive_control(int control) {
  std::array<char, 4096> text{};
  iovec bytes{text.data(), text.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> space{};
  msghdr message{};
  message.msg_iov = &bytes;
  message.msg_iovlen = 1;
  message.msg_control = space.data();
  message.msg_controllen = space.size();
  ssize_t size = ::recvmsg(control, &message, MSG_CMSG_CLOEXEC);
  while (size < 0 && errno == EINTR) {
    size = ::recvmsg(control, &message, MSG_CMSG_CLOEXEC);
  }
  if (size < 0 && errno == EAGAIN) {
    return std::nullopt;
  }
  if (size < 0 && errno != ECONNRESET) {  // reset: the other side has ended
    throw_errno("control socket");
  }
  ControlMessage out;
  out.text.assign(text.data(), size < 0 ? 0 : static_cast<std::size_t>(size));
  const cmsghdr* const part = CMSG_FIRSTHDR(&message);
  if (size > 0 && part != nullptr && part->cmsg_level == SOL_SOCKET && part->cmsg_type == SCM_RIGHTS) {
    int connection = -1;
    std::memcpy(&connection, CMSG_DATA(part), sizeof(int));
    out.connection = FileDescriptor(connection);
  }
  return out;
}

}  // namespace referee
