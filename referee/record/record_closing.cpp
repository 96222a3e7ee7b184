#include "referee/record/record_closing.h"

#include <algorithm>
#include <chrono>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "protocol/sha256.h"

namespace referee {
namespace {

constexpr std::string_view kBeforeSeal = ",\"seal\":\"";
constexpr std::string_view kAfterSeal = "\"}";

}  // namespace

bool is_utc_time(std::string_view text) {
  constexpr std::string_view kForm = "dddd-dd-ddTdd:dd:dd.dddZ";
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto fits = [&](char c, char form) { return form == 'd' ? is_digit(c) : c == form; };
  if (!std::ranges::equal(text, kForm, fits)) {
    return false;
  }
  const auto number = [&](std::size_t at) {
    return static_cast<unsigned>((text[at] - '0') * 10 + (text[at + 1] - '0'));
  };
  const std::chrono::year_month_day day{std::chrono::year(static_cast<int>(number(0) * 100 + number(2))),
                                        std::chrono::month(number(5)), std::chrono::day(number(8))};
  return day.ok() && number(11) < 24 && number(14) < 60 && number(17) <= 60;
}

void check_digest(const RecordLines& lines) {
  if (!lines.json().contains("status")) {
    lines.differ("status", "no last line", "\"done\" or \"void\": the match was interrupted");
  }
  lines.expect("digest", lines.member("digest"), protocol::Sha256::hex_of(lines.before()));
}

void check_end(RecordLines lines) {
  if (lines.next()) {
    lines.differ("line", fields::brief(lines.json(), RecordLines::kShownValue), "the end of the file");
  }
}

void check_seal(const RecordLines& lines) {
  const nlohmann::json& seal = lines.member("seal");
  constexpr std::size_t kSize = kBeforeSeal.size() + kHashDigits + kAfterSeal.size();
  const std::string_view text = lines.text();
  const std::size_t begin = text.size() - std::min(text.size(), kSize);
  if (!text.substr(begin).starts_with(kBeforeSeal) || !text.ends_with(kAfterSeal)) {
    lines.differ("seal", fields::brief(seal, RecordLines::kShownValue),
                 "64 hex digits as the last key of the line");
  }
  lines.expect("seal", seal, protocol::Sha256().add(lines.before()).add(text.substr(0, begin)).hex());
}

}  // namespace referee
