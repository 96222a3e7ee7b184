#include "bench/load/schedule.h"

#include <cmath>
#include <cstdlib>
#include <ranges>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace load {
namespace {

[[noreturn]] void refuse(const std::string& word) {
  throw std::invalid_argument("schedule: got '" + word +
                              "', expected now, split, never or milliseconds, perhaps with *COUNT");
}

Step step_of(const std::string& name, const std::string& word) {
  if (name == "now") {
    return {Step::Kind::now, 0};
  }
  if (name == "split") {
    return {Step::Kind::split, 0};
  }
  if (name == "never") {
    return {Step::Kind::never, 0};
  }
  char* end = nullptr;
  const double milliseconds = std::strtod(name.c_str(), &end);
  if (name.empty() || *end != '\0' || !(milliseconds >= 0 && milliseconds <= 1e9)) {
    refuse(word);
  }
  return {Step::Kind::after, std::llround(milliseconds * static_cast<double>(kMillisecond))};
}

std::int64_t count_of(const std::string& number, const std::string& word) {
  char* end = nullptr;
  const long long count = std::strtoll(number.c_str(), &end, 10);
  if (number.empty() || *end != '\0' || count < 1 || count > 1'000'000'000) {
    refuse(word);
  }
  return count;
}

}  // namespace

Schedule Schedule::parse(const std::string& text) {
  Schedule schedule;
  std::istringstream words(text);
  std::int64_t end = 0;
  for (std::string word; std::getline(words, word, ',');) {
    const std::size_t star = word.find('*');
    end += star == std::string::npos ? 1 : count_of(word.substr(star + 1), word);
    schedule.runs_.push_back({step_of(word.substr(0, star), word), end});
  }
  if (schedule.runs_.empty()) {
    refuse(text);
  }
  return schedule;
}

Step Schedule::step(std::int64_t turn) const {
  const std::int64_t at = turn % runs_.back().end;
  for (const Run& run : runs_) {
    if (at < run.end) {
      return run.step;
    }
  }
  return {};
}

void Schedules::add(std::uint32_t from, std::uint32_t to, std::optional<std::int64_t> seat,
                    Schedule schedule) {
  rules_.push_back({from, to, seat, std::move(schedule)});
}

const Schedule& Schedules::find(const Place& place, std::int64_t seat) const {
  for (const Rule& rule : std::views::reverse(rules_)) {
    if (place.table >= rule.from && place.table <= rule.to && (!rule.seat || *rule.seat == seat)) {
      return rule.schedule;
    }
  }
  return otherwise_;
}

}  // namespace load
