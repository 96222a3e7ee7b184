#include "referee/record/fault_kinds.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "protocol/require.h"

namespace referee {
namespace {

using Json = nlohmann::json;
using protocol::Verdict;

/// Whether a line of a record may have a fault, without a parser: nearly all lines of long matches have none.
bool may_have_fault(std::string_view line) {
  constexpr std::string_view kKey = R"("verdict":")";
  constexpr std::string_view kOk = R"(ok")";
  for (std::size_t at = line.find(kKey); at != std::string_view::npos; at = line.find(kKey, at + 1)) {
    if (!line.substr(at + kKey.size()).starts_with(kOk)) {
      return true;
    }
  }
  return false;
}

void add_turn(std::vector<std::vector<FaultKind>>& by_seat, const Json& line) {
  for (const Json& answer : line.at("answers")) {
    const auto seat = answer.at("seat").get<std::size_t>();
    const auto verdict = protocol::verdict_of(answer.at("verdict").get<std::string>());
    REQUIRE(verdict && seat < by_seat.size());
    if (*verdict != Verdict::ok) {
      add_fault(by_seat[seat], *verdict, line.at("turn").get<std::int64_t>(), answer.value("fault", ""));
    }
  }
}

}  // namespace

std::vector<std::vector<FaultKind>> fault_kinds_of(std::string_view record, std::size_t seats) {
  std::vector<std::vector<FaultKind>> by_seat(seats);
  while (!record.empty()) {
    const std::size_t end = std::min(record.find('\n'), record.size());
    const std::string_view line = record.substr(0, end);
    record.remove_prefix(std::min(end + 1, record.size()));
    if (!may_have_fault(line)) {
      continue;
    }
    const Json json = Json::parse(line);
    if (json.contains("answers") && !json.contains("given")) {
      add_turn(by_seat, json);
    }
  }
  return by_seat;
}

std::vector<std::vector<FaultKind>> fault_kinds_of(const MatchResult& result) {
  const bool any = std::ranges::any_of(result.seats, [](const auto& seat) { return seat.faults() > 0; });
  return fault_kinds_of(any ? std::string_view(result.record) : std::string_view(), result.seats.size());
}

void add_fault(std::vector<FaultKind>& kinds, Verdict verdict, std::int64_t turn, const std::string& reason) {
  const auto found = std::ranges::find(kinds, verdict, &FaultKind::verdict);
  if (found == kinds.end()) {
    kinds.push_back({verdict, 1, turn, reason});
  } else if (verdict != Verdict::disconnected || reason == kAway || reason != found->reason) {
    ++found->count;
  }
}

std::array<std::int64_t, 10> fault_counts(const MatchResult::Seat& seat,
                                          const std::vector<FaultKind>& kinds) {
  std::array<std::int64_t, 10> counts = seat.by_verdict;
  const auto ends = std::ranges::find(kinds, Verdict::disconnected, &FaultKind::verdict);
  if (ends != kinds.end()) {
    counts[static_cast<std::size_t>(Verdict::disconnected)] = ends->count;
  }
  return counts;
}

std::string times_text(std::int64_t count) { return count == 1 ? "once" : std::to_string(count) + " times"; }

}  // namespace referee
