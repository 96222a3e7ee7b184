#include "tests/e2e/fake_referee.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <stdexcept>
#include <utility>

#include "tests/support/patience.h"

namespace e2e {

FakeReferee::FakeReferee() : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::bind(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0 ||
      ::listen(fd_, SOMAXCONN) != 0) {
    throw std::runtime_error("cannot listen");
  }
}

std::string FakeReferee::address() const {
  sockaddr_in address{};
  socklen_t size = sizeof(address);
  ::getsockname(fd_, reinterpret_cast<sockaddr*>(&address), &size);
  return "127.0.0.1:" + std::to_string(ntohs(address.sin_port));
}

DialIn FakeReferee::accept() const {
  pollfd ready{fd_, POLLIN, 0};
  if (::poll(&ready, 1, test_support::kPatienceMs) == 0) {
    throw std::runtime_error("nobody dials");
  }
  return DialIn::adopt(::accept4(fd_, nullptr, nullptr, SOCK_CLOEXEC));
}

bool FakeReferee::called() const {
  pollfd ready{fd_, POLLIN, 0};
  return ::poll(&ready, 1, 0) > 0;
}

void FakeReferee::close() {
  if (fd_ >= 0) {
    ::close(std::exchange(fd_, -1));
  }
}

namespace says {

Json welcome(const std::string& name, const Json& more) {
  Json message = {{"type", "welcome"}, {"protocol", 1}, {"server", "referee 0.1"}, {"name", name}};
  message.update(more);
  return message;
}

Json start(const std::string& match, const std::string& commitment) {
  return {{"type", "start"},
          {"match", match},
          {"game", "walls"},
          {"seat", 0},
          {"players", {"alice", "bob"}},
          {"setup", {{"n", 5}, {"first", 0}}},
          {"clock", {{"kind", "per_move"}, {"ms", 1000}}},
          {"commitment", commitment}};
}

Json past(const std::string& match, int turn) {
  return {{"type", "past"}, {"match", match}, {"turn", turn}, {"view", Json::object()}};
}

Json turn(const std::string& match, int turn) {
  return {{"type", "turn"},
          {"match", match},
          {"turn", turn},
          {"view", Json::object()},
          {"clock", {{"left_ms", 1000}, {"used_ms", 0}}}};
}

Json end(const std::string& match) {
  return {{"type", "end"}, {"match", match}, {"rank", 1},   {"scores", {2, 0}}, {"outcome", Json::object()},
          {"faults", 0},   {"seed", 7},      {"salt", "00"}};
}

Json error(const std::string& code, const std::string& message) {
  return {{"type", "error"}, {"code", code}, {"message", message}};
}

Json bye(const std::string& reason) { return {{"type", "bye"}, {"reason", reason}}; }

}  // namespace says

}  // namespace e2e
