#include "referee/net/dialler.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <string>
#include <utility>

#include <boost/asio/connect.hpp>

#include "referee/loop/event.h"

namespace referee {
namespace {

constexpr int kProbeAfter = 20;               // seconds of silence
constexpr int kProbeEvery = 10;               // seconds
constexpr int kProbes = 3;                    // without an answer: the connection is gone
constexpr unsigned kUnacknowledged = 50'000;  // milliseconds that sent bytes may wait for the other end

/// Sets an option that is only advice: with a kernel that refuses it, a dead connection lasts longer.
template <class Value>
void advise(int fd, int level, int name, Value value) {
  (void)::setsockopt(fd, level, name, &value, sizeof(value));
}

void watch_over(int fd) {
  advise(fd, SOL_SOCKET, SO_KEEPALIVE, 1);
  advise(fd, IPPROTO_TCP, TCP_KEEPIDLE, kProbeAfter);
  advise(fd, IPPROTO_TCP, TCP_KEEPINTVL, kProbeEvery);
  advise(fd, IPPROTO_TCP, TCP_KEEPCNT, kProbes);
  advise(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, kUnacknowledged);
}

}  // namespace

Task<Dialled> Dialler::dial(Address address, Milliseconds patience) {
  stopped_ = {};
  patience_.set_after(patience, [this] {
    stopped_ = std::errc::timed_out;
    stop();
  });
  Dialled dialled;
  auto [unknown, found] = co_await resolver_.async_resolve(
      address.host, std::to_string(address.port), boost::asio::ip::tcp::resolver::numeric_service, kAwait);
  boost::system::error_code error = unknown;
  if (!error && stopped_ == std::errc{}) {
    auto [refused, endpoint] = co_await boost::asio::async_connect(socket_, found, kAwait);
    error = refused;
  }
  patience_.cancel();
  dialled.error = stopped_ == std::errc{} ? std::error_code(error) : std::make_error_code(stopped_);
  if (dialled.error) {
    stop();
  } else {
    watch_over(socket_.native_handle());
    dialled.socket = FileDescriptor(socket_.release());
  }
  co_return std::move(dialled);
}

void Dialler::cancel() {
  stopped_ = std::errc::operation_canceled;
  stop();
}

void Dialler::stop() {
  patience_.cancel();
  resolver_.cancel();
  boost::system::error_code ignored;  // the socket is closed even if this reports an error
  socket_.close(ignored);
}

}  // namespace referee
