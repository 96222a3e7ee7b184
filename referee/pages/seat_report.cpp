#include "referee/pages/seat_report.h"

#include <algorithm>
#include <functional>

#include <nlohmann/json.hpp>

namespace referee::pages {
namespace {

using Json = nlohmann::json;

std::string text_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

std::int64_t number_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

void add_answer(SeatReport& report, std::int64_t turn, const Json& answer) {
  const std::string verdict = text_at(answer, "verdict");
  ++report.verdicts[verdict];
  report.charges.add(number_at(answer, "spent_us"));
  if (verdict != "ok" && report.faults.size() < SeatReport::kMostFaults) {
    report.faults.push_back({turn, verdict, text_at(answer, "fault")});
  }
}

void add_header(SeatReport& report, const Json& header, std::size_t seat) {
  const auto launched = header.find("launched");
  if (launched != header.end() && launched->is_array() && seat < launched->size() &&
      launched->at(seat).is_boolean()) {
    report.launched = launched->at(seat).get<bool>();
  }
}

void add_line(SeatReport& report, std::string_view line, std::size_t seat) {
  const Json turn = Json::parse(line, nullptr, false);
  if (turn.is_object() && turn.contains("record")) {
    add_header(report, turn, seat);
    return;
  }
  if (!turn.is_object() || !turn.contains("turn") || turn.contains("given")) {
    return;
  }
  const auto answers = turn.find("answers");
  if (answers == turn.end() || !answers->is_array()) {
    return;
  }
  for (const Json& answer : *answers) {
    if (answer.is_object() && number_at(answer, "seat") == static_cast<std::int64_t>(seat)) {
      add_answer(report, number_at(turn, "turn"), answer);
    }
  }
}

}  // namespace

void ChargeHistogram::add(std::int64_t charged_us) {
  const auto at = std::ranges::lower_bound(kBounds, charged_us);
  ++counts[static_cast<std::size_t>(at - kBounds.begin())];
  ++turns;
  used_us += charged_us;
  worst_us = std::max(worst_us, charged_us);
}

ChargeHistogram& ChargeHistogram::operator+=(const ChargeHistogram& other) {
  std::ranges::transform(counts, other.counts, counts.begin(), std::plus());
  turns += other.turns;
  used_us += other.used_us;
  worst_us = std::max(worst_us, other.worst_us);
  return *this;
}

SeatReport seat_report_of(std::string_view record, std::size_t seat) {
  SeatReport report;
  while (!record.empty()) {
    const std::size_t end = std::min(record.find('\n'), record.size());
    add_line(report, record.substr(0, end), seat);
    record.remove_prefix(std::min(end + 1, record.size()));
  }
  return report;
}

}  // namespace referee::pages
