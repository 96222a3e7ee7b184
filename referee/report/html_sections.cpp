#include "referee/report/html_sections.h"

#include <algorithm>

#include "referee/base/text.h"
#include "referee/report/crosstable.h"
#include "referee/report/field_table.h"
#include "referee/report/html_parts.h"
#include "referee/report/ladder_entrants.h"
#include "referee/report/machine_lines.h"
#include "referee/report/rating_text.h"

namespace referee::html {
namespace {

std::string_view class_of(Crosstable::Cell::Kind kind) {
  switch (kind) {
    case Crosstable::Cell::Kind::self:
      return "self";
    case Crosstable::Cell::Kind::win:
      return "win";
    case Crosstable::Cell::Kind::draw:
      return "draw";
    case Crosstable::Cell::Kind::loss:
      return "loss";
    case Crosstable::Cell::Kind::empty:
    case Crosstable::Cell::Kind::other:
      break;
  }
  return "";
}

std::string row_begin(Entrant entrant) {
  const std::string number = std::to_string(entrant);
  return "<tr data-entrant=\"" + number + "\" data-key=\"" + number + "\">";
}

/// "and 3 others": how many of all are left out; "" if none is.
std::string left_out(std::size_t shown, std::size_t all, const char* what) {
  return shown == all ? ""
                      : " Only the first " + std::to_string(shown) + " of " + std::to_string(all) + " " +
                            what + " are shown here.";
}

std::string machines_part(const StandingsPage& page) {
  std::string items;
  for (const std::string& line : machine_lines(page.machines)) {
    items += "<li>" + foreign(line) + "</li>\n";
  }
  return page.machines.empty()
             ? ""
             : "<p class=\"note\">" + machines_text(page.machines) + "</p>\n<ul>\n" + items + "</ul>\n";
}

std::string notes_part(const StandingsPage& page) {
  std::string items;
  for (const StandingsNote& note : page.notes) {
    items += "<li>" + time_element(note.at) +
             (note.round > 0 ? ", round " + std::to_string(note.round) + ": " : ": ") + foreign(note.text) +
             "</li>\n";
  }
  return items.empty() ? "" : "<ul>\n" + items + "</ul>\n";
}

std::string rounds_title(const StandingsPage& page) {
  return page.history.ladder ? "Newest games" : "Rounds";
}

Section section_of(const StandingsPage& page, ReportLayout::Section section, const RoundList& rounds) {
  switch (section) {
    case ReportLayout::Section::bracket:
      return {"bracket", "Bracket", bracket_part(page)};
    case ReportLayout::Section::points_chart:
      return {"chart", "Points by round", chart_part(page)};
    case ReportLayout::Section::crosstable:
      return {"crosstable", "Crosstable", crosstable_part(page)};
    case ReportLayout::Section::rounds:
      return {"rounds", rounds_title(page), rounds_part(page, rounds)};
    case ReportLayout::Section::ladder_entrants:
      return {"entrants", "Entrants", ladder_part(page)};
    case ReportLayout::Section::instance_scores:
      return {"scores", "Scores", scores_part(page)};
  }
  return {};
}

}  // namespace

std::vector<Section> sections_of(const StandingsPage& page, const RoundList& rounds) {
  const ReportLayout& layout = page.layout();
  std::vector<Section> sections{{"standings",
                                 has_results(page) ? std::string(standings_title(page)) : "Entrants",
                                 standings_part(page)}};
  for (const ReportLayout::Section section : layout.sections) {
    if (section == ReportLayout::Section::instance_scores) {
      sections.push_back({"chart", "Mean score by instance", chart_part(page)});
    }
    sections.push_back(section_of(page, section, rounds));
  }
  if (!layout.has(ReportLayout::Section::rounds)) {
    sections.push_back({"rounds", rounds_title(page), rounds_part(page, rounds)});
  }
  sections.push_back({"clock", "Time and faults", clock_part(page)});
  sections.push_back({"machines", "Machines", machines_part(page)});
  sections.push_back({"notes", "Notes", notes_part(page)});
  std::erase_if(sections, [](const Section& section) { return section.content.empty(); });
  return sections;
}

std::string sections_html(std::span<const Section> sections) {
  constexpr std::size_t kAround = 256;  // bytes of tags
  std::size_t size = 0;
  for (const Section& section : sections) {
    size += section.content.size() + kAround;
  }
  std::string out;
  out.reserve(size);  // of a large tournament it is megabytes: to grow would double them
  for (const Section& section : sections) {
    out += "<section class=\"part\" id=\"" + section.id + "\" data-key=\"" + section.id +
           "\" aria-labelledby=\"" + section.id + "-title\" tabindex=\"-1\"><h2 id=\"" + section.id +
           "-title\">" + section.title + "</h2>\n<div class=\"content\">\n";
    out.append(section.content).append("</div></section>\n");
  }
  return out;
}

std::string contents_html(const std::vector<Section>& sections) {
  std::string items;
  for (const Section& section : sections) {
    items += "<li><a href=\"#" + section.id + "\">" + section.title + "</a></li>";
  }
  return "<ul>" + items + "</ul>";
}

std::string crosstable_part(const StandingsPage& page) {
  if (page.withheld.matches) {
    return "";
  }
  const Crosstable table = crosstable_of(page);
  const auto tells = [](const Crosstable::Cell& cell) { return !cell.text.empty() || !cell.records.empty(); };
  if (std::ranges::none_of(table.rows,
                           [&](const auto& row) { return std::ranges::any_of(row.cells, tells); })) {
    return "";  // nobody has met anybody
  }
  if (table.rows.size() * table.columns.size() > kMostCells) {
    return "<p class=\"note\">The crosstable of " + std::to_string(table.rows.size()) +
           " entrants is too large for a page.</p>\n";
  }
  std::string head = column("No.") + column("Name", " class=\"name\"");
  for (const std::string& name : table.columns) {
    head += column(escaped(name));
  }
  std::string rows;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const Crosstable::Row& row = table.rows[i];
    const Entrant entrant = page.rows[i].entrant;
    rows += row_begin(entrant) + cell(std::to_string(row.number)) +
            name_cell(row.name, row.display, page.href_of(entrant));
    for (const Crosstable::Cell& result : row.cells) {
      // The page of the first game leads to the others.
      rows += cell(link(result.records.empty() ? "" : result.records.front().href, escaped(result.text)),
                   class_of(result.kind));
    }
    rows += cell(escaped(row.total), "points") + "</tr>\n";
  }
  return table_of({.css_class = "cross",
                   .label = "Crosstable",
                   .caption = markup(table.legend),
                   .head = head + column(escaped(table.total)),
                   .rows = rows});
}

std::string scores_part(const StandingsPage& page) {
  const FieldTable table = field_table_of(page);
  if (table.lines.empty() || page.withheld.matches) {
    return "";
  }
  std::string head = column("Instance", " class=\"name\"");
  for (std::size_t i = 0; i < table.names.size(); ++i) {
    head += column(link(page.href_of(page.rows[i].entrant), foreign(table.names[i])));
  }
  const std::size_t shown = std::min(
      table.lines.size(), std::max<std::size_t>(1, kMostCells / std::max<std::size_t>(1, page.rows.size())));
  std::string rows;
  for (std::size_t i = 0; i < shown; ++i) {
    rows += "<tr><th scope=\"row\" class=\"name\">" + foreign(table.lines[i].instance) + "</th>";
    for (const FieldTable::Cell& score : table.lines[i].cells) {
      rows += cell(linked(score.score, score.records) +
                       (score.score.empty() ? "" : "<small>" + score.average + "</small>"),
                   score.best ? "best" : "");
    }
    rows += "</tr>\n";
  }
  return table_of({.css_class = "scores",
                   .label = "Scores",
                   .caption = markup(table.legend) +
                              " A score is bold where nobody else reached it on that instance." +
                              left_out(shown, table.lines.size(), "instances"),
                   .head = head,
                   .rows = rows});
}

namespace {

std::string ladder_versions(const LadderEntrant& entrant, bool meet) {
  std::string rows;
  for (const LadderEntrant::Version& version : entrant.versions) {
    rows += "<tr>" + cell(escaped(version.version)) + cell(std::to_string(version.matches)) +
            cell(meet ? rating_text(version.rating) : figure_text(version.mean)) + "</tr>\n";
  }
  return table_of(
      {.css_class = "versions",
       .label = "Submissions",
       .caption =
           meet ? "Each submission is rated from its own games, and starts near the rating of the one before."
                : "The mean has the scores of closed blocks. A block is a set of secret instances that all "
                  "play.",
       .head = column("Submission") + column("Games") + column(meet ? "Elo" : "Mean"),
       .rows = rows});
}

std::string ladder_opponents(const StandingsPage& page, const LadderEntrant& entrant) {
  std::string rows;
  for (const LadderEntrant::Opponent& opponent : entrant.opponents) {
    const std::string href = opponent.entrant ? page.href_of(*opponent.entrant) : "";
    rows += "<tr>" + name_cell(opponent.name, "", href) + cell(rating_text(opponent.rating)) +
            cell(score_text(opponent.score)) + "</tr>\n";
  }
  return table_of(
      {.css_class = "opponents",
       .label = "Opponents",
       .caption =
           "Games of the newest submission. A game that repeats an earlier one move for move is left out.",
       .head = column("Opponent", " class=\"name\"") + column("Elo") + column("Won-drawn-lost"),
       .rows = rows});
}

}  // namespace

std::string ladder_part(const StandingsPage& page) {
  if (page.links.entrant) {
    return "";  // each entrant has a page
  }
  const std::vector<LadderEntrant> entrants = referee::ladder_entrants(page);
  const bool meet = page.layout().entrants_meet;
  std::string out;
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    if (!entrants[i].versions.empty()) {
      out +=
          details(foreign(page.rows[i].name), false, " id=\"entrant-" + escaped(page.rows[i].name) + "\"") +
          ladder_versions(entrants[i], meet) + (meet ? ladder_opponents(page, entrants[i]) : "") +
          "</details>\n";
    }
  }
  return out;
}

}  // namespace referee::html
