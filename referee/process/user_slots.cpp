#include "referee/process/user_slots.h"

#include <pwd.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string>

namespace referee {

uid_t UserSlots::take() {
  if (!free_.empty()) {
    return free_.extract(free_.begin()).value();
  }
  while (next_ <= kLast) {
    const uid_t uid = next_++;
    if (::getpwuid(uid) == nullptr && reserve(uid)) {
      return uid;
    }
  }
  throw std::runtime_error("sandbox: no user numbers left between " + std::to_string(kFirst) + " and " +
                           std::to_string(kLast));
}

/// An abstract socket's name is taken by one process at a time, and free again however that process ends.
bool UserSlots::reserve(uid_t uid) {
  FileDescriptor lock(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  const std::string text = "referee-bot-user-" + std::to_string(uid);
  std::memcpy(name.sun_path + 1, text.data(), text.size());
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + text.size());
  if (lock.get() < 0 || ::bind(lock.get(), reinterpret_cast<const sockaddr*>(&name), size) != 0) {
    return false;
  }
  reserved_.push_back(std::move(lock));
  return true;
}

}  // namespace referee
