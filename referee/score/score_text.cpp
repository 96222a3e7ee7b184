#include "referee/score/score_text.h"

#include <string>
#include <vector>

#include "referee/base/text.h"
#include "referee/base/text_block.h"
#include "referee/base/text_table.h"
#include "referee/report/standings_page.h"
#include "referee/score/score_parts.h"

namespace referee::score {
namespace {

std::string items_table(const ScoreReport& report) {
  TextTable table({"", "item", "", "points", "of"}, 3);
  for (const ScoredItem& item : report.items) {
    const std::string hidden = withheld_text(item);
    std::string state(item.status == ItemStatus::not_played ? "not played" : name_of(item.status));
    if (item.mark) {
      state = "mark " + line_of(item.mark->mark, 20) + (item.mark->is_undecided() ? ", undecided" : "");
    }
    table.add({line_of(item.number, kNumberWidth), line_of(item.name, 40),
               hidden.empty() ? state : state + ", hidden", decimal_text(item.points),
               decimal_text(item.max_points)});
  }
  return table.text();
}

}  // namespace

std::string text_of(const prepare::BuildReport& build) {
  std::string out =
      build.ok ? "build: ok\n" : "build: failed\n" + labelled("why", line_of(build.problem, kShownText));
  for (const std::string& file : build.provided) {
    out += labelled("provided", line_of(file, kShownText));
  }
  if (!build.command.empty()) {
    out += labelled("command", line_of(build.command, kShownText));
  }
  return out + text_block(build.output);
}

std::string text_of(const ScoreReport& report) {
  std::string out = line_of(report.rubric, 45) + " (" + line_of(report.game, 12) +
                    "): " + line_of(report.submission, 35) + "\n";
  if (report.build) {
    out += text_of(*report.build);
  }
  out += items_table(report);
  out += points_text(report.points, report.max_points) + "; " + decimal_text(report.threshold) +
         " needed: " + (report.met() ? "reached" : "not reached") + "\n";
  if (!report.finished) {
    out += "not finished: games that were not played give no points\n";
  }
  out += "sandbox " + line_of(report.sandbox, 20);
  out += report.seed ? ", seed " + std::to_string(*report.seed) : "";
  return out + ", " + fixed_text(report.seconds, 1) + " s\n";
}

}  // namespace referee::score
