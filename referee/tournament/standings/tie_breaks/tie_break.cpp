#include "referee/tournament/standings/tie_breaks/tie_break.h"

#include <algorithm>
#include <array>
#include <optional>

#include <nlohmann/json.hpp>

#include "protocol/require.h"

namespace referee {
namespace {

using Kind = TieBreak::Kind;

struct Entry {
  std::string_view code;
  TieBreak tie_break;
  std::string_view meaning;
};

constexpr std::array kEntries = {
    Entry{"DE", {Kind::direct_encounter, 0, 0}, "direct encounter"},
    Entry{"WIN", {Kind::wins, 0, 0}, "rounds won"},
    Entry{"WON", {Kind::games_won, 0, 0}, "rounds won by playing"},
    Entry{"BPG", {Kind::second_seats, 0, 0}, "rounds played from the second seat"},
    Entry{"BWG", {Kind::second_seats_won, 0, 0}, "rounds won from the second seat"},
    Entry{"PS", {Kind::progressive, 0, 0}, "progressive score"},
    Entry{"PS/C1", {Kind::progressive, 1, 0}, "progressive score without round 1"},
    Entry{"PS/C2", {Kind::progressive, 2, 0}, "progressive score without rounds 1 and 2"},
    Entry{"REP", {Kind::rounds_elected, 0, 0}, "rounds elected to play in"},
    Entry{"STD", {Kind::standard_points, 0, 0}, "standard points"},
    Entry{"TPN", {Kind::pairing_number, 0, 0}, "pairing number, the lower one first"},
    Entry{"PTS", {Kind::points, 0, 0}, "points"},
    Entry{"BH", {Kind::buchholz, 0, 0}, "Buchholz"},
    Entry{"BH/C1", {Kind::buchholz, 1, 0}, "Buchholz without the lowest opponent"},
    Entry{"BH/C2", {Kind::buchholz, 2, 0}, "Buchholz without the two lowest opponents"},
    Entry{"BH/M1", {Kind::buchholz, 1, 1}, "Buchholz without the lowest and the highest opponent"},
    Entry{"BH/M2", {Kind::buchholz, 2, 2}, "Buchholz without the two lowest and the two highest opponents"},
    Entry{"AOB", {Kind::opponents_buchholz, 0, 0}, "mean Buchholz of the opponents"},
    Entry{"FB", {Kind::fore_buchholz, 0, 0}, "fore Buchholz"},
    Entry{"FB/C1", {Kind::fore_buchholz, 1, 0}, "fore Buchholz without the lowest opponent"},
    Entry{"FB/C2", {Kind::fore_buchholz, 2, 0}, "fore Buchholz without the two lowest opponents"},
    Entry{"FB/M1", {Kind::fore_buchholz, 1, 1}, "fore Buchholz without the lowest and the highest opponent"},
    Entry{"FB/M2",
          {Kind::fore_buchholz, 2, 2},
          "fore Buchholz without the two lowest and the two highest opponents"},
    Entry{"SB", {Kind::sonneborn_berger, 0, 0}, "Sonneborn-Berger"},
    Entry{"SB/C1", {Kind::sonneborn_berger, 1, 0}, "Sonneborn-Berger without the lowest opponent"},
    Entry{"SB/C2", {Kind::sonneborn_berger, 2, 0}, "Sonneborn-Berger without the two lowest opponents"},
    Entry{"KS", {Kind::koya, 0, 0}, "Koya: points against those with half of all points"},
    Entry{"ARO", {Kind::average_rating, 0, 0}, "average rating of the opponents"},
    Entry{"ARO/C1", {Kind::average_rating, 1, 0}, "average rating without the lowest opponent"},
    Entry{"ARO/C2", {Kind::average_rating, 2, 0}, "average rating without the two lowest opponents"},
    Entry{
        "ARO/M1", {Kind::average_rating, 1, 1}, "average rating without the lowest and the highest opponent"},
    Entry{"ARO/M2",
          {Kind::average_rating, 2, 2},
          "average rating without the two lowest and the two highest opponents"},
    Entry{"TPR", {Kind::performance, 0, 0}, "tournament performance rating"},
    Entry{"PTP", {Kind::perfect_performance, 0, 0}, "perfect tournament performance"},
    Entry{"APRO", {Kind::average_performance, 0, 0}, "average performance rating of the opponents"},
    Entry{"APPO", {Kind::average_perfect, 0, 0}, "average perfect performance of the opponents"}};

const Entry& entry_of(const TieBreak& tie_break) {
  return *std::ranges::find(kEntries, tie_break, &Entry::tie_break);
}

bool buchholz_family(Kind kind) {
  return kind == Kind::buchholz || kind == Kind::opponents_buchholz || kind == Kind::fore_buchholz;
}

bool of_seats(Kind kind) { return kind == Kind::second_seats || kind == Kind::second_seats_won; }

bool allowed(const TieBreakScope& scope, const TieBreak& tie_break) {
  return !(scope.round_robin && buchholz_family(tie_break.kind)) &&
         (scope.seats_matter || !of_seats(tie_break.kind)) &&
         (scope.report_file || !(tie_break.of_ratings() || tie_break.kind == Kind::points));
}

/// Why allowed() says no.
std::string_view reason_against(const TieBreak& tie_break) {
  if (tie_break.of_ratings()) {
    return ": the entrants have no ratings from before the tournament";
  }
  return of_seats(tie_break.kind) ? ": who has the second seat says something of two at one board only"
                                  : ": in a round robin all have the same opponents";
}

/// "DE, WIN, ... or KS": the codes that the format knows.
std::string choices(const TieBreakScope& scope) {
  std::string text = "one of";
  for (const Entry& entry : kEntries) {
    if (allowed(scope, entry.tie_break)) {
      text.append(text.size() > 6 ? ", " : " ").append(entry.code);
    }
  }
  return text;
}

/// Why `code` cannot be in the list; nothing if it can.
std::optional<std::string> objection(const TieBreakScope& scope, const fields::Json& code,
                                     const TieBreaks& before) {
  const auto entry = code.is_string()
                         ? std::ranges::find(kEntries, code.get_ref<const std::string&>(), &Entry::code)
                         : kEntries.end();
  if (entry == kEntries.end()) {
    return choices(scope);
  }
  if (entry->tie_break.kind == Kind::points && before.empty()) {
    return std::nullopt;
  }
  if (!allowed(scope, entry->tie_break)) {
    if (entry->tie_break.kind == Kind::points) {
      return "PTS in the first place only: the points come before all tie-breaks";
    }
    return choices(scope).append(reason_against(entry->tie_break));
  }
  if (std::ranges::find(before, entry->tie_break) != before.end()) {
    return "each tie-break once";
  }
  return std::nullopt;
}

constexpr WideInt kUnit = static_cast<WideInt>(Points::kUnit) * Points::kUnit;

// std::gcd takes no 128 bits where extensions are off.
WideInt common_divisor(WideInt a, WideInt b) {
  while (b != 0) {
    const WideInt rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

std::string digits(WideInt number) { return std::to_string(static_cast<std::int64_t>(number)); }

/// "2.5" of 250.
std::string decimal(WideInt hundredths) {
  std::string text = digits(hundredths / 100);
  if (const auto rest = static_cast<int>(hundredths % 100); rest != 0) {
    text.push_back('.');
    text.push_back(static_cast<char>('0' + rest / 10));
    if (rest % 10 != 0) {
      text.push_back(static_cast<char>('0' + rest % 10));
    }
  }
  return text;
}

}  // namespace

TieBreak::Total TieBreak::total() const {
  switch (kind) {
    case Kind::direct_encounter:
    case Kind::wins:
    case Kind::games_won:
    case Kind::second_seats:
    case Kind::second_seats_won:
    case Kind::progressive:
    case Kind::buchholz:
    case Kind::fore_buchholz:
    case Kind::sonneborn_berger:
    case Kind::koya:
    case Kind::rounds_elected:
    case Kind::standard_points:
    case Kind::pairing_number:
    case Kind::points:
      break;
    case Kind::opponents_buchholz:
      return Total::mean;
    case Kind::average_rating:
    case Kind::average_performance:
    case Kind::average_perfect:
      return Total::rounded_mean;
    case Kind::performance:
      return Total::performance;
    case Kind::perfect_performance:
      return Total::perfect_performance;
  }
  return Total::sum;
}

std::string_view TieBreak::code() const { return entry_of(*this).code; }

std::string_view TieBreak::meaning() const { return entry_of(*this).meaning; }

std::vector<std::string> codes_of(std::span<const TieBreak> tie_breaks) {
  std::vector<std::string> codes;
  for (const TieBreak& tie_break : tie_breaks) {
    codes.emplace_back(tie_break.code());
  }
  return codes;
}

bool points_come_first(std::span<const TieBreak> tie_breaks) {
  return std::ranges::find(tie_breaks, Kind::points, &TieBreak::kind) == tie_breaks.end();
}

std::string tie_breaks_legend(std::span<const TieBreak> tie_breaks) {
  std::string text = !points_come_first(tie_breaks) ? "These decide in this order: "
                     : tie_breaks.empty()
                         ? "Most points first"
                         : "Most points first. With equal points, these decide in this order: ";
  for (std::size_t i = 0; i < tie_breaks.size(); ++i) {
    text.append(i == 0 ? "" : ", ")
        .append(tie_breaks[i].code())
        .append(" (")
        .append(tie_breaks[i].meaning())
        .append(")");
  }
  return text.append(tie_breaks.empty() ? ". Equal points share a rank."
                                        : ". If all are equal, the rank is shared.");
}

TieBreaks default_tie_breaks(bool round_robin) {
  if (round_robin) {
    return {{Kind::direct_encounter, 0, 0}, {Kind::wins, 0, 0}, {Kind::sonneborn_berger, 0, 0}};
  }
  return {{Kind::buchholz, 1, 0},
          {Kind::buchholz, 0, 0},
          {Kind::sonneborn_berger, 0, 0},
          {Kind::direct_encounter, 0, 0},
          {Kind::wins, 0, 0}};
}

TieBreaks read_tie_breaks(fields::Object& in, const TieBreakScope& scope) {
  constexpr std::string_view kKey = "tie_breaks";
  const fields::Json* list = in.find(kKey);
  if (list == nullptr) {
    return default_tie_breaks(scope.round_robin);
  }
  if (!list->is_array()) {
    in.fail(kKey, *list, R"(a list of codes, as ["BH/C1","BH","SB","DE","WIN"])");
    return default_tie_breaks(scope.round_robin);
  }
  TieBreaks tie_breaks;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const fields::Json& code = (*list)[i];
    if (auto expected = objection(scope, code, tie_breaks)) {
      in.fail(std::string(kKey).append("[").append(std::to_string(i)).append("]"), code,
              std::move(*expected));
      return default_tie_breaks(scope.round_robin);
    }
    tie_breaks.push_back(
        std::ranges::find(kEntries, code.get_ref<const std::string&>(), &Entry::code)->tie_break);
  }
  if (!tie_breaks.empty() && tie_breaks.front().kind == Kind::points) {
    tie_breaks.erase(tie_breaks.begin());
  }
  return tie_breaks;
}

void TieBreakValue::reduce() {
  const WideInt divisor = common_divisor(units_, parts_);
  units_ /= divisor;
  parts_ /= divisor;
}

TieBreakValue TieBreakValue::over(std::int64_t parts) const {
  REQUIRE(parts > 0);
  if (parts == 1) {
    return *this;
  }
  TieBreakValue part(units_, parts_ * parts);
  part.reduce();
  return part;
}

TieBreakValue& TieBreakValue::operator+=(const TieBreakValue& other) {
  if (parts_ == other.parts_) {
    units_ += other.units_;
  } else {
    const WideInt divisor = common_divisor(parts_, other.parts_);
    units_ = units_ * (other.parts_ / divisor) + other.units_ * (parts_ / divisor);
    parts_ *= other.parts_ / divisor;
  }
  if (parts_ != 1) {
    reduce();
  }
  return *this;
}

double TieBreakValue::value() const {
  return static_cast<double>(units_) / static_cast<double>(kUnit) / static_cast<double>(parts_);
}

std::string TieBreakValue::text() const {
  if (units_ < 0) {
    return "-" + TieBreakValue(-units_, parts_).text();
  }
  const WideInt whole = kUnit * parts_;
  return decimal((units_ / whole) * 100 + ((units_ % whole) * 200 + whole) / (2 * whole));
}

std::string TieBreakValue::exact_text() const {
  if (units_ < 0) {
    return "-" + TieBreakValue(-units_, parts_).exact_text();
  }
  const WideInt whole = kUnit * parts_;
  const WideInt rest = units_ % whole;
  if (rest * 100 % whole == 0) {
    return text();
  }
  const WideInt divisor = common_divisor(rest, whole);
  std::string fraction = digits(rest / divisor) + "/" + digits(whole / divisor);
  return units_ < whole ? fraction : digits(units_ / whole) + " " + fraction;
}

}  // namespace referee
