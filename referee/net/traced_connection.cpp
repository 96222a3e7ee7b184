#include "referee/net/traced_connection.h"

#include <algorithm>
#include <array>
#include <string>

#include <nlohmann/json.hpp>

#include "protocol/require.h"

namespace referee {
namespace {

using Json = nlohmann::json;

constexpr std::array kWhy{"bot", "referee", "flood", "unread"};  // by Why

}  // namespace

TracedConnection::TracedConnection(std::shared_ptr<LineTrace> trace, TraceLabel label, End ours,
                                   StampSource times)
    : trace_(std::move(trace)), label_(std::move(label)), ours_(ours), number_(trace_->new_connection()) {
  REQUIRE(trace_ != nullptr);
  Json details = Json::object();
  details["times"] = name_of(times);
  trace_->write_event("connected", label_, number_, std::move(details));
}

LineTrace::Direction TracedConnection::outward() const {
  return ours_ == End::referee ? LineTrace::Direction::to_bot : LineTrace::Direction::from_bot;
}

LineTrace::Direction TracedConnection::inward() const {
  return ours_ == End::referee ? LineTrace::Direction::from_bot : LineTrace::Direction::to_bot;
}

void TracedConnection::sent(std::string_view line, TimePoint at, std::size_t unsent) {
  trace_->write({.direction = outward(), .text = line, .at = at, .unsent = unsent}, label_, number_);
}

void TracedConnection::all_sent() { trace_->write_event("all_sent", label_, number_, Json::object()); }

void TracedConnection::received(std::string_view line, TimePoint at, bool oversize, bool ignored) {
  trace_->write({.direction = inward(), .text = line, .at = at, .oversize = oversize, .ignored = ignored},
                label_, number_);
}

void TracedConnection::closed(Why why, std::string_view unfinished) {
  Json details = Json::object();
  details["why"] = kWhy[static_cast<std::size_t>(why)];
  if (!unfinished.empty()) {
    details["unfinished"] = std::string(unfinished.substr(0, LineTrace::kMaxText));
  }
  trace_->write_event("closed", label_, number_, std::move(details));
}

}  // namespace referee
