#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <boost/asio/posix/stream_descriptor.hpp>

#include "protocol/framing.h"
#include "referee/base/file_descriptor.h"
#include "referee/loop/event.h"
#include "referee/loop/tasks.h"
#include "referee/net/connection.h"
#include "referee/net/traced_connection.h"

namespace referee {

/// Lines over a connected TCP socket, both ways, without the clocks and limits of a Session. Its user and its
/// own coroutines hold it by shared_ptr.
class LineSocket : public std::enable_shared_from_this<LineSocket> {
 public:
  ~LineSocket() { close(); }
  LineSocket(const LineSocket&) = delete;
  LineSocket& operator=(const LineSocket&) = delete;

  /// Unsent bytes above which room() makes its caller wait.
  static constexpr std::size_t kRoom = 1024 * 1024;

  /// `max_line`: bytes of a line without its newline. Throws std::system_error.
  static std::shared_ptr<LineSocket> open(Tasks& tasks, Connection connection, std::size_t max_line);
  /// Opens a connected TCP socket, which is taken over, without TLS. `max_line`: bytes of a line without its
  /// newline. Throws std::system_error.
  static std::shared_ptr<LineSocket> open(Tasks& tasks, FileDescriptor fd, std::size_t max_line) {
    return open(tasks, StampedConnection(std::move(fd)), max_line);
  }

  /// From now on all lines, and the end, are written to `trace`, as those of a bot's end of a connection. A
  /// call with the same trace changes the label only.
  void set_trace(std::shared_ptr<LineTrace> trace, TraceLabel label);

  /// The result of a TLS handshake.
  struct Secured {
    bool done = false;
    std::string why =
        {};  ///< of a failure that dialling again would repeat; empty if the connection was lost
  };
  /// Agrees on TLS as a client, if the connection has it. REQUIRES: nothing has been sent, and the caller
  /// holds the shared_ptr.
  Task<Secured> shake_hands();

  using Line = protocol::LineBuffer::Line;
  /// The next line; nothing once the other side has ended or close() was called. Its text is valid until the
  /// next call. REQUIRES: one reader at a time, which holds the shared_ptr.
  Task<std::optional<Line>> next();

  /// Queues `line` and its newline, without ever waiting. No effect once closed or finished.
  void send(std::string_view line);
  /// Bytes that the kernel has not taken yet.
  std::size_t unsent() const { return outbox_.size() - flushed_; }
  /// Waits while more than kRoom is unsent.
  static Task<> room(std::shared_ptr<LineSocket> self);

  /// Sends what is queued, then closes the direction of sending; still reads.
  void finish();
  void close();

 private:
  LineSocket(Tasks& tasks, Connection connection, std::size_t max_line);
  /// False if it was closed meanwhile.
  Task<bool> ready(boost::asio::posix::descriptor_base::wait_type what);
  Task<> write_loop(std::shared_ptr<LineSocket> self);
  void flush();
  void trace_sent(std::string_view line);
  void note_arrival(const Connection::Read& read);

  Tasks& tasks_;
  Connection connection_;
  boost::asio::posix::stream_descriptor waiter_;  // of the connection's descriptor, which the connection owns
  protocol::LineBuffer lines_;
  int reads_in_a_row_ = 0;
  std::string outbox_;
  std::size_t flushed_ = 0;                  // bytes of outbox_ that the kernel has
  Condition taken_;                          // notified when the kernel has taken some
  bool writing_ = false;                     // write_loop is running
  TimePoint arrived_{};                      // the newest bytes
  bool ended_ = false;                       // by the other side
  std::unique_ptr<TracedConnection> trace_;  // null: no trace
  bool finishing_ = false;
  bool closed_ = false;
};

}  // namespace referee
