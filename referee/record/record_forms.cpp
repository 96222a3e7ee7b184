#include "referee/record/record_forms.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string_view>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "referee/base/text.h"
#include "referee/clocks/clock_spec.h"
#include "referee/clocks/stamp.h"
#include "referee/record/record_closing.h"

namespace referee {
namespace {

using Json = nlohmann::json;

/// What the value of a key is.
struct Form {
  std::string_view key;
  bool (*fits)(const Json& value);
  std::string_view expected;
  bool always = false;  ///< all versions write the key
};

bool is_string(const Json& value) { return value.is_string(); }
bool is_text(const Json& value) { return value.is_string() && !value.get_ref<const std::string&>().empty(); }
bool is_boolean(const Json& value) { return value.is_boolean(); }
bool is_true(const Json& value) { return value == true; }
bool is_object(const Json& value) { return value.is_object(); }
bool is_at_least(const Json& value, std::int64_t least) {
  return fields::as_integer(value, {least, std::numeric_limits<std::int64_t>::max()}).has_value();
}
bool is_count(const Json& value) { return is_at_least(value, 0); }
bool is_number_from_1(const Json& value) { return is_at_least(value, 1); }
bool is_place(const Json& value) { return value.is_null() || is_at_least(value, 1); }
bool is_string_or_null(const Json& value) { return value.is_null() || value.is_string(); }
bool is_measure(const Json& value) {
  return value == name_of(Measure::wall) || value == name_of(Measure::cpu);
}
bool is_stamp(const Json& value) {
  using enum StampSource;
  return value == name_of(kernel) || value == name_of(upper) || value == name_of(read);
}
bool is_sandbox(const Json& value) {
  return value == "none" || value == "basic" || value == "bwrap" || value == "full";
}
bool is_time(const Json& value) {
  return value.is_string() && is_utc_time(value.get_ref<const std::string&>());
}

constexpr std::array<Form, 9> kHeaderForms{{
    {"match", is_text, "the name of the match", true},
    {"attempt", is_number_from_1, "an integer from 1", true},
    {"tournament", is_string_or_null, "a name, or null", true},
    {"round", is_place, "an integer from 1, or null", true},
    {"table", is_place, "an integer from 1, or null", true},
    {"game_no", is_place, "an integer from 1, or null", true},
    {"worker", is_object, "an object"},
    {"server", is_text, "a program and its version", true},
    {"started", is_time, "a time such as \"2026-11-20T08:00:00.000Z\"", true},
}};

constexpr std::array<Form, 7> kSeatForms{{
    {"players", is_string, "names"},
    {"measure", is_measure, "of \"wall\" and \"cpu\""},
    {"stamp", is_stamp, "of \"kernel\", \"upper\" and \"read\""},
    {"sandbox", is_sandbox, "of \"none\", \"basic\", \"bwrap\" and \"full\"", true},
    {"cpu_by", is_string_or_null, "sources, or null"},
    {"launched", is_boolean, "of true and false"},
    {"versions", is_string_or_null, "SHA-256, or null"},
}};

constexpr std::array<Form, 9> kAnswerForms{{
    {"offered_cut", is_true, "true"},
    {"fault", is_text, "why the verdict is not ok"},
    {"forfeited", is_true, "true"},
    {"stamp", is_stamp, "\"kernel\", \"upper\" or \"read\""},
    {"clock_step", is_true, "true"},
    {"sending_us", is_count, "microseconds"},
    {"rtt_us", is_count, "microseconds"},
    {"loop_lag_us", is_count, "microseconds"},
    {"between_us", is_count, "microseconds"},
}};

std::string shown_value(const Json& value) { return fields::brief(value, RecordLines::kShownValue); }

/// `prefix`: stands before the key in the Difference. `fits`: that of the form, or of the list of such
/// values.
template <class Fits>
void check(const RecordLines& lines, const Json& object, const Form& form, const std::string& prefix,
           const Fits& fits) {
  const auto value = object.find(form.key);
  if (value == object.end() ? form.always : !fits(*value)) {
    lines.differ(prefix + std::string(form.key), value == object.end() ? "nothing" : shown_value(*value),
                 std::string(form.expected));
  }
}

}  // namespace

void check_header_forms(const RecordLines& lines, std::size_t seats) {
  for (const Form& form : kHeaderForms) {
    check(lines, lines.json(), form, "", form.fits);
  }
  const bool has_turns = !lines.json().contains("match_program");
  for (Form form : kSeatForms) {
    form.always = form.always || (has_turns && (form.key == "measure" || form.key == "stamp"));
    const std::string expected = counted(seats, "value") + ": " + std::string(form.expected);
    form.expected = expected;
    check(lines, lines.json(), form, "", [&](const Json& list) {
      return list.is_array() && list.size() == seats && std::ranges::all_of(list, form.fits);
    });
  }
}

void check_answer_forms(const RecordLines& lines, const Json& answer, const std::string& path) {
  for (const Form& form : kAnswerForms) {
    check(lines, answer, form, path + ".", form.fits);
  }
  for (const std::string_view key : {"offered", "offered_cut", "fault"}) {
    if (answer.at("verdict") == "ok" && answer.contains(key)) {
      lines.differ(path + "." + std::string(key), shown_value(answer.at(key)),
                   "nothing, as the verdict is ok");
    }
  }
}

}  // namespace referee
