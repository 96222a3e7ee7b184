#include "referee/score/class_marks.h"

#include <algorithm>
#include <utility>

#include "referee/base/text.h"
#include "referee/record/commitment.h"
#include "referee/score/game_values.h"
#include "referee/score/marks_chart.h"
#include "referee/score/report_files.h"
#include "referee/score/score_formats.h"
#include "referee/score/score_parts.h"
#include "referee/score/scoring.h"

namespace referee::score {

using OrderedJson = nlohmann::ordered_json;

std::vector<const ClassMarks::Row*> ClassMarks::by_points() const {
  std::vector<const Row*> sorted;
  for (const Row& row : rows) {
    if (row.why_not.empty()) {
      sorted.push_back(&row);
    }
  }
  std::ranges::stable_sort(sorted, [](const Row* one, const Row* other) {
    return std::pair(-one->report.points, one->name) < std::pair(-other->report.points, other->name);
  });
  return sorted;
}

std::string text_of(const ClassMarks::Row& row) {
  if (!row.why_not.empty()) {
    return row.name + ": no mark: " + row.why_not;
  }
  if (row.stands) {
    return row.name + ": mark " + mark_text(row.mark()) + " stands, " +
           points_text(row.report.points, row.report.max_points) + ": " + counted(row.programs, "program") +
           " marked, as many as \"attempts\" allows; the newest one is not";
  }
  const std::size_t fresh = row.games - row.kept;
  const std::string news = fresh == row.games ? ""
                           : fresh == 0       ? ", none of them new"
                                              : ", " + std::to_string(fresh) + " of them new";
  return row.name + ": mark " + mark_text(row.mark()) + ", " +
         points_text(row.report.points, row.report.max_points) + ", " + counted(row.games, "game") + news +
         (row.programs > 1 ? "; " + std::to_string(row.programs) + " programs marked so far" : "");
}

std::string own_mark_json(const ClassMarks::Row& row, const ClassMarks& marks) {
  const OrderedJson item = OrderedJson::parse(score_json(row.report)).at("items").at(0);
  OrderedJson json = item.at("mark");
  json["points"] = item.at("points");
  json["max_points"] = item.at("max_points");
  json["curve"] = marks_chart(row.mark(), marks.marks(), marks.scale);
  json["curve_note"] = marks_chart_note(marks.marks());
  if (marks.secret) {
    json["seeds"] = {{"seed", marks.secret->number},
                     {"salt", marks.secret->salt},
                     {"commitment", commitment_of(*marks.secret)}};
  }
  return dumped(json);
}

void stand_by(ClassMarks::Row& row, const std::string& own_mark, const Rubric& rubric) {
  const OrderedJson json = OrderedJson::parse(own_mark);
  row.stands = true;
  row.report = blank_report(rubric);
  row.report.submission = row.name;
  row.report.finished = true;
  ScoredItem& item = row.report.items.front();
  item.mark = read_mark(json);
  item.measured = measured_text(*item.mark);
  row.report.max_points = item.max_points = json.at("max_points").get<double>();
  row.report.points = json.at("points").get<double>();
  give_points(item, row.report.points);
  for (const ScoredMark::Against& against : item.mark->against) {
    row.games += static_cast<std::size_t>(against.games);
  }
  row.kept = row.games;
}

std::string class_json(const ClassMarks& marks) {
  OrderedJson json = {{"marks", 1},
                      {"tournament", marks.rubric.name},
                      {"game", marks.rubric.game->name},
                      {"promise", marks.marks().promise()},
                      {"entrants", OrderedJson::array()}};
  for (const ClassMarks::Row& row : marks.rows) {
    const bool marked = row.why_not.empty();
    json["entrants"].push_back(
        {{"name", row.name},
         {"display", row.display},
         {"why_not", marked ? OrderedJson() : OrderedJson(row.why_not)},
         {"programs", row.programs},
         {"stands", row.stands},
         {"score", marked ? OrderedJson::parse(score_json(row.report)) : OrderedJson()}});
  }
  return dumped(json);
}

Gradebook gradebook_of(const ClassMarks& marks) {
  Gradebook book{marks.rubric.name + ", marks", marks.rubric.max_points(), {}};
  for (const ClassMarks::Row& row : marks.rows) {
    Gradebook::Student student;
    student.name = row.display;
    student.login = row.name;
    if (row.why_not.empty()) {
      student.points = row.report.points;
      student.feedback = feedback_of(row.report);
    }
    book.students.push_back(std::move(student));
  }
  return book;
}

}  // namespace referee::score
