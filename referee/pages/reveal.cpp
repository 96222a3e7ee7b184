#include "referee/pages/reveal.h"

#include <map>

#include "referee/report/html_parts.h"

namespace referee::pages {
namespace {

std::string movement_html(const Reveal::Place& place) {
  if (place.before == place.rank) {
    return "<small>as before</small>";
  }
  return place.before ? "<small>place " + std::to_string(*place.before) + " before</small>" : "";
}

}  // namespace

Reveal reveal_of(const TournamentSnapshot& snapshot, const StandingsPage& page) {
  const auto from = snapshot.visibility().revealed_from();
  Reveal reveal;
  if (!from) {
    return reveal;
  }
  std::map<Entrant, int> before;
  for (const StandingsRow& row : page.rows) {
    before[row.entrant] = row.rank;
  }
  const StandingsColumn result = snapshot.page().layout().place_column(snapshot.page().rows);
  reveal.title = result.title;
  reveal.entrants = places_of(snapshot.page());
  StandingsPage whole = snapshot.page();
  if (const int last = snapshot.visibility().last_place(); last > 0) {
    withhold_places(whole, last);
  }
  for (const StandingsRow& row : whole.rows) {
    if (row.rank >= *from && !row.staff) {
      const auto known = before.find(row.entrant);
      const std::string& name = snapshot.content().entrants.at(row.entrant).name;
      reveal.places.push_back(
          {.rank = row.rank,
           .ranked = is_ranked(row),
           .entrant = row.entrant,
           .name = snapshot.names().of(name),
           .result = result.text(row),
           .before = known == before.end() ? std::nullopt : std::optional(known->second)});
    }
  }
  return reveal;
}

std::string reveal_html(const Reveal& reveal) {
  if (reveal.places.empty()) {
    return "";
  }
  std::string rows;
  for (const Reveal::Place& place : reveal.places) {
    rows += std::string("<tr") + (place.rank == reveal.places.front().rank ? " class=\"newest\"" : "") +
            "><td class=\"rank\">" + (place.ranked ? std::to_string(place.rank) : "\u2013") +
            "</td><th scope=\"row\" class=\"name\">" + html::foreign(place.name) +
            "</th><td class=\"points\">" + html::escaped(place.result) + "</td><td class=\"text\">" +
            movement_html(place) + "</td></tr>\n";
  }
  return html::table_of({.css_class = "revealed",
                         .label = "Revealed places",
                         .caption = "The arbiter reveals place by place, from the last.",
                         .head = html::column("Place") + html::column("Name", " class=\"name\"") +
                                 html::column(html::escaped(reveal.title)) + "<td></td>",
                         .rows = rows});
}

nlohmann::json reveal_data(const Reveal& reveal) {
  using Json = nlohmann::json;
  if (reveal.places.empty()) {
    return nullptr;
  }
  Json places = Json::array();
  for (const Reveal::Place& place : reveal.places) {
    places.push_back({{"rank", place.rank},
                      {"entrant", place.entrant},
                      {"result", place.result},
                      {"before", place.before ? Json(*place.before) : Json()}});
  }
  return {{"places", std::move(places)}, {"entrants", reveal.entrants}};
}

}  // namespace referee::pages
