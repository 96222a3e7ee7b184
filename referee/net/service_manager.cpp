#include "referee/net/service_manager.h"

#include <spdlog/spdlog.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <system_error>

namespace referee {
namespace {

constexpr const char* kSocketVariable = "NOTIFY_SOCKET";
constexpr const char* kIntervalVariable = "WATCHDOG_USEC";
constexpr const char* kProcessVariable = "WATCHDOG_PID";

[[noreturn]] void fail(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

/// Connects to `address` as sd_notify(3) writes it.
void connect_to(const FileDescriptor& socket, const std::string& address) {
  sockaddr_un to{};
  to.sun_family = AF_UNIX;
  const bool abstract = address.starts_with('@');
  if ((!abstract && !address.starts_with('/')) || address.size() < 2 ||
      address.size() >= sizeof(to.sun_path)) {
    throw std::invalid_argument(std::string(kSocketVariable) + ": got '" + address +
                                "', expected a path from the root, or @NAME, of fewer than " +
                                std::to_string(sizeof(to.sun_path)) + " characters");
  }
  std::ranges::copy(address, to.sun_path);
  if (abstract) {
    to.sun_path[0] = '\0';
  }
  // An abstract name ends with the address, a path with its zero.
  const std::size_t size = offsetof(sockaddr_un, sun_path) + address.size() + (abstract ? 0 : 1);
  if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&to), static_cast<socklen_t>(size)) != 0) {
    fail(std::string(kSocketVariable) + ": cannot reach " + address);
  }
}

/// A positive number from the environment; nothing if the variable is not set.
std::optional<std::int64_t> number_from(const char* variable) {
  const char* const text = std::getenv(variable);
  if (text == nullptr) {
    return std::nullopt;
  }
  const std::string_view digits(text);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc{} || end != digits.data() + digits.size() || number <= 0) {
    throw std::invalid_argument(std::string(variable) + ": got '" + text + "', expected a positive integer");
  }
  return number;
}

}  // namespace

ServiceManager::ServiceManager(const std::string& address, std::optional<Interval> watchdog)
    : socket_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)), watchdog_(watchdog) {
  if (socket_.get() < 0) {
    fail("socket");
  }
  connect_to(socket_, address);
}

ServiceManager ServiceManager::from_environment() {
  const char* const address = std::getenv(kSocketVariable);
  if (address == nullptr) {
    return {};
  }
  std::optional<Interval> watchdog;
  if (const auto interval = number_from(kIntervalVariable)) {
    const auto process = number_from(kProcessVariable);
    if (!process || *process == ::getpid()) {
      watchdog = Interval(*interval);
    }
  }
  return {address, watchdog};
}

void ServiceManager::ready(std::string_view status) const { tell("READY=1", status, 0); }

void ServiceManager::alive(std::string_view status) const { tell("WATCHDOG=1", status, MSG_DONTWAIT); }

void ServiceManager::status(std::string_view status) const { tell("", status, MSG_DONTWAIT); }

void ServiceManager::stopping(std::string_view status) const { tell("STOPPING=1", status, MSG_DONTWAIT); }

void ServiceManager::tell(std::string_view state, std::string_view status, int flags) const {
  if (!listens()) {
    return;
  }
  std::string text(state);
  text.append(state.empty() ? "STATUS=" : "\nSTATUS=").append(status);
  if (::send(socket_.get(), text.data(), text.size(), flags | MSG_NOSIGNAL) < 0 && errno != EAGAIN) {
    spdlog::warn("the service manager cannot be told '{}': {}", text, std::generic_category().message(errno));
  }
}

bool is_service_variable(std::string_view variable) {
  constexpr std::array kNames = {kSocketVariable, kIntervalVariable, kProcessVariable};
  return std::ranges::find(kNames, variable.substr(0, variable.find('='))) != kNames.end();
}

}  // namespace referee
