#include <vector>

#include "referee/base/text.h"
#include "referee/report/html_parts.h"
#include "referee/report/html_sections.h"
#include "referee/score/class_marks.h"
#include "referee/score/game_values.h"
#include "referee/score/marks_chart.h"
#include "referee/score/score_parts.h"

namespace referee::score {
namespace {

constexpr std::size_t kMaxPromise = 1000;  // bytes

/// What was seen against the opponent: "0.61 (0.52 to 0.7)"; a dash if no game was needed.
std::string share_html(const ScoredMark& mark, const std::string& opponent) {
  for (const ScoredMark::Against& against : mark.against) {
    if (against.opponent == opponent) {
      return short_text(against.mean) + " (" + short_text(against.low) + " to " + short_text(against.high) +
             ")";
    }
  }
  return "\u2013";
}

std::string marks_table(const ClassMarks& marks) {
  const bool of_score = marks.marks().seats == 1;
  std::string heads = html::column("Name", " class=\"name\"") + html::column("Mark", " class=\"text\"") +
                      html::column("Points") + html::column("Games");
  for (std::size_t i = 0; i < marks.marks().opponents.size(); ++i) {
    const std::string against = of_score ? "Mean score" : "Against " + marks.marks().opponents[i].text();
    heads += html::column(html::escaped(against + " (" + marks.marks().asked(i) + ")"));
  }
  std::string rows;
  for (const ClassMarks::Row* row : marks.by_points()) {
    rows += "<tr>" + html::name_cell(row->name, row->display) +
            html::cell(html::escaped(mark_text(row->mark()) + (row->stands ? ", of an earlier program" : "")),
                       "text") +
            html::cell(decimal_text(row->report.points)) + html::cell(std::to_string(row->games));
    for (const MarkOpponent& opponent : marks.marks().opponents) {
      rows += html::cell(share_html(row->mark(), of_score ? "" : opponent.text()));
    }
    rows += "</tr>\n";
  }
  return "<p class=\"note\">" + markup(marks.marks().promise(), kMaxPromise) + "</p>\n" +
         html::table_of({.css_class = "marks",
                         .label = "Marks",
                         .caption = of_score ? "" : "A dash: no game against this bot was needed.",
                         .head = heads,
                         .rows = rows});
}

std::string charts(const ClassMarks& marks) {
  std::string out =
      "<p class=\"note\">" + marks_chart_note(marks.marks()) + "</p>\n<div class=\"marks-charts\">\n";
  for (const ClassMarks::Row* row : marks.by_points()) {
    out += "<figure><figcaption>" + html::foreign(row->display.empty() ? row->name : row->display) + ": " +
           html::escaped(mark_text(row->mark())) + "</figcaption>" +
           marks_chart(row->mark(), marks.marks(), marks.scale) + "</figure>\n";
  }
  return out + "</div>\n";
}

std::string unmarked(const ClassMarks& marks) {
  std::string items;
  for (const ClassMarks::Row& row : marks.rows) {
    if (!row.why_not.empty()) {
      items += "<li>" + html::foreign(row.display.empty() ? row.name : row.display) + ": " +
               html::foreign(row.why_not) + "</li>\n";
    }
  }
  return items.empty() ? "<p>Nobody.</p>\n" : "<ul class=\"plain\">" + items + "</ul>\n";
}

}  // namespace

std::string class_page(const ClassMarks& marks) {
  const std::vector<html::Section> sections = {{"marks", "Marks", marks_table(marks)},
                                               {"scale", "Against the scale", charts(marks)},
                                               {"unmarked", "Without a mark", unmarked(marks)}};
  const std::string facts = html::escaped(html::game_text(std::string(marks.rubric.game->name))) +
                            " &middot; " + counted(marks.by_points().size(), "mark") + " of " +
                            counted(marks.rows.size(), "entrant");
  return html::page(marks.rubric.name + ": marks",
                    "<div class=\"title\"><h1>" + html::foreign(marks.rubric.name) +
                        "</h1><p class=\"facts\">" + facts + "</p></div>",
                    html::sections_html(sections));
}

}  // namespace referee::score
