#include "sample_bots/cpp/runtime/channel.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iostream>
#include <memory>
#include <utility>

#include "protocol/limits.h"

namespace bots {

Channel::Channel(int in, int out, bool owned)
    : in_(in), out_(out), owned_(owned), lines_(protocol::kMaxLineToBot) {}

Channel::Channel(Channel&& other) noexcept
    : in_(other.in_),
      out_(other.out_),
      owned_(std::exchange(other.owned_, false)),
      lines_(std::move(other.lines_)),
      tls_(std::move(other.tls_)) {}

Channel::~Channel() {
  tls_ = nullptr;  // says that no more is sent
  if (owned_) {
    ::close(in_);
  }
}

std::optional<Channel> Channel::dial(const Address& address, const std::optional<TlsTrust>& tls,
                                     std::string& why) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int error = ::getaddrinfo(address.host.c_str(), address.port.c_str(), &hints, &found);
      error != 0) {
    why = ::gai_strerror(error);
    return std::nullopt;
  }
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> addresses(found, &::freeaddrinfo);
  for (const addrinfo* at = found; at != nullptr; at = at->ai_next) {
    const int fd = ::socket(at->ai_family, at->ai_socktype | SOCK_CLOEXEC, at->ai_protocol);
    if (fd >= 0 && ::connect(fd, at->ai_addr, at->ai_addrlen) == 0) {
      const int on = 1;
      ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
      Channel channel(fd, fd, true);
      if (tls && (channel.tls_ = Tls::connect(fd, address.host, *tls, why)) == nullptr) {
        return std::nullopt;
      }
      return channel;
    }
    why = std::strerror(errno);
    if (fd >= 0) {
      ::close(fd);
    }
  }
  return std::nullopt;
}

ssize_t Channel::read(std::span<char> space) {
  return tls_ != nullptr ? tls_->read(space) : ::read(in_, space.data(), space.size());
}

ssize_t Channel::write(std::string_view bytes) {
  return tls_ != nullptr ? tls_->write(bytes) : ::write(out_, bytes.data(), bytes.size());
}

bool Channel::send(std::string line) {
  line.push_back('\n');
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t written = write(rest);
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written < 0) {
      return false;
    }
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

std::optional<std::string_view> Channel::next() {
  while (true) {
    while (const auto line = lines_.next()) {
      if (!line->oversize) {
        return line->text;
      }
      std::cerr << "a line of over " << protocol::kMaxLineToBot << " bytes from the referee was left out\n";
    }
    const auto space = lines_.space();
    const ssize_t size = read(space);
    if (size > 0) {
      lines_.filled(static_cast<std::size_t>(size));
    } else if (size == 0 || errno != EINTR) {
      return std::nullopt;
    }
  }
}

}  // namespace bots
