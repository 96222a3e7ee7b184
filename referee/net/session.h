#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "protocol/framing.h"
#include "protocol/messages.h"
#include "referee/base/units.h"
#include "referee/clocks/received.h"
#include "referee/clocks/stamp.h"
#include "referee/loop/clock.h"
#include "referee/loop/event.h"
#include "referee/loop/poller.h"
#include "referee/loop/tasks.h"
#include "referee/loop/timer.h"
#include "referee/net/close_reason.h"
#include "referee/net/connection.h"
#include "referee/net/flood_gauge.h"
#include "referee/net/stamped_connection.h"
#include "referee/net/traced_connection.h"

namespace referee {

class Session;

/// Handles what a session receives. Called on the loop's thread; may close the session or change its owner.
class SessionOwner {
 public:
  virtual ~SessionOwner() = default;
  virtual void on_line(Session& session, const Received& line) = 0;
  /// The kernel has taken the last byte sent so far, or the first or the last one of a turn, but had not
  /// taken it at once.
  virtual void on_sent(Session& session) = 0;
  /// The session will receive nothing more. Called once, and not after Session::finish() or close().
  virtual void on_closed(Session& session, CloseReason reason) = 0;
  /// A fault of ours while bytes of the connection were handled: it has been noted, and the session closes
  /// after this call.
  virtual void on_failure(const std::exception_ptr& /*failure*/) {}
};

/// One connection with a bot, dialled in or launched: cuts lines, stamps them, and sends without ever
/// waiting. Held by the shared_ptr of its owner and, until it is closed, by the loop's Poller.
class Session final : public Watcher, public std::enable_shared_from_this<Session> {
 public:
  /// The most bytes that wait here for a bot that does not read; over this the session is closed.
  static constexpr std::size_t kMaxOutbox = 8 * 1024 * 1024;

  /// `owner` must outlive the session or be replaced. Throws std::system_error.
  static std::shared_ptr<Session> open(Tasks& tasks, Connection connection, SessionOwner& owner);
  /// Opens a session over a connected TCP socket, which is taken over, without TLS. `owner` must outlive the
  /// session or be replaced. Throws std::system_error.
  static std::shared_ptr<Session> open(Tasks& tasks, int socket, SessionOwner& owner);
  ~Session() override;
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void set_owner(SessionOwner& owner) { owner_ = &owner; }
  /// From now on all lines, and the end, are written to `trace`, with this label; nullptr: to none. A call
  /// with the same trace changes the label only.
  void set_trace(std::shared_ptr<LineTrace> trace, TraceLabel label);

  /// Queues `line` and its newline, and gives the kernel at once what it takes. No effect once closed.
  void send(std::string_view line);
  /// send() for a turn: its answer may come in as many pieces as a line may have bytes, and turn_begun_at()
  /// tells when the bot could begin to read it.
  void send_turn(std::string_view line);
  /// When the kernel took the first byte of the latest turn, with all that it took in that call; nothing
  /// until then.
  const std::optional<TimePoint>& turn_begun_at() const { return turn_first_.taken; }
  /// Whether everything sent has been taken by the kernel.
  bool all_sent() const { return unsent() == 0; }
  /// When the kernel had taken the last byte of the latest turn, whatever was sent after it; nothing until
  /// then.
  const std::optional<TimePoint>& turn_sent_at() const { return turn_last_.taken; }
  /// When the last byte was sent, see StampedConnection::sent_at(); meaningful while all_sent().
  TimePoint sent_at() const { return sent_at_; }

  /// Reads what the kernel has by now, so that a verdict on silence is not hasty. Lines go to the owner.
  void drain();
  /// The newest line that the owner got was an answer, to a turn or to `new_match`: it does not count as
  /// useless.
  void count_as_answer() {
    flood_.refund();
    pieces_ = 0;
  }
  std::optional<RoundTrip> round_trip() const { return connection_.round_trip(); }
  /// The round-trip time, at most kRoundTripAge old: to ask the kernel costs as much as to send a line.
  /// Nothing if the kernel has no measurement.
  const std::optional<RoundTrip>& recent_round_trip();
  /// Where the times of most of its lines are measured.
  StampSource stamp_source() const {
    return connection_.is_stamped() ? StampSource::kernel : StampSource::read;
  }
  /// The part of a line that has arrived without its newline; valid until the next read.
  std::string_view unfinished() const { return lines_.unfinished(); }

  /// Sends what is queued, then the end of the stream, and reads until the bot closes, for at most kLinger.
  void finish();
  void close();
  bool is_open() const { return !closed_; }
  /// The port demands TLS, and the bot does not speak it.
  bool lacks_tls() const { return connection_.lacks_tls(); }

 private:
  /// The latest part of a line that a bot writes in several parts: see held_back().
  struct Part {
    TimePoint at = TimePoint::min();  ///< its stamp; TimePoint::min(): the line has no part so far
    Nanoseconds lag{0};               ///< how long it waited to be read
  };

  /// The first or the last byte of the latest turn.
  struct TurnByte {
    std::optional<std::size_t> at;   ///< in outbox_; nothing: the kernel has it
    std::optional<TimePoint> taken;  ///< by the kernel
  };

  static constexpr Milliseconds kLinger{1000};
  static constexpr Milliseconds kRoundTripAge{100};
  static constexpr Milliseconds kPiecePause{4};

  Session(Tasks& tasks, Connection connection, SessionOwner& owner);
  void on_readable() override;
  void on_writable() override;
  // A coroutine holds its session from the moment it is made, not only once it runs: hence the parameter.
  Task<> linger(std::shared_ptr<Session> self);
  Arrival arrival_of(const Connection::Read& read, const Moment& previous, bool last) const;
  Part part_of(const Connection::Read& read) const;
  void shut_when_sent();
  /// If the bytes have no stamps the poller shows until when they had not arrived.
  void poll_without_stamps();
  /// Logs that `read` is the first one without a stamp, if it is.
  void note_end_of_stamps(const Connection::Read& read) const;
  /// One read and its lines; false when the kernel has no more bytes.
  template <class Step>
  void guarded(const char* name, const Step& step);
  bool read_some();
  void watch_writing(bool stuck);
  /// Lets the poller tell of new bytes, or not.
  void watch_reading(bool reads);
  std::uint32_t watched_events() const;
  /// Reads again at that time, when the connection waits until then, or nothing is read until then.
  void read_again(TimePoint at);
  void deliver(const Connection::Read& read);
  /// Whether the line that arrives in pieces may be an answer.
  bool is_awaited() const { return pieces_ > 0 && !lines_.discarding(); }
  bool flooded_by_piece(TimePoint now);
  /// Gives the kernel what it takes. Whether that has the first or the last byte of a turn.
  bool flush();
  void write_more();
  void lost(CloseReason reason);
  void end(CloseReason reason);
  void trace_sent(std::string_view line);
  std::size_t unsent() const { return outbox_.size() - flushed_; }

  Tasks& tasks_;
  Poller& poller_;
  const Clock& clock_;
  Connection connection_;
  SessionOwner* owner_;
  protocol::LineBuffer lines_;
  FloodGauge flood_;
  std::size_t pieces_ = 0;  // of an answer that may still come without being counted
  Moment previous_read_;
  Part part_;  // the latest one of the line that is not complete
  std::string outbox_;
  std::size_t flushed_ = 0;  // bytes of outbox_ that the kernel has
  TurnByte turn_first_;
  TurnByte turn_last_;
  TimePoint sent_at_;
  std::optional<RoundTrip> round_trip_;
  TimePoint round_trip_at_{};                // when the kernel was asked; long ago at first
  std::unique_ptr<TracedConnection> trace_;  // null: no trace
  bool stuck_ = false;                       // the kernel has not taken all of outbox_
  bool finishing_ = false;                   // finish() was called
  bool closed_ = false;
  bool reads_ = true;   // the poller tells of new bytes
  bool polls_ = false;  // since poll_without_stamps()
  Condition lingers_;
  std::unique_ptr<Timer> again_;  // made by the first read_again()
};

}  // namespace referee
