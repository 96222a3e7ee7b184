#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "referee/base/text.h"
#include "referee/report/column_texts.h"
#include "referee/report/explanation.h"
#include "referee/report/html_parts.h"
#include "referee/report/html_sections.h"
#include "referee/report/rating_text.h"

// The table of all entrants by rank.
namespace referee::html {
namespace {

constexpr std::size_t kMostExplained = 400;  // entrants: with more, their places have no explanations

/// Something that opens a text about itself.
std::string explained_text(const std::string& text, const std::string& title,
                           const std::vector<std::string>& lines, const std::string& label = "") {
  return "<button type=\"button\" class=\"explains\"" + attribute("data-title", title) +
         lines_attribute("data-explains", lines) + (label.empty() ? "" : attribute("aria-label", label)) +
         ">" + escaped(text) + "</button>";
}

std::string explained_column(const std::string& title, const std::string& about,
                             std::string_view attributes = "") {
  return column(explained_text(title, title, {about}), attributes);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

/// Places won since the round before, and what is said of them; "" for none: beside a rank "=" would say that
/// it is shared.
std::string movement_html(int places) {
  if (places == 0) {
    return "";
  }
  const int count = std::abs(places);
  const char* const kind = places > 0 ? "up" : "down";
  const std::string shown = (places > 0 ? "\u25b2" : "\u25bc") + std::to_string(count);
  const std::string spoken = (places > 0 ? "up " : "down ") + counted(count, "place");
  return "<span class=\"movement\" data-kind=\"" + std::string(kind) + "\"><span aria-hidden=\"true\">" +
         shown + "</span><span class=\"visually-hidden\">" + spoken + "</span></span>";
}

/// A staff bot's line is read as a border.
std::string mark_html(const StandingsRow& row) {
  return mark_text(row) == "staff" ? "\u2191 better than this staff bot" : mark_text(row);
}

/// The scale that holds the intervals of all ratings.
struct RatingScale {
  long low = 0;
  long high = 0;

  explicit RatingScale(const StandingsPage& page) {
    bool first = true;
    for (const StandingsRow& row : page.rows) {
      if (const auto rating = rating_of(page, row)) {
        low = first ? rating->low : std::min(low, rating->low);
        high = first ? rating->high : std::max(high, rating->high);
        first = false;
      }
    }
    high = std::max(high, low + 1);
  }
  double at(long elo, double width) const {
    constexpr double kMargin = 4;
    return kMargin + static_cast<double>(elo - low) / static_cast<double>(high - low) * (width - 2 * kMargin);
  }
};

std::string signed_text(long value) {
  return value < 0 ? "\u2212" + std::to_string(-value) : (value > 0 ? "+" : "") + std::to_string(value);
}

/// The interval as a bar with the rating as a dot, and a line at 0; then in numbers.
/// `kind`: of the column, with a space behind it.
std::string rating_cell(const std::optional<WholeElo>& rating, const RatingScale& scale,
                        const std::string& kind) {
  if (!rating) {
    return cell("", kind + "cell-rating");
  }
  constexpr double kWidth = 96;
  const auto x = [&](long elo) { return fixed_text(scale.at(elo, kWidth), 1); };
  std::string bar =
      "<svg class=\"rating-bar\" width=\"96\" height=\"16\" viewBox=\"0 0 96 16\" aria-hidden=\"true\">";
  if (scale.low < 0 && scale.high > 0) {
    bar += "<path class=\"zero\" d=\"M" + x(0) + " 0V16\"/>";
  }
  bar += "<path class=\"interval\" d=\"M" + x(rating->low) + " 8H" + x(rating->high) +
         "\"/><circle class=\"rating\" cx=\"" + x(rating->elo) + "\" cy=\"8\" r=\"4\"/></svg>";
  return cell(bar + "<span>" + signed_text(rating->elo) + " (" + signed_text(rating->low) + " to " +
                  signed_text(rating->high) + ")</span>",
              kind + "cell-rating");
}

/// The table, row by row.
class Rows {
 public:
  explicit Rows(const StandingsPage& page)
      : page_(page),
        rated_(page.layout().entrants_meet && has_ratings(page)),
        scale_(page),
        before_(ranks_before(page)) {
    if (page.rows.size() <= kMostExplained && tells_explanations(page)) {
      explained_ = explained_standings(page);
    }
  }

  bool moved() const { return !before_.empty(); }

  std::string head() const {
    std::string out = column("Rank", " class=\"rank\"") + column("Name", " class=\"name\"");
    out += ranks_by_rating() ? rating_head() : "";
    for (const StandingsColumn& result : page_.layout().results) {
      const std::string kind = class_of(result);
      out += explained_column(result.title, about(result), kind.empty() ? "" : attribute("class", kind));
    }
    for (const TieBreak& tie_break : page_.tie_breaks()) {
      out += explained_column(std::string(tie_break.code()), about(tie_break), kExtraColumn);
    }
    return out + (rated_ && !ranks_by_rating() ? rating_head() : "") +
           (page_.layout().entrants_meet
                ? explained_column("Games won", "How many games the entrant won. A draw is no win.",
                                   kExtraColumn)
                : explained_column("Best", "On how many instances nobody else scored as much.",
                                   kExtraColumn)) +
           explained_column("Games", "How many games are over.", kExtraColumn) +
           explained_column(
               "Faults",
               "How many turns had no legal answer in time. \u201cTime and faults\u201d has each kind.");
  }

  std::string row(const StandingsRow& row) const {
    const std::string mark = mark_text(row);
    const bool ranked = is_ranked(row);
    const std::string entrant = std::to_string(row.entrant);
    std::string out = "<tr data-entrant=\"" + entrant + "\" data-key=\"" + entrant + "\"";
    out += row.staff                 ? " class=\"staff\">"
           : !mark.empty()           ? " class=\"gone\">"
           : ranked && row.rank == 1 ? " class=\"first\">"
                                     : ">";
    out += "<td class=\"rank\"><span class=\"number\">" + (ranked ? std::to_string(row.rank) : "\u2013") +
           "</span>" + (moved() && !row.staff ? movement_html(before_[row.entrant] - row.rank) : "") +
           "</td>";
    out += name_cell(row.name, row.display, page_.href_of(row.entrant),
                     mark.empty() ? "" : "<small class=\"mark\">" + mark_html(row) + "</small>");
    const std::string rating =
        rated_ ? rating_cell(rating_of(page_, row), scale_, ranks_by_rating() ? "" : "extra ") : "";
    out += ranks_by_rating() ? rating : "";
    bool first = !ranks_by_rating();
    for (const StandingsColumn& result : page_.layout().results) {
      out += first ? points_cell(row, result) : cell(escaped(result.text(row)), class_of(result));
      first = false;
    }
    for (const auto& value : row.tie_breaks) {
      out += cell(tie_break_text(value), "extra");
    }
    out += ranks_by_rating() ? "" : rating;
    return out + cell(std::to_string(row.wins), "extra") + cell(std::to_string(row.games), "extra") +
           faults_cell(row.tally) + "</tr>\n";
  }

 private:
  /// On a ladder the rating decides, and stands first.
  bool ranks_by_rating() const { return rated_ && page_.history.ladder != nullptr; }
  std::string rating_head() const {
    return explained_column("Elo", rating_legend(page_), ranks_by_rating() ? "" : kExtraColumn);
  }
  /// Results behind the first are folded away on a narrow screen, but for what says how far an entrant came.
  std::string class_of(const StandingsColumn& result) const {
    const bool decides = !ranks_by_rating() && result.key == page_.layout().results.front().key;
    return result.is_told ? "told" : decides ? "" : "extra";
  }

  /// What decides the rank. It opens the explanation of the place.
  std::string points_cell(const StandingsRow& row, const StandingsColumn& result) const {
    const std::string value = result.text(row);
    const std::string& name = row.display.empty() ? row.name : row.display;
    const std::string kind = result.is_told ? "points told" : "points";
    if (!explained_ || !is_ranked(row)) {
      return cell(escaped(value), kind);
    }
    return cell(
        explained_text(value, std::to_string(row.rank) + ". " + name + ": " + result.title + " " + value,
                       lines_of(explanation_text(*explained_, row.entrant)),
                       value + ", explain the place of " + name),
        kind);
  }

  const StandingsPage& page_;
  bool rated_;
  RatingScale scale_;
  std::vector<int> before_;
  std::optional<ExplainedStandings> explained_;
};

/// That there are more entrants; "" if all are shown.
std::string withheld_text(const StandingsPage& page) {
  return page.withheld.rows.empty()
             ? ""
             : " Only places 1 to " + std::to_string(page.withheld.last_place) + " are shown.";
}

/// Who takes part, of a tournament in which nothing has happened.
std::string entrants_list(const StandingsPage& page) {
  std::string items;
  for (const StandingsRow& row : page.rows) {
    const std::string entrant = std::to_string(row.entrant);
    const std::string mark = mark_text(row);
    items += "<li" + attribute("data-entrant", entrant) + attribute("data-key", entrant) + ">" +
             link(page.href_of(row.entrant), foreign(row.display.empty() ? row.name : row.display)) +
             (mark.empty() ? "" : " <small>" + mark + "</small>") + "</li>\n";
  }
  return "<ul class=\"plain entrant-names\">\n" + items + "</ul>\n";
}

}  // namespace

std::string standings_part(const StandingsPage& page) {
  if (!has_results(page)) {
    return entrants_list(page);
  }
  const Rows table(page);
  std::string rows;
  for (const StandingsRow& row : page.rows) {
    rows += table.row(row);
  }
  return table_of(
      {.css_class = "standings",
       .label = "Entrants by rank",
       .caption = markup(page.layout().ranking) +
                  (table.moved() ? " \u25b2 and \u25bc: places won or lost in the newest round." : "") +
                  (page.layout().entrants_meet ? " " + markup(rating_legend(page)) : "") +
                  (has_staff(page) ? " " + staff_legend(page) : "") + withheld_text(page),
       .head = table.head(),
       .rows = std::move(rows),
       .folds = true});
}

}  // namespace referee::html
