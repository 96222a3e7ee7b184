#pragma once

#include <span>
#include <string>
#include <vector>

#include "referee/report/round_list.h"
#include "referee/report/standings_page.h"

// The page of the standings in parts. Each part is readable without scripts. What scripts need to know of an
// element is in its attributes: data-entrant is the entrant, data-key tells an element from its neighbours
// when the page is made again, data-title and data-explains are a text about it, in lines.
namespace referee::html {

/// A part of the page under a heading of its own.
struct Section {
  std::string id;       ///< "crosstable": the part's address in the page is #crosstable
  std::string title;    ///< for people; no markup
  std::string content;  ///< HTML
};

/// All parts of the page, in their order. `rounds`: listed_rounds(), or what else may be told of them.
std::vector<Section> sections_of(const StandingsPage& page, const RoundList& rounds);
/// The parts as elements of <main>.
std::string sections_html(std::span<const Section> sections);
/// The name of the tournament, and in the line below it its game and more. `facts`: HTML.
std::string heading_html(const StandingsPage& page, const std::string& facts);
/// A list of links to the parts.
std::string contents_html(const std::vector<Section>& sections);

// The content of each part; "" if the page has no such part.
std::string standings_part(const StandingsPage& page);
std::string bracket_part(const StandingsPage& page);
std::string chart_part(const StandingsPage& page);
std::string scores_part(const StandingsPage& page);
std::string crosstable_part(const StandingsPage& page);
std::string rounds_part(const StandingsPage& page, const RoundList& rounds);
std::string clock_part(const StandingsPage& page);
std::string ladder_part(const StandingsPage& page);

/// A crosstable or a list of scores with more cells is left out or cut, and so are the numbers of a chart: it
/// would fill a page that nobody reads.
constexpr std::size_t kMostCells = 20'000;

}  // namespace referee::html
