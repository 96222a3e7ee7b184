#include "referee/net/listener.h"

#include <spdlog/spdlog.h>

#include <system_error>

#include "referee/base/sockets.h"
#include "referee/base/units.h"
#include "referee/net/accept_loop.h"

namespace referee {
namespace {

using boost::asio::ip::tcp;

tcp::endpoint resolve(boost::asio::io_context& io, const Address& address) {
  boost::system::error_code error;
  tcp::resolver resolver(io);
  const auto found = resolver.resolve(address.host, std::to_string(address.port),
                                      tcp::resolver::passive | tcp::resolver::numeric_service, error);
  if (error || found.empty()) {
    throw std::system_error(error, "cannot listen on " + address.host);
  }
  return found.begin()->endpoint();
}

}  // namespace

Listener::Listener(Tasks& tasks, const Address& address, std::function<void(int fd)> on_connection)
    : acceptor_(tasks.io()), on_connection_(std::move(on_connection)) {
  const tcp::endpoint endpoint = resolve(tasks.io(), address);
  acceptor_.open(endpoint.protocol());
  acceptor_.set_option(tcp::acceptor::reuse_address(true));
  enable_receive_stamps(acceptor_.native_handle());
  boost::system::error_code error;
  acceptor_.bind(endpoint, error);
  if (error) {
    throw std::system_error(error, "cannot listen on " + address.host + ":" + std::to_string(address.port));
  }
  acceptor_.listen();
  tasks.start("listener", accept_loop(tasks, acceptor_, "accept",
                                      [this](tcp::socket socket) { hand_over(socket.release()); }));
}

std::string Listener::address() const {
  const tcp::endpoint endpoint = acceptor_.local_endpoint();
  const std::string host = endpoint.address().to_string();
  return (endpoint.address().is_v6() ? "[" + host + "]" : host) + ":" + std::to_string(endpoint.port());
}

void Listener::warn_without_tls() const {
  if (!acceptor_.local_endpoint().address().is_loopback()) {
    spdlog::warn(
        "{} is open to other machines and has no TLS: tokens and moves can be read on the way; the key "
        "\"tls\" of a tournament file ends that",
        address());
  }
}

void Listener::close() {
  boost::system::error_code ignored;  // the acceptor is closed even if this reports an error
  acceptor_.close(ignored);
}

void Listener::hand_over(int fd) {
  try {
    on_connection_(fd);
  } catch (const std::exception& failure) {
    spdlog::warn("a connection was lost as it came in: {}", failure.what());
  }
}

}  // namespace referee
