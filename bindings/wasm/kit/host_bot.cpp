#include "bindings/wasm/kit/host_bot.h"

#include <chrono>
#include <utility>

#include "referee/base/kernel_time.h"
#include "referee/process/process_end.h"

namespace kit {
namespace {

constexpr std::size_t kKeptStderr = 64 * 1024;
constexpr Milliseconds kStartsWithin{10'000};

TimePoint time_of(const Json& microseconds) {
  return TimePoint(Microseconds(microseconds.get<std::int64_t>()));
}

}  // namespace

bool Host::Wait::over() const { return came_() || referee::kernel_now() >= until_; }

void Host::go_on() {
  while (wait_ != nullptr && wait_->over()) {
    std::exchange(wait_, nullptr)->waiting_.resume();
  }
}

Json Host::take_orders() {
  Json told{{"orders", std::exchange(orders_, Json::array())}};
  if (wait_ != nullptr) {
    told["wait_until_us"] =
        std::chrono::duration_cast<Microseconds>(wait_->until_.time_since_epoch()).count();
  }
  return told;
}

// ---- the connection ----

void HostChannel::say(std::string_view line) {
  if (!closed_) {
    host_.order({{"say", line}});
    sent_at_ = referee::kernel_now();
  }
}

Task<std::optional<HostChannel::Line>> HostChannel::next(TimePoint deadline) {
  co_await host_.until([this] { return !lines_.empty() || closed_; }, deadline);
  if (lines_.empty()) {
    co_return std::nullopt;
  }
  Line line = std::move(lines_.front());
  lines_.pop_front();
  co_return line;
}

void HostChannel::finish() {
  host_.order({{"finish", true}});
  closed_ = referee::CloseReason::finished;
  lines_.clear();
}

void HostChannel::cut() {
  host_.order({{"stop", true}});
  closed_ = referee::CloseReason::finished;
  lines_.clear();
}

void HostChannel::received(const Json& event) {
  if (closed_) {
    return;
  }
  const TimePoint at = time_of(event.at("at_us"));
  Line line{event.at("line").get<std::string>(), event.value("oversize", false), {}};
  line.arrival.at = at;
  line.arrival.earliest = at;
  lines_.push_back(std::move(line));
  if (flood_.spend(1, at)) {
    host_.order({{"stop", true}});
    closed_ = referee::CloseReason::flood;
  }
}

void HostChannel::ended(const std::string& unfinished) {
  unfinished_ = unfinished;
  if (!closed_) {
    closed_ = referee::CloseReason::peer;
  }
}

// ---- the process ----

Task<bool> HostProcess::ended_within(Milliseconds time) {
  const bool ended = co_await host_.until([this] { return !runs(); }, referee::kernel_now() + time);
  co_return ended;
}

std::string HostProcess::how_ended(const std::string& refusal) const {
  return referee::how_ended({status_.value_or("running"), succeeded(), false, stderr_text_}, refusal);
}

void HostProcess::add_stderr(std::string_view text) {
  stderr_text_ += text;
  if (stderr_text_.size() > kKeptStderr) {
    stderr_text_.erase(0, stderr_text_.size() - kKeptStderr);
  }
}

// ---- connections ----

Task<bool> HostConnector::connect(Milliseconds /*wait*/) {
  greeted = false;
  close();
  process_.emplace(host_);
  channel_ = std::make_unique<HostChannel>(host_);
  started_.reset();
  host_.order({{"start", true}});
  co_await host_.until([this] { return started_.has_value(); }, referee::kernel_now() + kStartsWithin);
  co_return started_.value_or(false);
}

void HostConnector::scenario_begins(const Json& details) { host_.order({{"scenario", details}}); }

void HostConnector::take(const Json& event) {
  if (!process_) {
    return;
  }
  if (event.contains("started")) {
    started_ = event.at("started").get<bool>();
  } else if (event.contains("line")) {
    own_channel()->received(event);
  } else if (event.contains("unfinished")) {
    own_channel()->set_unfinished(event.at("unfinished").get<std::string>());
  } else if (event.contains("closed")) {
    own_channel()->ended(event.at("closed").get<std::string>());
  } else if (event.contains("stderr")) {
    process_->add_stderr(event.at("stderr").get_ref<const std::string&>());
  } else if (event.contains("ended")) {
    process_->ended(event.at("ended").get<std::string>());
  }
}

void HostConnector::close() {
  if (process_ && process_->runs()) {
    host_.order({{"stop", true}});
  }
}

}  // namespace kit
