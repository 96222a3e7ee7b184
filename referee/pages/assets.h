#pragma once

#include <map>
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

/// The scripts and styles that pages load: the bundle of each page, where it shows matches with the painters
/// of all games.
const std::vector<Asset>& assets();
/// The one of this name; nullptr if there is none.
const Asset* find_asset(std::string_view name);

/// By name, the files with which `node try_painter.js` tries a painter, in a folder with them, painter.js and
/// match.json, the match data of a match.
std::map<std::string, std::string> painter_trial();
/// The style of all pages, as "pages.css" has it.
std::string all_styles();

}  // namespace referee::pages
