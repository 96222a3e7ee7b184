#include <algorithm>
#include <map>

#include "referee/base/text.h"
#include "referee/report/html_parts.h"
#include "referee/report/html_sections.h"

// Faults by kind, and what the clock has charged each entrant for a turn, against its budget.
namespace referee::html {
namespace {

constexpr double kBar = 138;  // pixels, the width of a bar of charges

/// The kinds of faults that occurred, most frequent first.
std::vector<std::string> kinds_of(const StandingsPage& page) {
  std::map<std::string, std::int64_t> sums;
  for (const StandingsRow& row : page.rows) {
    for (const auto& [kind, count] : faults_by_kind(row.tally)) {
      sums[kind] += count;
    }
  }
  std::vector<std::string> kinds;
  for (const auto& [kind, count] : sums) {
    kinds.push_back(kind);
  }
  std::ranges::stable_sort(kinds, std::ranges::greater(),
                           [&](const std::string& kind) { return sums[kind]; });
  return kinds;
}

std::string ms_cell(double us) { return cell(fixed_text(us / 1000, us < 100'000 ? 2 : 0) + " ms"); }

std::string percent(double part) {
  return part > 0 && part < 0.01 ? "&lt; 1 %" : fixed_text(100 * part, 0) + " %";
}

/// A bar of the mean and the worst charge of a turn, as parts of `whole`.
std::string bar_html(double mean, double worst, double whole) {
  const auto width = [&](double us) {
    return fixed_text(whole > 0 ? kBar * std::min(1.0, us / whole) : 0, 1);
  };
  return std::string("<svg class=\"charge-bar") + (worst > whole ? " over" : "") +
         "\" width=\"140\" height=\"14\" viewBox=\"0 0 140 14\" aria-hidden=\"true\"><rect class=\"track\" "
         "x=\"0.5\" y=\"2.5\" "
         "width=\"139\" height=\"9\" rx=\"2\"/><rect class=\"worst\" x=\"1\" y=\"3\" height=\"8\" width=\"" +
         width(worst) + "\"/><rect class=\"mean\" x=\"1\" y=\"3\" height=\"8\" width=\"" + width(mean) +
         "\"/></svg>";
}

}  // namespace

std::string clock_part(const StandingsPage& page) {
  double worst = 0;
  for (const StandingsRow& row : page.rows) {
    worst = std::max(worst, static_cast<double>(row.tally.worst.count()));
  }
  if (std::ranges::none_of(page.rows, [](const StandingsRow& row) { return row.tally.turns > 0; })) {
    return "";
  }
  const std::vector<std::string> kinds = kinds_of(page);
  const bool bounded = page.turn_budget_us.has_value();
  const double whole = bounded ? static_cast<double>(*page.turn_budget_us) : worst;
  std::string head = column("Name", " class=\"name\"") + column("Turns", kExtraColumn);
  for (const std::string& kind : kinds) {
    head += column(escaped(verdict_text(kind)));
  }
  head += (kinds.empty() ? column("Faults") : "") + column("Mean") + column("Worst") +
          column(bounded ? "Share of the limit, " + fixed_text(whole / 1000, 0) + " ms"
                         : "Beside the slowest turn",
                 " class=\"share extra\"");
  std::string rows;
  for (const StandingsRow& row : page.rows) {
    const std::string entrant = std::to_string(row.entrant);
    rows += "<tr data-entrant=\"" + entrant + "\" data-key=\"" + entrant + "\">" +
            name_cell(row.name, row.display, page.href_of(row.entrant)) +
            cell(std::to_string(row.tally.turns), "extra");
    const auto counts = faults_by_kind(row.tally);
    for (const std::string& kind : kinds) {
      const auto found = std::ranges::find(counts, kind, [](const auto& one) { return one.first; });
      rows += found == counts.end() ? cell("0", "none") : cell(std::to_string(found->second), "fault");
    }
    rows += kinds.empty() ? cell("0", "none") : "";
    if (row.tally.turns == 0) {
      rows += cell("\u2013") + cell("\u2013") + cell("", "share extra") + "</tr>\n";
      continue;
    }
    const double mean = static_cast<double>(row.tally.used.count()) / static_cast<double>(row.tally.turns);
    const auto most = static_cast<double>(row.tally.worst.count());
    rows += ms_cell(mean) + ms_cell(most) +
            cell(bar_html(mean, most, whole) +
                     (bounded ? percent(mean / whole) + ", worst " + percent(most / whole) : ""),
                 "share extra") +
            "</tr>\n";
  }
  return table_of(
      {.css_class = "clock",
       .label = "Time and faults",
       .caption =
           "Mean and worst are thinking times for one turn. The bar is strong up to the mean, and pale up "
           "to the worst turn.",
       .head = head,
       .rows = rows,
       .folds = true});
}

}  // namespace referee::html
