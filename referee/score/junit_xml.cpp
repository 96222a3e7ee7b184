#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/base/text.h"
#include "referee/base/unicode/unicode.h"
#include "referee/report/standings_page.h"
#include "referee/score/score_formats.h"
#include "referee/score/score_parts.h"
#include "referee/score/score_text.h"

// Pieces of XML 1.0.
namespace referee::xml {
namespace {

using Attributes = std::vector<std::pair<std::string_view, std::string>>;

constexpr std::string_view kReplacement = "\xef\xbf\xbd";  // U+FFFD

/// The replacement of a character that is not allowed in the text; empty if it is allowed.
std::string_view reference_of(char32_t c, bool in_attribute) {
  switch (c) {
    case U'&':
      return "&amp;";
    case U'<':
      return "&lt;";
    case U'>':
      return "&gt;";
    case U'"':
      return in_attribute ? "&quot;" : "";
    case U'\t':
      return in_attribute ? "&#9;" : "";  // a reader would replace it by a space
    case U'\n':
      return in_attribute ? "&#10;" : "";
    case U'\r':
      return "&#13;";
    default:
      return unicode::is_harmful(c) ? kReplacement : "";
  }
}

/// Replaces harmful characters, among them all that XML 1.0 forbids, by U+FFFD; keeps line ends and tabs.
std::string escaped(std::string_view text, bool in_attribute) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const unicode::Character character = unicode::first_character(text);
    const std::string_view reference = reference_of(character.code, in_attribute);
    if (!character.valid) {
      out += kReplacement;
    } else {
      out += reference.empty() ? text.substr(0, character.size) : reference;
    }
    text.remove_prefix(character.size);
  }
  return out;
}

/// `text` as it may stand between tags: valid UTF-8, with references for markup.
std::string text(std::string_view text) { return escaped(text, false); }

/// An element, with a line end after it. Values of attributes are any text; `content` is XML already. Without
/// content the element is empty.
std::string element(std::string_view name, const Attributes& attributes, std::string_view content = "") {
  std::string out = "<";
  out.append(name);
  for (const auto& [key, value] : attributes) {
    out.append(" ").append(key).append("=\"").append(escaped(value, true)).append("\"");
  }
  if (content.empty()) {
    return out + "/>\n";
  }
  return out.append(">").append(content).append("</").append(name).append(">\n");
}

/// An element with other elements in it.
std::string parent(std::string_view name, const Attributes& attributes, std::string_view children) {
  return element(name, attributes, children.empty() ? "" : std::string("\n").append(children));
}

}  // namespace
}  // namespace referee::xml

namespace referee::score {
namespace {

struct Counts {
  int tests = 0;
  int failures = 0;
  int errors = 0;
  int skipped = 0;
};

/// Seconds as the pattern of the schema has them: digits, a point, digits.
std::string seconds_text(double seconds) { return fixed_text(seconds, 3); }

/// The reason is in the attribute for Jenkins, and in the text, which is all that GitLab reads.
std::string verdict_element(std::string_view name, const std::string& type, const std::string& message,
                            const std::string& details) {
  return xml::element(name, {{"type", type}, {"message", message}}, xml::text(message + "\n\n" + details));
}

/// What became of an item: its whole text, once, in the element that tells the verdict. `fails`: points that
/// are missing are a failure.
std::string verdict_of(const ScoredItem& item, bool fails, Counts& counts) {
  const std::string reason = reason_of(item);
  if (item.status == ItemStatus::not_played) {
    ++counts.skipped;
    return xml::element("skipped", {{"message", reason}}, xml::text(reason));
  }
  if (item.status == ItemStatus::full || !fails) {
    return xml::element("system-out", {}, xml::text(text_of(item)));
  }
  if (const auto kind = breakdown_of(item)) {
    ++counts.errors;
    return verdict_element("error", *kind, *kind + "; " + reason, details_of(item));
  }
  ++counts.failures;
  return verdict_element("failure", "points", reason, details_of(item));
}

std::string case_element(const std::string& class_name, std::string name, double seconds,
                         const std::string& content) {
  return xml::parent("testcase",
                     {{"classname", class_name}, {"name", std::move(name)}, {"time", seconds_text(seconds)}},
                     content);
}

/// The name begins with the item's number, so that no two cases have the same name: GitLab drops the second.
std::string case_of(const ScoredItem& item, const std::string& class_name, bool fails, Counts& counts) {
  ++counts.tests;
  const std::string content = verdict_of(item, fails, counts);
  return case_element(class_name, std::string(item.number).append(". ").append(item.name), item.seconds,
                      content);
}

std::string case_of(const prepare::BuildReport& build, const std::string& class_name, Counts& counts) {
  ++counts.tests;
  std::string content;
  if (!build.ok) {
    ++counts.errors;
    content = verdict_element("error", "build", std::string("build: ").append(build.problem), text_of(build));
  } else if (!build.output.empty()) {
    content = xml::element("system-out", {}, xml::text(text_of(build)));
  }
  return case_element(class_name, "build", build.seconds, content);
}

std::string property(std::string_view name, const std::string& value) {
  return xml::element("property", {{"name", std::string(name)}, {"value", value}});
}

std::string properties_of(const ScoreReport& report) {
  std::string content = property("submission", report.submission) + property("command", report.command) +
                        property("game", report.game) + property("sandbox", report.sandbox) +
                        property("points", decimal_text(report.points)) +
                        property("max_points", decimal_text(report.max_points)) +
                        property("threshold", decimal_text(report.threshold)) +
                        property("finished", report.finished ? "yes" : "no");
  if (report.seed) {
    content += property("seed", std::to_string(*report.seed));
  }
  return xml::parent("properties", {}, content);
}

}  // namespace

std::string junit_xml(const ScoreReport& report, JunitFails fails) {
  constexpr std::size_t kSecond = 19;  // "2026-11-20T08:00:00": the zone is not part of the format
  const std::string class_name = report.rubric + "." + report.submission;
  const bool points_fail = fails == JunitFails::any_points || !report.met();
  Counts counts;
  std::string cases = properties_of(report);
  if (report.build) {
    cases += case_of(*report.build, class_name, counts);
  }
  for (const ScoredItem& item : report.items) {
    cases += case_of(item, class_name, points_fail, counts);
  }
  const xml::Attributes sums{{"name", report.rubric},
                             {"tests", std::to_string(counts.tests)},
                             {"failures", std::to_string(counts.failures)},
                             {"errors", std::to_string(counts.errors)},
                             {"time", seconds_text(report.seconds)}};
  xml::Attributes suite = sums;
  suite.emplace_back("skipped", std::to_string(counts.skipped));
  suite.emplace_back("timestamp", report.started.substr(0, kSecond));
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" +
         xml::parent("testsuites", sums, xml::parent("testsuite", suite, cases));
}

}  // namespace referee::score
