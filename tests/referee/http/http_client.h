#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "referee/base/file_descriptor.h"
#include "tests/support/patience.h"

namespace test_support {

/// A response as a client got it.
struct ReceivedResponse {
  int status = 0;
  std::map<std::string, std::string> headers;  ///< names as they were sent
  std::string body;

  std::string header(const std::string& name) const {
    const auto at = headers.find(name);
    return at == headers.end() ? "" : at->second;
  }
};

/// The client's end of a connection, which waits for what it wants.
class HttpClient {
 public:
  explicit HttpClient(std::uint16_t port, int receive_buffer = 0)
      : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    if (receive_buffer > 0) {
      ::setsockopt(socket_.get(), SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof(receive_buffer));
    }
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(socket_.get(), reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  }

  /// False if the server has closed.
  bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) {
        return false;
      }
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  void get(const std::string& target, const std::string& headers = "") {
    send("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n");
  }
  void end_sending() { ::shutdown(socket_.get(), SHUT_WR); }

  /// Waits until `end` has arrived, and takes all up to and with it; what has arrived if the connection ends
  /// before.
  std::string until(std::string_view end) {
    std::size_t at = received_.find(end);
    while (at == std::string::npos && receive()) {
      at = received_.find(end);
    }
    return take(at == std::string::npos ? received_.size() : at + end.size());
  }
  std::string bytes(std::size_t count) {
    while (received_.size() < count && receive()) {
    }
    return take(std::min(count, received_.size()));
  }
  /// Up to the end of the connection.
  std::string rest() {
    while (receive()) {
    }
    return take(received_.size());
  }

  ReceivedResponse head() {
    ReceivedResponse response;
    std::string text = until("\r\n\r\n");
    if (text.starts_with("HTTP/1.1 ")) {
      response.status = std::stoi(text.substr(9));
    }
    for (std::size_t line = text.find("\r\n"); line + 4 < text.size();) {
      const std::size_t next = text.find("\r\n", line + 2);
      const std::size_t colon = text.find(": ", line);
      response.headers[text.substr(line + 2, colon - line - 2)] = text.substr(colon + 2, next - colon - 2);
      line = next;
    }
    return response;
  }
  ReceivedResponse response() {
    ReceivedResponse response = head();
    const std::string length = response.header("Content-Length");
    response.body = bytes(length.empty() ? 0 : std::stoul(length));
    return response;
  }
  ReceivedResponse ask(const std::string& target, const std::string& headers = "") {
    get(target, headers);
    return response();
  }

  int socket() const { return socket_.get(); }

 private:
  bool receive() {
    pollfd ready{socket_.get(), POLLIN, 0};
    if (::poll(&ready, 1, kPatienceMs) != 1) {
      ADD_FAILURE() << "nothing arrives";
      return false;
    }
    std::array<char, 64 * 1024> chunk;  // NOLINT: filled by the kernel
    const ssize_t size = ::recv(socket_.get(), chunk.data(), chunk.size(), 0);
    if (size > 0) {
      received_.append(chunk.data(), static_cast<std::size_t>(size));
    }
    return size > 0;
  }
  std::string take(std::size_t size) {
    std::string text = received_.substr(0, size);
    received_.erase(0, size);
    return text;
  }

  referee::FileDescriptor socket_;
  std::string received_;
};

}  // namespace test_support
