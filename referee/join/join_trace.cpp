#include "referee/join/join_trace.h"

#include <chrono>
#include <utility>

#include <nlohmann/json.hpp>

namespace referee {

JoinTrace::JoinTrace(std::shared_ptr<LineTrace> trace, std::string bot) : trace_(std::move(trace)) {
  label_.bot = std::move(bot);
}

void JoinTrace::hide(const std::string& secret) {
  if (trace_ != nullptr) {
    trace_->hide(secret);
  }
}

void JoinTrace::in_match(const std::string& match, LineSocket& connection) {
  label_.match = match;
  follow(connection);
}

void JoinTrace::write_event(std::string_view event, const std::string& match, const std::string& how) {
  if (trace_ == nullptr) {
    return;
  }
  nlohmann::json details = nlohmann::json::object();
  if (!how.empty()) {
    details["how"] = how;
  }
  trace_->write_event(event, {.bot = label_.bot, .match = match}, 0, std::move(details));
}

void JoinTrace::kept_back(std::string_view line) {
  if (trace_ != nullptr) {
    trace_->write(
        {.direction = LineTrace::Direction::from_bot, .text = line, .at = trace_->now(), .passed_on = false},
        label_, 0);
  }
}

}  // namespace referee
