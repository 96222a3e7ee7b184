#include "referee/score/class_marks.h"

#include <algorithm>
#include <utility>

#include "referee/base/text.h"
#include "referee/base/text_table.h"
#include "referee/report/standings_page.h"
#include "referee/score/report_files.h"
#include "referee/score/score_formats.h"
#include "referee/score/score_parts.h"

namespace referee::score {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson row_json(const ClassMarks::Row& row) {
  return {{"name", row.name},
          {"display", row.display},
          {"submission", row.version == 0 ? OrderedJson() : OrderedJson(row.version)},
          {"why_not", row.why_not.empty() ? OrderedJson() : OrderedJson(row.why_not)},
          {"score", row.why_not.empty() ? OrderedJson::parse(score_json(row.report)) : OrderedJson()}};
}

/// Levels are null as long as nobody has rated the bots.
OrderedJson scale_json(const rules::StaffScale& scale) {
  OrderedJson list = OrderedJson::array();
  for (std::size_t place = 0; place < scale.bots.size(); ++place) {
    const rules::StaffBot& bot = scale.bots[place];
    const auto level = [&](double value) { return bot.games > 0 ? number(value) : OrderedJson(); };
    list.push_back({{"name", rules::staff_name(place)},
                    {"level", level(bot.level.estimate)},
                    {"low", level(bot.level.low)},
                    {"high", level(bot.level.high)}});
  }
  return list;
}

}  // namespace

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
  const std::string name = printable(row.name, kShownText);
  if (!row.why_not.empty()) {
    return name + ": no mark: " + printable(row.why_not, 4 * kShownText);
  }
  const std::size_t fresh = row.games - row.kept;
  return name + ": mark " + printable(row.item().mark->mark) + ", " +
         points_text(row.report.points, row.report.max_points) + ", " + counted(row.games, "game") +
         (fresh == row.games ? ""
          : fresh == 0       ? ", none of them new"
                             : ", " + std::to_string(fresh) + " of them new");
}

std::string text_of(const ClassMarks& marks) {
  TextTable table({"name", "mark", "", "points", "games"}, 3);
  for (const ClassMarks::Row* row : marks.by_points()) {
    const ScoredMark& mark = *row->item().mark;
    table.add({row->name, mark.mark, mark.is_undecided() ? "undecided" : "", decimal_text(row->report.points),
               std::to_string(row->games)});
  }
  std::string text = printable(marks.rubric.name, kShownText) + " (" + std::string(marks.rubric.game->name) +
                     "), points of " + decimal_text(marks.rubric.max_points()) + "\n" + table.text() +
                     marks.marks().promise() + "\n";
  for (const ClassMarks::Row& row : marks.rows) {
    text += row.why_not.empty() ? "" : text_of(row) + "\n";
  }
  return text;
}

std::string class_json(const ClassMarks& marks) {
  OrderedJson json = {{"marks", 1},
                      {"tournament", marks.rubric.name},
                      {"game", marks.rubric.game->name},
                      {"promise", marks.marks().promise()},
                      {"max_points", number(marks.rubric.max_points())},
                      {"staff", scale_json(marks.scale)},
                      {"entrants", OrderedJson::array()}};
  for (const ClassMarks::Row& row : marks.rows) {
    json["entrants"].push_back(row_json(row));
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
