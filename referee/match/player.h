#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/messages.h"
#include "protocol/require.h"
#include "referee/clocks/silence.h"
#include "referee/loop/clock.h"
#include "referee/net/session.h"
#include "referee/process/cpu_meter.h"
#include "referee/process/inside/sandbox_spec.h"

namespace referee {

/// What the seat of a running match learns of its player.
class SeatEvents {
 public:
  virtual ~SeatEvents() = default;
  virtual void on_line(Session& session, const Received& line) = 0;
  /// See SessionOwner::on_sent().
  virtual void on_sent(Session& session) = 0;
  /// The player has a new connection, in place of none or of the one before.
  virtual void on_attached() = 0;
  virtual void on_detached(CloseReason reason) = 0;
  /// See SessionOwner::on_failure().
  virtual void on_failure(const std::exception_ptr& /*failure*/) {}
};

/// The player of a seat: a name and the connection that it has now, if any. The bot may disconnect and
/// reconnect during the match; its name, seat and clock stay.
class Player final : public SessionOwner {
 public:
  enum class Origin {
    launched,  ///< a process of ours, or a part of this one: it never reconnects
    dialled    ///< may redial at any time
  };

  Player(const Clock& time, std::string name, Origin origin)
      : time_(time), name_(std::move(name)), origin_(origin), away_since_(time.now()) {}
  ~Player() override;
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  const std::string& name() const { return name_; }
  bool launched() const { return origin_ == Origin::launched; }
  bool connected() const { return session_ != nullptr; }
  /// Since when it has no connection: the end of its newest one, or the making of this object. REQUIRES: not
  /// connected().
  TimePoint away_since() const { return away_since_; }
  /// Whether the hello of its newest connection says `resume`; false before the first connection.
  bool resumes() const { return resumes_; }
  /// Has a seat in a running match.
  bool playing() const { return seat_ != nullptr; }

  /// Whether the newest hello says that the bot can play another match in the same process.
  bool takes_new_match() const { return takes_new_match_; }

  /// The newest connection wins: an older one gets `bye` "replaced" and is closed.
  void attach(std::shared_ptr<Session> session, const protocol::Hello& hello);
  /// Asks the bot to forget its match and to say hello again; one that owes_hello() is not asked twice. Calls
  /// `settled` once: when it has said it, and when dismiss() or the end of its process keeps it from that. A
  /// bot that dials in again meanwhile is asked again. REQUIRES: connected(), takes_new_match().
  void ask_for_hello(std::function<void()> settled);
  /// Whether the bot was asked on its present connection, and has not said hello since.
  bool owes_hello() const { return owes_hello_; }
  /// Waits no longer for the hello of a bot that owes it: until it is said, takes_new_match() is false.
  void give_up_hello();
  /// Sends to the present connection, if any.
  void send(std::string_view line);
  /// send() for the line of a turn.
  void send_turn(std::string_view line);
  /// When the thinking time of the turn that was sent last began, by its connection now; nothing until then.
  /// A bot that dials in may be far away: it has the whole line first. A launched one could leave its input
  /// full, and think about a part of the line: its time begins with the first part that the kernel has taken.
  std::optional<TimePoint> turn_sent_at() const;
  /// The present connection; nullptr if there is none.
  Session* session() { return session_.get(); }
  /// Writes the player's present connection and all later ones to `trace`: see Session::set_trace().
  void set_trace(std::shared_ptr<LineTrace> trace, TraceLabel label);
  /// Says `bye` and closes after what is queued. Without a reason it says nothing, and the bot dials again.
  void dismiss(std::string_view reason);
  /// Says `bye` and closes after what is queued, as dismiss() does, during a match: the seat sees a bot that
  /// has disconnected and may reconnect.
  void kick(std::string_view reason);

  /// Tells `seat` what this player does, from now on; nullptr between matches. REQUIRES: a player sits at one
  /// seat at a time.
  void sit(SeatEvents* seat) {
    REQUIRE(seat == nullptr || seat_ == nullptr);
    seat_ = seat;
  }

  /// Where the times of its answers are measured, by its newest connection; before the first connection: the
  /// kernel.
  StampSource stamp_source() const { return stamp_source_; }

  /// Processor time of a launched bot; nullptr if it cannot be measured (dialled bots).
  void set_cpu_meter(std::shared_ptr<CpuMeter> meter) { cpu_ = std::move(meter); }
  CpuMeter* cpu_meter() { return cpu_.get(); }

  /// Tells how long the bot's processes have waited for a processor so far: see run_delay_of().
  void set_run_delay(std::function<Microseconds()> run_delay) { run_delay_ = std::move(run_delay); }
  /// How much of it is new since the call before this one; zero where it is not known. Costs a file of /proc
  /// for each thread of the bot.
  Microseconds new_run_delay();

  /// Tells what the bot's processes wait for: see waits_of().
  void set_waits(std::function<Waits()> waits) { waits_ = std::move(waits); }
  /// Unknown for one that dials in.
  Waits waits() const { return waits_ ? waits_() : Waits::unknown; }

  /// `mark(turn, all_read)` notes what the bot has written to standard error by now, see
  /// Process::mark_stderr(); none is set for one that dials in.
  void set_stderr_mark(std::function<void(std::int64_t, bool)> mark) { mark_stderr_ = std::move(mark); }
  /// The bot has its verdict of `turn`. `stderr_read`: what it had written to standard error by its answer
  /// has been read for certain.
  void turn_decided(std::int64_t turn, bool stderr_read) {
    if (mark_stderr_) {
      mark_stderr_(turn, stderr_read);
    }
  }

  /// `how` tells how the bot's process has ended, see Process::end_text(); nothing while it runs. Whoever
  /// sets it calls process_ended() then. None is set where no process is behind the player.
  void set_end(std::function<std::optional<std::string>()> how) { end_ = std::move(how); }
  /// How its process has ended; nothing while it runs, and for a player without one.
  std::optional<std::string> end() const { return end_ ? end_() : std::nullopt; }
  /// Whether its connection is gone and its process runs, which mostly ends a moment later.
  bool is_ending() const { return !connected() && end_ && !end_(); }
  /// The process has ended: a seat that has lost its connection hears of it.
  void process_ended();

  /// How strongly a launched bot is confined.
  void set_sandbox(SandboxLevel level) { sandbox_ = level; }
  SandboxLevel sandbox() const { return sandbox_; }

  /// Whether an adapter (--as) speaks the protocol for the program.
  void set_adapted(bool adapted) { adapted_ = adapted; }
  bool adapted() const { return adapted_; }

  /// Why a launched bot has not come, or has not said hello again, for people; "": it has come, or nothing is
  /// known.
  void set_why_absent(std::string why) { why_absent_ = std::move(why); }
  const std::string& why_absent() const { return why_absent_; }
  /// why_absent() for everybody: a program that has ended without a word comes first, and how.
  std::string absence() const;

  void on_line(Session& session, const Received& line) override;
  void on_sent(Session& session) override;
  void on_closed(Session& session, CloseReason reason) override;
  void on_failure(const std::exception_ptr& failure) override;

 private:
  void note(const protocol::Hello& hello);
  void ask();
  bool is_owed_hello(const Received& line);
  void settle();

  const Clock& time_;
  std::string name_;
  Origin origin_;
  // What every turn reads stands together, within two lines of a processor's cache.
  std::shared_ptr<Session> session_;
  SeatEvents* seat_ = nullptr;
  std::shared_ptr<CpuMeter> cpu_;
  std::function<void(std::int64_t, bool)> mark_stderr_;
  TimePoint away_since_;
  bool resumes_ = false;
  bool takes_new_match_ = false;
  bool owes_hello_ = false;
  std::function<void()> settled_;  // of ask_for_hello(), while somebody waits for it
  StampSource stamp_source_ = StampSource::kernel;
  std::function<Microseconds()> run_delay_;
  Microseconds run_delay_before_{0};
  std::function<Waits()> waits_;
  std::function<std::optional<std::string>()> end_;
  SandboxLevel sandbox_ = SandboxLevel::none;
  bool adapted_ = false;
  std::string why_absent_;
  std::shared_ptr<LineTrace> trace_;  // null: its connections keep what they have
  TraceLabel label_;
};

/// Answers a line for which no match is running.
void answer_idle_line(Session& session, const Received& line);

}  // namespace referee
