#pragma once

#include <sys/epoll.h>

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>

#include "referee/base/file_descriptor.h"
#include "referee/base/units.h"

namespace referee {

/// Who is told that a descriptor is ready. Told again as long as it is.
class Watcher {
 public:
  virtual ~Watcher() = default;
  virtual void on_readable() = 0;
  virtual void on_writable() = 0;
};

/// The readiness of all connections, one for each loop. Asio asks the kernel anew at every single wait
/// (epoll_ctl); here a connection is registered once, and however many are ready at a time, the loop is woken
/// once. Watchers are held as long as they watch something, and let go with the loop.
class Poller final : public boost::asio::io_context::service {
 public:
  static boost::asio::io_context::id id;  // NOLINT: how Asio finds a service

  explicit Poller(boost::asio::io_context& io);
  static Poller& of(boost::asio::io_context& io) { return boost::asio::use_service<Poller>(io); }

  /// EPOLLIN, EPOLLOUT or both. A descriptor has one watcher. Throws std::system_error.
  void watch(int fd, std::uint32_t events, std::shared_ptr<Watcher> watcher);
  /// Before `fd` is closed. No effect if it is not watched.
  void forget(int fd);

  /// While anybody needs it the loop looks at its descriptors every millisecond: for those whose bytes come
  /// without a stamp, so that it is known when they cannot have been there yet.
  void begin_beat();
  void end_beat();
  /// What is read now, and was not there to be read earlier, has come after this. Meaningful while run() is
  /// on its way.
  TimePoint unread_since() const { return in_batch_ ? previous_look_ : look_; }

 private:
  void shutdown() override;
  void wait();
  void look();
  void tell(const epoll_event& event);
  void run();

  FileDescriptor epoll_;
  boost::asio::posix::stream_descriptor waiter_;
  std::vector<std::shared_ptr<Watcher>> by_fd_;
  std::size_t watched_ = 0;
  bool waiting_ = false;
  std::array<epoll_event, 256> events_{};
  bool in_batch_ = false;
  TimePoint look_{};           // just before the kernel was asked last
  TimePoint previous_look_{};  // and the time before
  boost::asio::steady_timer beat_;
  std::size_t beats_ = 0;
};

}  // namespace referee
