#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee::pages {

/// How often turns were charged how much.
struct ChargeHistogram {
  /// Upper bounds of the classes, in microseconds, each included; one more class is above the last.
  static constexpr std::array<std::int64_t, 19> kBounds{
      50,      100,     200,     500,       1'000,     2'000,     5'000,      10'000,     20'000,    50'000,
      100'000, 200'000, 500'000, 1'000'000, 2'000'000, 5'000'000, 10'000'000, 20'000'000, 60'000'000};
  std::array<std::int64_t, kBounds.size() + 1> counts{};
  std::int64_t turns = 0;
  std::int64_t used_us = 0;  ///< in all
  std::int64_t worst_us = 0;

  void add(std::int64_t charged_us);
  ChargeHistogram& operator+=(const ChargeHistogram& other);
};

/// What a record tells of one seat.
struct SeatReport {
  static constexpr std::size_t kMostFaults = 20;
  struct Fault {
    std::int64_t turn = 0;
    std::string verdict;
    std::string text;  ///< why, as the bot was told; any characters
  };
  /// Whether the referee or a worker had started its bot; nothing if the record does not tell.
  std::optional<bool> launched;
  std::map<std::string, std::int64_t> verdicts;  ///< turns by verdict
  std::vector<Fault> faults;                     ///< the first kMostFaults
  ChargeHistogram charges;
};

/// `record`: its text, also of a running match. Lines that are no turns, or damaged, are passed over, and so
/// are given turns: nothing is played again here.
SeatReport seat_report_of(std::string_view record, std::size_t seat);

}  // namespace referee::pages
