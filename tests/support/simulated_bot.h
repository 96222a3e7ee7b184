#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/lab/connector.h"
#include "referee/process/process_end.h"

namespace test_support {

using Json = nlohmann::json;

/// What a SimulatedBot does. It does everything right; a bot with a vice overrides what it does wrong.
class BotConduct {
 public:
  /// Its end of the connection, and its process.
  struct Wire {
    std::deque<referee::BotChannel::Line> lines;  ///< that it has said
    std::string unfinished;
    std::string stderr_text;
    std::optional<int> exit_status;     ///< it has left
    referee::Microseconds slept{0};     ///< before the next line
    referee::Microseconds computed{0};  ///< in all
  };

  /// What it keeps from one connection to the next.
  struct Account {
    const referee::Clock& clock;
    bool dials;
    std::string token;
  };

  explicit BotConduct(Account& account) : account_(account), clock_(account.clock) {}
  virtual ~BotConduct() = default;
  Wire& wire() { return wire_; }

  virtual void hello() { say_hello(); }
  /// Any message but bye.
  virtual void on(const Json& message) {
    if (message.at("type") == "turn") {
      answer(message);
    } else if (message.at("type") == "welcome") {
      account_.token = message.value("token", account_.token);
    }
  }
  virtual void answer(const Json& turn) { move(turn, turn.at("turn")); }
  virtual void bye() { leave(0); }
  virtual void end_of_input() { leave(0); }
  /// Only a bot that dials in outlives it.
  virtual void connection_lost() {}
  /// Nothing was said to it for so long.
  virtual void waited(referee::Nanoseconds /*time*/) {}
  virtual void say(const Json& message) { line(message.dump()); }

 protected:
  void say_hello(const Json& more = Json::object()) {
    Json hello{{"type", "hello"}, {"protocol", 1}};
    if (account_.dials) {
      hello["name"] = "simulated";
      hello["token"] = account_.token;
    }
    hello.update(more);
    say(hello);
  }
  /// A digit that is legal in HiddenNumbers, because no two turns have the same number.
  void move(const Json& request, const Json& turn) {
    say({{"type", "move"},
         {"match", request.at("match")},
         {"turn", turn},
         {"move", request.value("turn", 0)}});
  }
  void line(std::string text, bool oversize = false) {
    referee::BotChannel::Line said{std::move(text), oversize, {}};
    said.arrival.at = clock_.now() + std::exchange(wire_.slept, referee::Microseconds{0});
    said.arrival.earliest = said.arrival.at;
    wire_.lines.push_back(std::move(said));
  }
  void leave(int status) { wire_.exit_status = status; }
  void sleep(referee::Microseconds time) { wire_.slept += time; }
  void compute(referee::Microseconds time) {
    sleep(time);
    wire_.computed += time;
  }

 private:
  Account& account_;
  const referee::Clock& clock_;
  Wire wire_;
};

/// A bot under test without a process, a network or a wait: it answers within say(), and where the referee
/// would wait in vain, next() says at once that nothing came. It is launched, or dials in.
class SimulatedBot final : public referee::Connector {
 public:
  using Make = std::function<std::unique_ptr<BotConduct>(BotConduct::Account&)>;

  SimulatedBot(const referee::Clock& clock, bool dials, Make make)
      : account_{clock, dials, ""}, make_(std::move(make)), process_(*this) {}

  /// One that has dialled in does so again unless it has left.
  referee::Task<bool> connect(referee::Milliseconds /*wait*/) override {
    greeted = false;
    if (account_.dials && conduct_ != nullptr && conduct_->wire().exit_status) {
      co_return false;
    }
    conduct_ = make_(account_);
    channel_ = std::make_unique<Channel>(account_.clock, *conduct_);
    conduct_->hello();
    co_return true;
  }
  bool dials() const override { return account_.dials; }
  referee::Measure measure() const override {
    return account_.dials ? referee::Measure::wall : referee::Measure::cpu;
  }
  referee::BotProcess* process() override {
    return account_.dials || conduct_ == nullptr ? nullptr : &process_;
  }
  void scenario_begins(const Json& /*details*/) override {}
  referee::Moment moment() const override { return account_.clock.both(); }

 private:
  class Channel final : public referee::BotChannel {
   public:
    Channel(const referee::Clock& clock, BotConduct& bot) : clock_(clock), bot_(bot) {}

    void say(std::string_view line) override {
      if (open() && !bot_.wire().exit_status) {
        sent_at_ = clock_.now();
        const Json message = Json::parse(line);
        message.at("type") == "bye" ? bot_.bye() : bot_.on(message);
      }
    }
    std::optional<referee::TimePoint> sent_at() const override { return sent_at_; }
    referee::Task<std::optional<Line>> next(referee::TimePoint deadline) override {
      std::deque<Line>& lines = bot_.wire().lines;
      if (open() && lines.empty() && !bot_.wire().exit_status) {
        bot_.waited(deadline - clock_.now());
      }
      if (finished_ || lines.empty()) {
        co_return std::nullopt;
      }
      Line line = std::move(lines.front());
      lines.pop_front();
      co_return line;
    }
    void count_as_answer() override {}
    std::string_view unfinished() const override { return bot_.wire().unfinished; }
    bool open() const override {
      return !finished_ && (!bot_.wire().exit_status || !bot_.wire().lines.empty());
    }
    referee::CloseReason why_closed() const override {
      return finished_ ? referee::CloseReason::finished : referee::CloseReason::peer;
    }
    void finish() override {
      finished_ = true;
      if (!bot_.wire().exit_status) {
        bot_.end_of_input();
      }
    }
    void cut() override {
      finished_ = true;
      bot_.connection_lost();
    }

   private:
    const referee::Clock& clock_;
    BotConduct& bot_;
    referee::TimePoint sent_at_ = clock_.now();
    bool finished_ = false;
  };

  class Process final : public referee::BotProcess {
   public:
    explicit Process(SimulatedBot& bot) : bot_(bot) {}

    referee::Microseconds charged() const override { return wire().computed; }
    referee::Microseconds busy() const override { return wire().computed; }
    std::optional<referee::ProcessorTime> processor_time() override {
      return referee::ProcessorTime{wire().computed, referee::Microseconds{0}};
    }
    referee::Task<bool> ended_within(referee::Milliseconds /*time*/) override {
      co_return wire().exit_status.has_value();
    }
    referee::Waits waits() const override { return referee::Waits::unknown; }
    bool succeeded() const override { return wire().exit_status == 0; }
    std::string how_ended(const std::string& refusal) const override {
      const std::string status =
          wire().exit_status ? "exit status " + std::to_string(*wire().exit_status) : "running";
      return referee::how_ended({status, succeeded(), false, wire().stderr_text}, refusal);
    }
    const std::string& stderr_text() const override { return wire().stderr_text; }

   private:
    const BotConduct::Wire& wire() const { return bot_.conduct_->wire(); }

    SimulatedBot& bot_;
  };

  BotConduct::Account account_;
  Make make_;
  std::unique_ptr<BotConduct> conduct_;  // outlives channel_, which is of the base class
  Process process_;
};

}  // namespace test_support
