#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace referee::pages {

/// A file that pages load, embedded in the program.
struct Asset {
  std::string_view name;          ///< "match.js": its address is assets/match.js
  std::string_view content_type;  ///< "text/javascript; charset=utf-8"
  std::string text;
};

/// The scripts and styles that pages load. They are put together once, of the files in scripts/ and styles/
/// and the painters of all games.
const std::vector<Asset>& assets();
/// The one of this name; nullptr if there is none.
const Asset* find_asset(std::string_view name);

/// The script of a match's page, with the painter of `game` alone; "": of all games, as "match.js" has it.
std::string match_script(std::string_view game = "");
/// The style of a match's page alone.
std::string match_style();

}  // namespace referee::pages
