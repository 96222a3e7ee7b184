#include "referee/join/http_exchange.h"

#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <memory>
#include <span>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include "referee/base/file_descriptor.h"
#include "referee/base/units.h"
#include "referee/net/connection.h"

namespace referee {
namespace {

namespace http = boost::beast::http;

constexpr int kPatience = 60'000;  // milliseconds without a byte
constexpr int kUntilBody = 2'000;  // milliseconds without a byte before a body is sent unasked
constexpr std::size_t kMostAnswer = 16ULL * 1024 * 1024;  // bytes

constexpr std::string_view kHeadEnd = "\r\n\r\n";

using Parser = http::response_parser<http::string_body>;

/// A connected socket that never waits.
FileDescriptor dialled(const Address& address) {
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* list = nullptr;
  const std::string port = std::to_string(address.port);
  if (const int error = ::getaddrinfo(address.host.c_str(), port.c_str(), &wanted, &list); error != 0) {
    throw NoConnection(address.host + ": " + ::gai_strerror(error));
  }
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owned(list, &::freeaddrinfo);
  int error = 0;
  for (const addrinfo* at = list; at != nullptr; at = at->ai_next) {
    FileDescriptor socket(::socket(at->ai_family, at->ai_socktype | SOCK_CLOEXEC, at->ai_protocol));
    if (socket.get() >= 0 && ::connect(socket.get(), at->ai_addr, at->ai_addrlen) == 0) {
      return socket;
    }
    error = errno;
  }
  throw NoConnection(address.host + ":" + port + ": " + std::strerror(error));
}

/// One request on one connection.
class Exchange {
 public:
  Exchange(Connection connection, const std::string& host)
      : connection_(std::move(connection)), host_(host) {}

  void shake_hands() {
    for (auto state = connection_.shake_hands(); state != Connection::Handshake::done;
         state = connection_.shake_hands()) {
      if (state == Connection::Handshake::failed) {
        throw NoConnection(host_ + ": " + connection_.failure());
      }
      wait(POLLIN, kPatience);
    }
  }

  /// False if the peer is gone: it may have answered before.
  bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const auto taken = connection_.write(bytes);
      if (!taken) {
        return false;
      }
      bytes.remove_prefix(*taken);
      if (!bytes.empty() && *taken == 0) {
        wait(POLLOUT, kPatience);
      }
    }
    return true;
  }

  /// Whether the referee wants the body: it says so, or says nothing for a moment; not if it has answered.
  bool wants_body() {
    while (input_.find(kHeadEnd) == std::string::npos) {
      if (!receive(kUntilBody)) {
        return !ended_;
      }
    }
    return skip_continue();
  }

  HttpAnswer answer() {
    skip_continue();
    Parser parser;
    parser.eager(true);
    parser.body_limit(kMostAnswer);
    while (!parser.is_done()) {
      boost::system::error_code error;
      const std::size_t used = parser.put(boost::asio::buffer(input_), error);
      input_.erase(0, used);
      if (error && error != http::error::need_more) {
        throw NoConnection(host_ + " does not answer like a referee: " + error.message());
      }
      if (!parser.is_done() && !receive(kPatience)) {
        throw NoConnection(host_ + (ended_ ? " has closed the connection" : " does not answer"));
      }
    }
    const auto& message = parser.get();
    return {static_cast<int>(message.result_int()), std::string(message.reason()),
            std::string(message["Retry-After"]), message.body()};
  }

 private:
  /// Takes "100 Continue" from the front; false if it is not there.
  bool skip_continue() {
    const std::size_t end = input_.find(kHeadEnd);
    if (!input_.starts_with("HTTP/1.1 100") || end == std::string::npos) {
      return false;
    }
    input_.erase(0, end + kHeadEnd.size());
    return true;
  }

  /// False at the time's end.
  bool wait(short events, int time) {
    pollfd ready{connection_.in(), events, 0};
    const int count = ::poll(&ready, 1, time);
    if (count < 0 && errno != EINTR) {
      throw_errno("waiting for an answer");
    }
    if (count == 0 && time == kPatience) {
      throw NoConnection(host_ + " does not answer");
    }
    return count > 0;
  }

  /// False if nothing comes in time, or ever.
  bool receive(int time) {
    std::array<char, Connection::kSecureRoom> chunk;  // NOLINT: filled by the kernel
    while (!ended_) {
      const auto read = connection_.read(std::span(chunk).first(connection_.room()));
      if (read.status == Connection::Read::Status::data && read.size > 0) {
        input_.append(chunk.data(), read.size);
        return true;
      }
      ended_ = read.status == Connection::Read::Status::closed;
      if (read.status == Connection::Read::Status::nothing_yet && !wait(POLLIN, time)) {
        return false;
      }
    }
    return false;
  }

  Connection connection_;
  std::string host_;
  std::string input_;
  bool ended_ = false;
};

}  // namespace

HttpPlace HttpPlace::parse(const std::string& url) {
  HttpPlace place;
  std::string rest = url;
  if (const std::size_t colon = url.find("://"); colon != std::string::npos) {
    const std::string scheme = url.substr(0, colon);
    if (scheme != "http" && scheme != "https") {
      throw std::invalid_argument("address '" + url + "': expected http://HOST:PORT/ or https://HOST:PORT/");
    }
    place.tls = scheme == "https";
    rest = url.substr(colon + 3);
  }
  rest = rest.substr(0, rest.find_first_of("/?#"));
  const bool has_port = rest.find(':', rest.starts_with('[') ? rest.find(']') : 0) != std::string::npos;
  try {
    place.address = Address::parse(has_port ? rest : rest + (place.tls ? ":443" : ":80"));
  } catch (const std::invalid_argument&) {
    throw std::invalid_argument("address '" + url + "': expected http://HOST:PORT/ or https://HOST:PORT/");
  }
  return place;
}

HttpAnswer ask_over_http(const HttpPlace& place, const TlsClient* tls, std::string_view method,
                         const std::string& target, const std::string& token,
                         std::optional<std::string_view> body) {
  auto bytes = std::make_unique<StampedConnection>(dialled(place.address));
  Exchange exchange(tls == nullptr ? Connection(std::move(bytes))
                                   : secure(std::move(bytes), tls->connect(place.address.host)),
                    place.address.host);
  if (tls != nullptr) {
    exchange.shake_hands();
  }
  std::string head(method);
  head += " " + target + " HTTP/1.1\r\nHost: " + place.address.host + ":" +
          std::to_string(place.address.port) + "\r\nAuthorization: Bearer " + token +
          "\r\nConnection: close\r\n";
  if (body) {
    head += "Content-Length: " + std::to_string(body->size()) + "\r\nExpect: 100-continue\r\n";
  }
  const bool sent = exchange.send(head + "\r\n");
  if (sent && body && exchange.wants_body()) {
    exchange.send(*body);  // if the referee does not take all of it, its answer says why
  }
  return exchange.answer();
}

}  // namespace referee
