#pragma once

#include <optional>
#include <string>
#include <vector>

// Pieces of HTML that the pages of entrants are made of. What is called content, heads or rows is HTML
// already.
namespace referee::pages {

std::string entrant_section(const std::string& title, const std::string& content);
/// A table that scrolls by itself. `css_class` names it, also for people who do not see it. `folds`: as
/// html::Table has it.
std::string entrant_table(const char* css_class, const std::string& caption, const std::string& heads,
                          const std::string& rows, bool folds = false);

/// One line of a chart.
struct EntrantCurve {
  std::string title;                          ///< what the values are: "Elo"
  std::string steps;                          ///< what they stand over: "Rounds"
  std::vector<std::optional<double>> values;  ///< from left to right; nothing: none is known there
  int first_step = 0;                         ///< the number below the first value; -1: no numbers
};
/// It as SVG that needs no style of its own; "" with fewer than two values.
std::string entrant_curve_html(const EntrantCurve& curve);

}  // namespace referee::pages
