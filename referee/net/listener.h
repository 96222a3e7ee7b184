#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <boost/asio/ip/tcp.hpp>

#include "referee/loop/tasks.h"
#include "referee/net/address.h"

namespace referee {

/// Accepts TCP connections with receive stamps on. After an error it waits 100 ms and goes on.
class Listener {
 public:
  /// Binds at once. `on_connection` takes over the descriptor. Throws std::system_error, naming the address.
  Listener(Tasks& tasks, const Address& address, std::function<void(int fd)> on_connection);

  /// The bound address, with the port that the kernel chose for port 0.
  std::string address() const;
  std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
  /// Logs a warning if other machines reach the port: for one whose connections have no TLS.
  void warn_without_tls() const;
  void close();

 private:
  void hand_over(int fd);

  boost::asio::ip::tcp::acceptor acceptor_;
  std::function<void(int fd)> on_connection_;
};

}  // namespace referee
