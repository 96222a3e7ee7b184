#include "tests/e2e/dial_in.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <stdexcept>
#include <utility>

#include "tests/support/patience.h"

namespace e2e {
namespace {

int port_in(const std::string& listening_line) {
  const std::size_t colon = listening_line.find(':');
  if (colon == std::string::npos) {
    throw std::runtime_error("no port in '" + listening_line + "'");
  }
  return std::stoi(listening_line.substr(colon + 1));
}

}  // namespace

DialIn::DialIn(int port) : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    close();
    throw std::runtime_error("cannot connect to port " + std::to_string(port));
  }
}

DialIn::DialIn(const std::string& listening_line) : DialIn(port_in(listening_line)) {}

DialIn::DialIn(DialIn&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), unread_(std::move(other.unread_)) {}

void DialIn::close() {
  if (fd_ >= 0) {
    ::close(std::exchange(fd_, -1));
  }
}

void DialIn::write(const std::string& bytes) {
  if (::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(bytes.size())) {
    throw std::runtime_error("the referee has closed the connection");
  }
}

void DialIn::hello(const std::string& name, const Json& more) {
  Json message = {{"type", "hello"}, {"protocol", 1}, {"name", name}};
  message.update(more);
  send(message);
}

void DialIn::answer(const Json& turn, const std::string& move) {
  send({{"type", "move"}, {"match", turn.at("match")}, {"turn", turn.at("turn")}, {"move", move}});
}

std::optional<std::string> DialIn::next_line() {
  while (true) {
    const std::size_t newline = unread_.find('\n');
    if (newline != std::string::npos) {
      std::string line = unread_.substr(0, newline);
      unread_.erase(0, newline + 1);
      return line;
    }
    pollfd ready{fd_, POLLIN, 0};
    if (::poll(&ready, 1, test_support::kPatienceMs) == 0) {
      throw std::runtime_error("the referee says nothing");
    }
    std::array<char, 4096> chunk{};
    const ssize_t size = ::recv(fd_, chunk.data(), chunk.size(), 0);
    if (size <= 0) {
      return std::nullopt;
    }
    unread_.append(chunk.data(), static_cast<std::size_t>(size));
  }
}

Json DialIn::next() {
  const auto line = next_line();
  return line ? Json::parse(*line) : Json();
}

Json DialIn::next(const std::string& type) {
  Json message = next();
  while (!message.is_null() && message.at("type") != type) {
    message = next();
  }
  return message;
}

Json DialIn::play(const std::string& move) {
  for (Json message = next(); !message.is_null(); message = next()) {
    if (message.at("type") == "turn") {
      answer(message, move);
    } else if (message.at("type") == "end") {
      return message;
    }
  }
  return {};
}

}  // namespace e2e
