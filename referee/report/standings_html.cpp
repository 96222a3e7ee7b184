#include "referee/report/html_parts.h"
#include "referee/report/html_sections.h"
#include "referee/report/standings_page.h"

namespace referee {
namespace html {

std::string heading_html(const StandingsPage& page, const std::string& facts) {
  return "<div class=\"title\"><h1 id=\"name\">" + foreign(page.tournament) +
         "</h1><p id=\"facts\" class=\"facts\">" + foreign(game_text(page.game)) + " &middot; " + facts +
         "</p></div>";
}

}  // namespace html

std::string standings_html(const StandingsPage& page) {
  const std::vector<html::Section> sections = html::sections_of(page, listed_rounds(page));
  const std::string facts = progress_text(page) +
                            (page.updated.empty() ? "" : " &middot; " + html::time_element(page.updated)) +
                            (page.sandbox.empty() ? "" : " &middot; sandbox: " + html::escaped(page.sandbox));
  return html::page(page.tournament + ": standings", html::heading_html(page, facts),
                    "<nav id=\"contents\" aria-label=\"Parts of this page\">" +
                        html::contents_html(sections) + "</nav>\n" + html::sections_html(sections));
}

}  // namespace referee
