#include "referee/tournament/config/class_export.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "protocol/messages.h"
#include "protocol/require.h"
#include "referee/base/text.h"
#include "referee/base/unicode/unicode.h"

namespace referee {
namespace {

using Json = nlohmann::json;

constexpr const char* kPointsPossible = "    Points Possible";  // with the blanks that Canvas writes

using Platform = ClassExport::Platform;

constexpr std::array kPlatforms = {Platform::canvas, Platform::moodle, Platform::brightspace,
                                   Platform::blackboard, Platform::github};

constexpr std::string_view kPointsGrade = " Points Grade <";
constexpr std::string_view kTotalPoints = " [Total Pts: ";

/// "Bots (4711)", "Bots Points Grade <Numeric MaxPoints:20>" or "Bots [Total Pts: 20 Score] |4711": "Bots"
/// and the platform's number or the kind of grade, which may be empty.
std::pair<std::string_view, std::string_view> split_title(std::string_view title) {
  if (const std::size_t at = title.rfind(kPointsGrade); at != std::string_view::npos) {
    return {title.substr(0, at), ""};
  }
  if (const std::size_t at = title.rfind(kTotalPoints); at != std::string_view::npos) {
    return {title.substr(0, at), title.substr(std::min(title.rfind('|'), title.size() - 1) + 1)};
  }
  const std::size_t open = title.rfind('(');
  if (!title.ends_with(')') || open == std::string_view::npos) {
    return {title, ""};
  }
  std::string_view plain = title.substr(0, open);
  plain = plain.substr(0, plain.find_last_not_of(' ') + 1);
  return {plain, title.substr(open + 1, title.size() - open - 2)};
}

[[noreturn]] void damaged(const std::string& path, const Json& got, const std::string& expected) {
  throw fields::Exception({path, fields::brief(got), expected});
}

std::string text_in(const Json& json, const std::string& path) {
  const auto* text = json.get_ptr<const std::string*>();
  if (text == nullptr) {
    damaged(path, json, "a text");
  }
  return *text;
}

bool truth_in(const Json& json, const std::string& path) {
  if (!json.is_boolean()) {
    damaged(path, json, "true or false");
  }
  return json.get<bool>();
}

const Json& member(const Json& object, const char* key, const std::string& path) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  if (!object.is_object() || found == object.end()) {
    damaged(path, object, std::string("an object with \"") + key + "\"");
  }
  return *found;
}

const Json& list_in(const Json& object, const char* key, const std::string& path) {
  const Json& list = member(object, key, path);
  if (!list.is_array()) {
    damaged(path + "." + key, list, "a list");
  }
  return list;
}

ClassExport::Column read_column(const Json& json, const std::string& path) {
  return {.title = text_in(member(json, "title", path), path + ".title"),
          .raw = text_in(member(json, "raw", path), path + ".raw"),
          .identity = truth_in(member(json, "identity", path), path + ".identity"),
          .takes_points = truth_in(member(json, "takes_points", path), path + ".takes_points"),
          .feedback = json.contains("feedback") && truth_in(json.at("feedback"), path + ".feedback")};
}

ClassExport::Row read_row(const Json& json, std::size_t columns, const std::string& path) {
  ClassExport::Row row;
  row.entrant = text_in(member(json, "entrant", path), path + ".entrant");
  for (const Json& cell : list_in(json, "cells", path)) {
    row.cells.push_back(text_in(cell, path + ".cells"));
  }
  if (row.cells.size() != columns) {
    damaged(path + ".cells", row.cells, std::to_string(columns) + " cells");
  }
  return row;
}

/// Whether it is the feedback of a gradebook: "place 3", "place 3 (round 2 of 5)" or "no place".
bool is_place(std::string_view text) {
  constexpr std::string_view kNone = "no place";
  constexpr std::string_view kPlace = "place ";
  std::size_t end = kNone.size();
  if (text.starts_with(kPlace)) {
    end = std::min(text.find_first_not_of("0123456789", kPlace.size()), text.size());
  }
  const bool told = text.starts_with(kNone) || (text.starts_with(kPlace) && end > kPlace.size());
  const std::string_view rest = told ? text.substr(end) : "";
  return told && (rest.empty() || (rest.starts_with(" (") && rest.ends_with(')')));
}

/// The text without places in brackets, which earlier files of ours have put behind it.
std::string without_places(std::string text) {
  for (std::size_t open = text.rfind('['); open != std::string::npos;) {
    const std::size_t close = text.find(']', open);
    if (close != std::string::npos && is_place(std::string_view(text).substr(open + 1, close - open - 1))) {
      const std::size_t begin = open > 0 && text[open - 1] == ' ' ? open - 1 : open;
      text.erase(begin, close + 1 - begin);
    }
    open = open == 0 ? std::string::npos : text.rfind('[', open - 1);
  }
  return is_place(text) ? "" : text;
}

/// Brightspace reads a row up to this column, which is the last one.
bool ends_lines(const ClassExport::Column& column) {
  return protocol::folded_name(column.title) == "end-of-line indicator";
}

/// The first cell of a row of the head that tells the points of each assignment.
bool tells_points(const ClassExport::Row& row) {
  return row.entrant.empty() && row.cells.front().find("Points Possible") != std::string::npos;
}

}  // namespace

ClassExport ClassExport::read(const Json& json, const std::string& path) {
  ClassExport read;
  read.file = text_in(member(json, "file", path), path + ".file");
  const std::string platform = text_in(member(json, "platform", path), path + ".platform");
  const auto* const known =
      std::ranges::find_if(kPlatforms, [&](Platform one) { return platform == name_of(one); });
  if (known == kPlatforms.end()) {
    damaged(path + ".platform", platform, "\"Canvas\", \"Moodle\" or another platform that is read");
  }
  read.platform = *known;
  const std::string separator = text_in(member(json, "separator", path), path + ".separator");
  if (separator.size() != 1) {
    damaged(path + ".separator", separator, "one character");
  }
  read.form = {
      .separator = separator.front(),
      .byte_order_mark = truth_in(member(json, "byte_order_mark", path), path + ".byte_order_mark"),
      .carriage_returns = truth_in(member(json, "carriage_returns", path), path + ".carriage_returns")};
  for (const Json& column : list_in(json, "columns", path)) {
    read.columns.push_back(
        read_column(column, path + ".columns[" + std::to_string(read.columns.size()) + "]"));
  }
  for (const Json& row : list_in(json, "rows", path)) {
    read.rows.push_back(
        read_row(row, read.columns.size(), path + ".rows[" + std::to_string(read.rows.size()) + "]"));
  }
  read.aliases = json.contains("aliases") && truth_in(json.at("aliases"), path + ".aliases");
  if (read.columns.empty()) {
    damaged(path + ".columns", json["columns"], "at least one");
  }
  return read;
}

Json ClassExport::json() const {
  Json all = {{"file", file},
              {"platform", name_of(platform)},
              {"separator", std::string(1, form.separator)},
              {"byte_order_mark", form.byte_order_mark},
              {"carriage_returns", form.carriage_returns},
              {"columns", Json::array()},
              {"rows", Json::array()}};
  if (aliases) {
    all["aliases"] = true;
  }
  for (const Column& column : columns) {
    all["columns"].push_back({{"title", column.title},
                              {"raw", column.raw},
                              {"identity", column.identity},
                              {"takes_points", column.takes_points}});
    if (column.feedback) {
      all["columns"].back()["feedback"] = true;
    }
  }
  for (const Row& row : rows) {
    all["rows"].push_back({{"entrant", row.entrant}, {"cells", row.cells}});
  }
  return all;
}

std::size_t ClassExport::students() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(rows, [](const Row& row) { return !row.entrant.empty(); }));
}

bool ClassExport::has(const std::string& entrant) const {
  const std::string folded = protocol::folded_name(entrant);
  return std::ranges::any_of(rows, [&](const Row& row) {
    return !row.entrant.empty() && protocol::folded_name(row.entrant) == folded;
  });
}

bool ClassExport::is_worksheet() const {
  return platform == Platform::moodle && std::ranges::any_of(columns, [](const Column& column) {
           return protocol::folded_name(column.title) == "identifier";
         });
}

const ClassExport::Column* ClassExport::assignment(std::string_view wanted) const {
  const Column* found = nullptr;
  std::size_t matches = 0;
  std::string known;
  for (const Column& column : columns) {
    if (!column.takes_points) {
      continue;
    }
    const auto [plain, number] = split_title(column.title);
    if (!wanted.empty() && wanted == column.title) {
      return &column;
    }
    if (wanted.empty() || wanted == plain || wanted == number) {
      found = &column;
      ++matches;
    }
    known.append(known.empty() ? "" : ", ").append(fields::brief(column.title));
  }
  if (!wanted.empty() && matches != 1) {
    throw std::invalid_argument(
        "--column: got " + fields::brief(std::string(wanted)) + ", expected " +
        (known.empty() ? "none: " + file + " has no assignment" : "one of " + known + " as in " + file));
  }
  return matches == 1 ? found : nullptr;
}

std::string ClassExport::new_column(const std::string& title, double possible) const {
  if (platform != Platform::brightspace) {
    return title;
  }
  std::string plain = title;
  for (char& c : plain) {
    if (std::string_view("/\"*<>+=|,%").find(c) != std::string_view::npos) {
      c = '-';  // in the name of a grade Brightspace takes none of these
    }
  }
  return plain.append(kPointsGrade) + "Numeric MaxPoints:" + decimal_text(possible) + ">";
}

std::string ClassExport::teachers_words(const Row& row, const Column* assignment) const {
  for (std::size_t i = 0; assignment != nullptr && i < columns.size(); ++i) {
    const bool fits =
        is_worksheet() || split_title(columns[i].title).first == split_title(assignment->title).first;
    if (columns[i].feedback && fits) {
      return without_places(row.cells[i]);
    }
  }
  return "";
}

std::string ClassExport::with_grades(const Column* assignment, const std::string& new_title, double possible,
                                     const Grades& grades) const {
  REQUIRE(assignment == nullptr ||
          (assignment >= columns.data() && assignment < columns.data() + columns.size()));
  const bool moodle = platform == Platform::moodle;
  const auto line = [&](const std::vector<std::string>& cells, const std::string& points,
                        const std::string& feedback) {
    std::vector<std::string> all;
    std::size_t end = 0;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (columns[i].identity) {
        all.push_back(cells[i]);
        end += ends_lines(columns[i]) ? 0 : 1;
      }
    }
    all.insert(all.begin() + static_cast<std::ptrdiff_t>(end), points);
    if (moodle) {
      all.push_back(feedback);
    }
    return csv::line_of(all, form);
  };
  const auto text_cell = [&](std::string_view text) { return csv::text_cell(text, form.separator); };
  const auto feedback_cell = [&](const std::string& kept, const Grade& grade) {
    const std::string place = grade.points ? grade.feedback : "";
    if (kept.empty()) {
      return text_cell(place);
    }
    return csv::verbatim_cell(place.empty() ? kept : kept + " [" + place + "]", form.separator);
  };

  const std::string title = assignment == nullptr ? new_title : assignment->title;
  std::vector<std::string> head;
  for (const Column& column : columns) {
    head.push_back(column.raw);
  }
  std::string out(form.byte_order_mark ? unicode::kByteOrderMark : "");
  out += line(head, assignment == nullptr ? text_cell(new_title) : assignment->raw,
              text_cell(is_worksheet() ? "Feedback comments"
                                       : std::string(split_title(title).first) + " (feedback)"));
  if (platform == Platform::canvas && assignment == nullptr && std::ranges::none_of(rows, tells_points)) {
    std::vector<std::string> cells(columns.size());
    cells.front() = kPointsPossible;
    out += line(cells, decimal_text(possible), "");
  }
  for (const Row& row : rows) {
    if (row.entrant.empty()) {
      const std::string kept = assignment != nullptr
                                   ? row.cells[static_cast<std::size_t>(assignment - columns.data())]
                               : tells_points(row) ? decimal_text(possible)
                                                   : "";
      out += line(row.cells, kept, "");
    } else if (const auto grade = grades.find(protocol::folded_name(row.entrant)); grade != grades.end()) {
      const std::optional<double>& points = grade->second.points;
      out += line(row.cells, points ? decimal_text(*points) : "",
                  feedback_cell(teachers_words(row, assignment), grade->second));
    }
  }
  return out;
}

const char* name_of(ClassExport::Platform platform) {
  switch (platform) {
    case Platform::canvas:
      return "Canvas";
    case Platform::moodle:
      return "Moodle";
    case Platform::brightspace:
      return "Brightspace";
    case Platform::blackboard:
      return "Blackboard";
    case Platform::github:
      break;
  }
  return "GitHub Classroom";
}

}  // namespace referee
