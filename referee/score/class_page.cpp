#include "referee/score/class_page.h"

#include <vector>

#include "referee/base/text.h"
#include "referee/report/html_parts.h"
#include "referee/report/html_sections.h"
#include "referee/score/game_values.h"
#include "referee/score/marks_chart.h"
#include "referee/score/score_parts.h"

namespace referee::score {
namespace {

constexpr const char* kNameHead = " class=\"name\"";
constexpr std::size_t kMaxPromise = 1000;  // bytes

std::string name_of(const ClassMarks::Row& row) { return row.display.empty() ? row.name : row.display; }

/// "A", or "A, undecided between A and B".
std::string mark_html(const ScoredMark& mark) {
  std::string possible;
  for (const std::string& one : mark.possible) {
    possible += (possible.empty() ? "" : " and ") + html::escaped(one);
  }
  return html::escaped(mark.mark) + (mark.is_undecided() ? ", undecided between " + possible : "");
}

/// What was seen against the opponent: "0.61 (0.52 to 0.70)"; a dash if no game was needed.
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
  std::string heads = html::column("Name", kNameHead) + html::column("Mark", " class=\"text\"") +
                      html::column("Points") + html::column("Games");
  const bool of_score = marks.marks().seats == 1;
  for (std::size_t i = 0; i < marks.marks().opponents.size(); ++i) {
    const std::string against = of_score ? "Mean score" : "Against " + marks.marks().opponents[i].text();
    heads += html::column(html::escaped(against + " (" + marks.marks().asked(i) + ")"));
  }
  std::string rows;
  for (const ClassMarks::Row* row : marks.by_points()) {
    const ScoredMark& mark = *row->item().mark;
    rows += "<tr>" + html::name_cell(row->name, row->display) + html::cell(mark_html(mark), "text") +
            html::cell(decimal_text(row->report.points)) + html::cell(std::to_string(row->games));
    for (const MarkOpponent& opponent : marks.marks().opponents) {
      rows += html::cell(share_html(mark, of_score ? "" : opponent.text()));
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
  const char* const lines =
      marks.marks().seats == 1
          ? "Areas are the bands. Grey: the mean scores of the staff bots, the weakest first."
          : "The shaded part above an opponent is the band that a share there reaches. Grey: what each staff "
            "bot should reach by its Elo, with the usual options of the game.";
  std::string out = "<p class=\"note\">A point is a mean, a bar its interval. " + std::string(lines) +
                    "</p>\n<div class=\"marks-charts\">\n";
  for (const ClassMarks::Row* row : marks.by_points()) {
    const ScoredMark& mark = *row->item().mark;
    out += "<figure><figcaption>" + html::foreign(name_of(*row)) + ": " + mark_html(mark) + "</figcaption>" +
           marks_chart(mark, marks.marks(), marks.scale) + "</figure>\n";
  }
  return out + "</div>\n";
}

std::string staff_table(const ClassMarks& marks) {
  const bool of_score = marks.marks().seats == 1;
  std::string rows;
  for (std::size_t place = marks.scale.bots.size(); place > 0; --place) {
    const rules::StaffBot& bot = marks.scale.bots[place - 1];
    const auto value = [&](double level) { return bot.games == 0 ? "\u2013" : fixed_text(level, 0); };
    rows += "<tr><th scope=\"row\" class=\"name\">" + rules::staff_name(place - 1) + "</th>" +
            html::cell(html::escaped(shell_command(bot.command)), "text") +
            html::cell(value(bot.level.estimate)) +
            html::cell(value(bot.level.low) + " to " + value(bot.level.high)) + "</tr>\n";
  }
  return html::table_of({.css_class = "staff",
                         .label = "Staff bots",
                         .caption = "Their levels are those of the game's usual options.",
                         .head = html::column("Bot", kNameHead) + html::column("Command", " class=\"text\"") +
                                 html::column(of_score ? "Mean score" : "Elo") +
                                 html::column("95 % interval"),
                         .rows = rows});
}

std::string unmarked(const ClassMarks& marks) {
  std::string items;
  for (const ClassMarks::Row& row : marks.rows) {
    if (!row.why_not.empty()) {
      items += "<li>" + html::foreign(name_of(row)) + ": " + html::foreign(row.why_not) + "</li>\n";
    }
  }
  return items.empty() ? "" : "<ul class=\"plain\">" + items + "</ul>\n";
}

}  // namespace

std::string class_page(const ClassMarks& marks) {
  std::vector<html::Section> sections = {{"marks", "Marks", marks_table(marks)},
                                         {"scale", "Against the scale", charts(marks)}};
  if (const std::string names = unmarked(marks); !names.empty()) {
    sections.push_back({"unmarked", "Without a mark", names});
  }
  if (!marks.scale.bots.empty()) {
    sections.push_back({"staff", "Staff bots", staff_table(marks)});
  }
  const std::string facts =
      html::escaped(std::string(html::game_text(std::string(marks.rubric.game->name)))) + " &middot; " +
      counted(marks.by_points().size(), "mark") + " of " + counted(marks.rows.size(), "entrant") +
      " &middot; " + decimal_text(marks.rubric.max_points()) + " points";
  return html::page(marks.rubric.name + ": marks",
                    "<div class=\"title\"><h1>" + html::foreign(marks.rubric.name) +
                        "</h1><p class=\"facts\">" + facts + "</p></div>",
                    html::sections_html(sections));
}

}  // namespace referee::score
