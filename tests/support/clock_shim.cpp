// For LD_PRELOAD: the system's clock as this process sees it is set by as many seconds as the text in the
// file $CLOCK_SHIM says, at any time. Kernel stamps of arrivals go with it, as they do when a clock is really
// set. With $CLOCK_SHIM_SLOW_SEND, send() ends only when an answer has arrived, at most 50 ms later: as on a
// machine that runs the peer first.
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace {

constexpr int kMostSendMs = 50;

long set_by() {
  const char* const path = std::getenv("CLOCK_SHIM");
  const int file = path == nullptr ? -1 : ::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return 0;
  }
  std::array<char, 32> text{};
  const ssize_t size = ::read(file, text.data(), text.size() - 1);
  ::close(file);
  return size > 0 ? std::atol(text.data()) : 0;
}

void set_stamps(msghdr& message) {
  for (cmsghdr* part = CMSG_FIRSTHDR(&message); part != nullptr; part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_TIMESTAMPING) {
      continue;
    }
    timespec stamp{};
    std::memcpy(&stamp, CMSG_DATA(part), sizeof(stamp));
    if (stamp.tv_sec != 0) {
      stamp.tv_sec += set_by();
      std::memcpy(CMSG_DATA(part), &stamp, sizeof(stamp));
    }
  }
}

}  // namespace

extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
  const auto result = static_cast<int>(::syscall(SYS_clock_gettime, clock, time));
  if (result == 0 && clock == CLOCK_REALTIME) {
    time->tv_sec += set_by();
  }
  return result;
}

extern "C" ssize_t send(int fd, const void* bytes, size_t size, int flags) {
  using Call = ssize_t (*)(int, const void*, size_t, int);
  static const auto kReal = reinterpret_cast<Call>(::dlsym(RTLD_NEXT, "send"));
  const ssize_t sent = kReal(fd, bytes, size, flags);
  if (sent > 0 && std::getenv("CLOCK_SHIM_SLOW_SEND") != nullptr) {
    const int error = errno;
    pollfd answer{.fd = fd, .events = POLLIN, .revents = 0};
    (void)::poll(&answer, 1, kMostSendMs);
    errno = error;
  }
  return sent;
}

extern "C" ssize_t recvmsg(int fd, msghdr* message, int flags) {
  using Call = ssize_t (*)(int, msghdr*, int);
  static const auto kReal = reinterpret_cast<Call>(::dlsym(RTLD_NEXT, "recvmsg"));
  const ssize_t size = kReal(fd, message, flags);
  if (size >= 0) {
    set_stamps(*message);
  }
  return size;
}
