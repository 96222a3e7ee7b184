#pragma once

#include <coroutine>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "referee/base/kernel_time.h"
#include "referee/lab/connector.h"
#include "referee/net/flood_gauge.h"

// A bot under test whose process the kit has: what is asked of it is a list of orders, and what it does comes
// as events. Nothing here waits but coroutines, which the host resumes.
namespace kit {

using Json = nlohmann::json;
using referee::Microseconds;
using referee::Milliseconds;
using referee::Task;
using referee::TimePoint;

/// What goes to the host and comes from it.
class Host {
 public:
  /// Something that a coroutine waits for, and until when.
  class Wait {
   public:
    Wait(Host& host, std::function<bool()> came, TimePoint until)
        : host_(host), came_(std::move(came)), until_(until) {}

    bool await_ready() const { return over(); }
    void await_suspend(std::coroutine_handle<> waiting) {
      waiting_ = waiting;
      host_.wait_ = this;
    }
    /// Whether it came in time.
    bool await_resume() const { return came_(); }

   private:
    friend Host;
    bool over() const;

    Host& host_;
    std::function<bool()> came_;
    TimePoint until_;
    std::coroutine_handle<> waiting_;
  };

  void order(Json order) { orders_.push_back(std::move(order)); }
  Wait until(std::function<bool()> came, TimePoint until) { return {*this, std::move(came), until}; }
  /// Goes on as long as what is waited for has come, or its time is over.
  void go_on();
  /// The orders since the last call, and "wait_until_us" while something is waited for: the time at which
  /// that is over, on this program's steady clock.
  Json take_orders();

 private:
  Wait* wait_ = nullptr;
  Json orders_ = Json::array();
};

/// One connection.
class HostChannel final : public referee::BotChannel {
 public:
  explicit HostChannel(Host& host) : host_(host) {}

  void say(std::string_view line) override;
  std::optional<TimePoint> sent_at() const override { return sent_at_; }
  Task<std::optional<Line>> next(TimePoint deadline) override;
  void count_as_answer() override { flood_.refund(); }
  std::string_view unfinished() const override { return unfinished_; }
  bool open() const override { return !closed_ || !lines_.empty(); }
  referee::CloseReason why_closed() const override { return *closed_; }
  void finish() override;
  void cut() override;

  /// {"line","oversize"?,"at_us"}: a line that was read at that time of the steady clock.
  void received(const Json& event);
  void ended(const std::string& unfinished);
  void set_unfinished(std::string unfinished) { unfinished_ = std::move(unfinished); }

 private:
  Host& host_;
  TimePoint sent_at_ = referee::kernel_now();
  std::deque<Line> lines_;
  std::string unfinished_;
  referee::FloodGauge flood_;
  std::optional<referee::CloseReason> closed_;
};

/// The process behind it.
class HostProcess final : public referee::BotProcess {
 public:
  explicit HostProcess(Host& host) : host_(host) {}

  Microseconds charged() const override { return Microseconds{0}; }
  Microseconds busy() const override { return Microseconds{0}; }
  std::optional<referee::ProcessorTime> processor_time() override { return std::nullopt; }
  Task<bool> ended_within(Milliseconds time) override;
  referee::Waits waits() const override { return referee::Waits::unknown; }
  bool succeeded() const override { return status_ == "exit status 0"; }
  std::string how_ended(const std::string& refusal) const override;
  const std::string& stderr_text() const override { return stderr_text_; }

  void add_stderr(std::string_view text);
  void ended(std::string status) { status_ = std::move(status); }
  bool runs() const { return !status_; }

 private:
  Host& host_;
  std::optional<std::string> status_;
  std::string stderr_text_;
};

class HostConnector final : public referee::Connector {
 public:
  explicit HostConnector(Host& host) : host_(host) {}

  Task<bool> connect(Milliseconds wait) override;
  bool dials() const override { return false; }
  referee::Measure measure() const override { return referee::Measure::wall; }
  referee::BotProcess* process() override { return process_ ? &*process_ : nullptr; }
  void scenario_begins(const Json& details) override;
  referee::Moment moment() const override { return referee::Moment::now(); }

  /// An event of the newest process: see HostChannel and HostProcess.
  void take(const Json& event);
  /// Ends what still runs.
  void close();

 private:
  HostChannel* own_channel() { return static_cast<HostChannel*>(channel_.get()); }

  Host& host_;
  std::optional<HostProcess> process_;
  std::optional<bool> started_;
};

}  // namespace kit
