#include "referee/pages/prize_giving.h"

#include "referee/pages/podium.h"
#include "referee/pages/reveal.h"

namespace referee::pages {
namespace {

std::string section(const std::string& id, const std::string& title, const std::string& content) {
  return "<section class=\"part\" id=\"" + id + "\" aria-labelledby=\"" + id + "-title\"><h2 id=\"" + id +
         "-title\">" + title + "</h2>\n" + content + "</section>\n";
}

}  // namespace

std::string prize_giving_html(const TournamentSnapshot& snapshot, const StandingsPage& page,
                              const std::string& ending) {
  if (const auto podium = podium_of(snapshot, page)) {
    return section("podium", "Podium", podium_html(*podium, snapshot, ending));
  }
  const Reveal reveal = reveal_of(snapshot, page);
  if (reveal.places.empty()) {
    return "";
  }
  return section("reveal",
                 "Reveal: place " + std::to_string(reveal.places.front().rank) + " of " +
                     std::to_string(reveal.entrants),
                 reveal_html(reveal));
}

}  // namespace referee::pages
