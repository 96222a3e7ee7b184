#pragma once

#include <system_error>

#include <boost/asio/ip/tcp.hpp>

#include "referee/base/file_descriptor.h"
#include "referee/base/units.h"
#include "referee/loop/tasks.h"
#include "referee/loop/timer.h"
#include "referee/net/listener.h"

namespace referee {

/// The result of dialling: a connected socket, or the error.
struct Dialled {
  FileDescriptor socket;
  std::error_code error;
};

/// Connects to a listener elsewhere, one connection at a time.
class Dialler {
 public:
  explicit Dialler(boost::asio::io_context& io) : resolver_(io), socket_(io), patience_(io) {}

  /// Tries the addresses that the host's name has one after the other, for at most `patience` in all
  /// (std::errc::timed_out then). The kernel probes a silent peer, so that we notice a connection without a
  /// network within a minute.
  Task<Dialled> dial(Address address, Milliseconds patience);
  /// Ends a dial() under way: std::errc::operation_canceled.
  void cancel();

 private:
  void stop();

  boost::asio::ip::tcp::resolver resolver_;
  boost::asio::ip::tcp::socket socket_;
  Timer patience_;
  std::errc stopped_{};  // why stop() was called
};

}  // namespace referee
