#pragma once

#include <sys/epoll.h>

#include <array>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include "referee/base/file_descriptor.h"
#include "referee/base/units.h"
#include "referee/loop/timer.h"

namespace referee {

/// Gets a call when a descriptor is ready, again and again as long as it is ready.
class Watcher {
 public:
  virtual ~Watcher() = default;
  virtual void on_readable() = 0;
  virtual void on_writable() = 0;
};

/// The readiness of all connections, one for each loop. Asio calls the kernel at every single wait
/// (epoll_ctl); here a connection is registered once, and the loop is woken once for all connections that are
/// ready at a time. The Poller holds its watchers as long as they watch something, and at most as long as the
/// loop exists. A simulated network, added to the loop before its first use by boost::asio::add_service, has
/// the watching from here, and says itself what is ready.
class Poller : public boost::asio::io_context::service {
 public:
  static boost::asio::io_context::id id;  // NOLINT: how Asio finds a service

  /// Whose call comes when several descriptors are ready at a time.
  enum class Order { first, usual };

  explicit Poller(boost::asio::io_context& io);
  static Poller& of(boost::asio::io_context& io) { return boost::asio::use_service<Poller>(io); }

  /// EPOLLIN, EPOLLOUT or both. A descriptor has one watcher. Throws std::system_error.
  void watch(int fd, std::uint32_t events, std::shared_ptr<Watcher> watcher, Order order = Order::usual);
  /// Stops watching; called before `fd` is closed. No effect if it is not watched.
  void forget(int fd);

  /// The time between two polls from begin_beat() to end_beat().
  static constexpr Milliseconds kBeat{1};
  /// From begin_beat() to end_beat() the loop polls its descriptors every kBeat. Bytes of a pipe have no
  /// stamp; the poll before shows until when they had not arrived. Calls are counted.
  void begin_beat();
  void end_beat();
  /// Since when, at most, bytes that are read now, and could not be read earlier, lay there because the loop
  /// was busy: between begin_beat() and end_beat(), or if the loop did not wait before the newest poll, they
  /// have arrived after this time. Otherwise this is the newest poll, because bytes end a wait.
  /// TimePoint::max(): they are not read because of a poll, and nothing is known.
  TimePoint unread_since() const {
    const TimePoint outside = beats_ > 0 ? look_ : TimePoint::max();
    return in_batch_ ? unread_since_ : outside;
  }
  /// Whether a watcher of Order::usual is called now, and those of Order::first have been called for all that
  /// had arrived for them by `at`.
  bool first_know_of(TimePoint at) const { return in_batch_ && whole_batch_ && at < look_; }

 protected:
  /// Begins to watch, or watches from now on for other `events`; `known`: whether it is watched. Throws
  /// std::system_error.
  virtual void set_events(int fd, std::uint32_t events, bool known);
  virtual void drop(int fd);
  /// Writes what is ready now to `events`, as far as it fits, and returns how many.
  virtual std::size_t ready(std::span<epoll_event> events);
  /// Something is watched: has the loop call look() when something is ready.
  virtual void wait();
  /// Nothing is watched: ends the wait, so that the loop can end.
  virtual void end_wait();
  /// Calls all watchers of what is ready, however one fails. Returns the first failure.
  std::exception_ptr look();

 private:
  struct Watched {
    std::shared_ptr<Watcher> watcher;  // null: none
    Order order = Order::usual;
  };

  void shutdown() override;
  void tell(Order order, std::size_t ready, std::exception_ptr& failure);
  void run();

  FileDescriptor epoll_;
  boost::asio::posix::stream_descriptor waiter_;
  std::vector<Watched> by_fd_;
  std::size_t watched_ = 0;
  bool waiting_ = false;
  std::array<epoll_event, 256> events_{};
  bool in_batch_ = false;
  bool whole_batch_ = true;   // the newest poll has told of all that was ready
  TimePoint look_{};          // just before the newest poll
  TimePoint told_{};          // when the watchers had been called after the poll before
  TimePoint unread_since_{};  // for the watchers that are called after the newest poll
  Timer beat_;
  std::size_t beats_ = 0;
};

}  // namespace referee
