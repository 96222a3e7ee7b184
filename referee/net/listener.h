#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <boost/asio/ip/tcp.hpp>

#include "referee/net/address.h"
#include "referee/net/tasks.h"

namespace referee {

/// Accepts TCP connections with receive stamps on. Survives errors: it waits a little and goes on.
class Listener {
 public:
  /// Binds at once. `on_connection` takes over the descriptor. Throws std::system_error, naming the address.
  Listener(Tasks& tasks, const Address& address, std::function<void(int fd)> on_connection);

  /// The address bound: the port chosen where 0 was asked for.
  std::string address() const;
  std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
  void close();

 private:
  Task<> accept_loop();
  void hand_over(int fd);

  Tasks& tasks_;
  boost::asio::ip::tcp::acceptor acceptor_;
  std::function<void(int fd)> on_connection_;
};

}  // namespace referee
