#include "referee/collect/hand_in.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <utility>

namespace referee::collect {
namespace {

constexpr std::array kForms{std::pair{Form::canvas, "canvas"}, std::pair{Form::moodle, "moodle"},
                            std::pair{Form::gradescope, "gradescope"}, std::pair{Form::folder, "folder"}};

/// Takes a time apart from its beginning.
class TimeReader {
 public:
  explicit TimeReader(std::string_view text) : rest_(text) {}

  /// So many digits, a number from `least` to `most`.
  bool number(std::size_t digits, int least, int most, int& value) {
    if (rest_.size() < digits) {
      return false;
    }
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + digits, value);
    const bool whole = error == std::errc() && end == rest_.data() + digits && rest_.front() != '-';
    rest_.remove_prefix(digits);
    return whole && value >= least && value <= most;
  }
  bool take(char one) {
    const bool there = rest_.starts_with(one);
    rest_.remove_prefix(there ? 1 : 0);
    return there;
  }
  /// The milliseconds of a fraction that begins here.
  std::optional<int> fraction() {
    const std::size_t size = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    if (size == 0) {
      return std::nullopt;
    }
    std::string digits(rest_.substr(0, size));
    digits.resize(3, '0');
    rest_.remove_prefix(size);
    int value = 0;
    return TimeReader(digits).number(3, 0, 999, value) ? std::optional(value) : std::nullopt;
  }
  bool ended() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

/// "Z", "+01:00", "-0500", "+01".
std::optional<std::chrono::minutes> read_offset(TimeReader& in) {
  if (in.take('Z') || in.take('z')) {
    return std::chrono::minutes(0);
  }
  const bool west = in.take('-');
  int hours = 0;
  int minutes = 0;
  if ((!west && !in.take('+')) || !in.number(2, 0, 14, hours)) {
    return std::nullopt;
  }
  if (!in.ended() && ((void)in.take(':'), !in.number(2, 0, 59, minutes))) {
    return std::nullopt;
  }
  const std::chrono::minutes offset(60 * hours + minutes);
  return west ? -offset : offset;
}

}  // namespace

const char* name_of(Form form) {
  return std::ranges::find(kForms, form, &decltype(kForms)::value_type::first)->second;
}

std::optional<Form> form_named(std::string_view name) {
  const auto* const found =
      std::ranges::find_if(kForms, [&](const auto& form) { return form.second == name; });
  return found == kForms.end() ? std::nullopt : std::optional(found->first);
}

std::optional<UtcTime> utc_time_of(std::string_view text) {
  TimeReader in(text);
  int year = 0;
  int month = 0;
  int day = 0;
  int hours = 0;
  int minutes = 0;
  int seconds = 0;
  const bool begun = in.number(4, 1970, 9999, year) && in.take('-') && in.number(2, 1, 12, month) &&
                     in.take('-') && in.number(2, 1, 31, day) && (in.take('T') || in.take(' ')) &&
                     in.number(2, 0, 23, hours) && in.take(':') && in.number(2, 0, 59, minutes);
  if (!begun || (in.take(':') && !in.number(2, 0, 60, seconds))) {
    return std::nullopt;
  }
  const std::optional<int> ms = in.take('.') ? in.fraction() : std::optional(0);
  (void)in.take(' ');
  const auto offset = read_offset(in);
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!ms || !offset || !in.ended() || !date.ok()) {
    return std::nullopt;
  }
  return UtcTime(std::chrono::sys_days(date)) + std::chrono::hours(hours) + std::chrono::minutes(minutes) +
         std::chrono::seconds(seconds) + std::chrono::milliseconds(*ms) - *offset;
}

std::string utc_text(UtcTime time) {
  const auto days = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(days);
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time - days).count();
  std::array<char, 64> out{};
  const int size = std::snprintf(out.data(), out.size(), "%04d-%02u-%02u %02d:%02d:%02d UTC",
                                 static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                                 static_cast<unsigned>(date.day()), static_cast<int>(seconds / 3600),
                                 static_cast<int>(seconds / 60 % 60), static_cast<int>(seconds % 60));
  return {out.data(), static_cast<std::size_t>(size)};
}

}  // namespace referee::collect
