#include "referee/tournament/config/start_spec.h"

#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "referee/base/units.h"
#include "referee/tournament/config/entrant_spec.h"

namespace referee {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kUtcForm = "0000-00-00T00:00:00Z";  // 0: any digit
constexpr std::size_t kYearAt = 0;                             // where its parts begin
constexpr std::size_t kMonthAt = 5;
constexpr std::size_t kDayAt = 8;
constexpr std::size_t kHourAt = 11;
constexpr std::size_t kMinuteAt = 14;
constexpr std::size_t kSecondAt = 17;

bool has_form(std::string_view text, std::string_view form) {
  if (text.size() != form.size()) {
    return false;
  }
  for (std::size_t i = 0; i < form.size(); ++i) {
    const bool is_digit = text[i] >= '0' && text[i] <= '9';
    if (form[i] == '0' ? !is_digit : text[i] != form[i]) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<SystemTime> read_utc(const std::string& text) {
  if (!has_form(text, kUtcForm)) {
    return std::nullopt;
  }
  const auto number = [&](std::size_t at, std::size_t digits) { return std::stoi(text.substr(at, digits)); };
  const std::chrono::year_month_day day{std::chrono::year(number(kYearAt, 4)),
                                        std::chrono::month(static_cast<unsigned>(number(kMonthAt, 2))),
                                        std::chrono::day(static_cast<unsigned>(number(kDayAt, 2)))};
  const int hour = number(kHourAt, 2);
  const int minute = number(kMinuteAt, 2);
  const int second = number(kSecondAt, 2);
  if (!day.ok() || hour > 23 || minute > 59 || second > 59) {
    return std::nullopt;
  }
  return std::chrono::sys_days(day) + std::chrono::hours(hour) + std::chrono::minutes(minute) +
         std::chrono::seconds(second);
}

StartSpec StartSpec::read(const Json& value, const std::string& path, std::size_t least) {
  fields::Object in(value, path);
  StartSpec start;
  start.when = static_cast<When>(in.choice_or("when", {"all", "at", "manual"}, 0));
  const Json* at = in.find("at");
  start.min_entrants = static_cast<std::size_t>(
      in.integer_or("min_entrants", {static_cast<std::int64_t>(least), EntrantSpec::kMaxEntrants},
                    static_cast<std::int64_t>(least)));
  in.refuse_unknown();
  in.require();
  const bool has_time = at != nullptr && !at->is_null();
  if (start.when == When::at) {
    const auto* text = has_time ? at->get_ptr<const std::string*>() : nullptr;
    start.at = text == nullptr ? std::nullopt : read_utc(*text);
    if (!start.at) {
      throw fields::Exception({path + ".at", at == nullptr ? "" : fields::brief(*at),
                               "a time in UTC, as \"2026-11-20T08:00:00Z\", because \"when\" is \"at\""});
    }
  } else if (has_time) {
    throw fields::Exception(
        {path + ".at", fields::brief(*at), "null or no such key: \"when\" is not \"at\""});
  }
  return start;
}

}  // namespace referee
