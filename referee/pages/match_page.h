#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace referee::pages {

/// What a page needs to verify its match by itself.
struct OwnRecord {
  std::string_view record;  ///< all of it
  std::string_view rules;   ///< kRulesScript
};

/// The page of one match as a single HTML file that needs nothing else: scripts, styles and data are in it,
/// and its Content-Security-Policy allows just these. `data`: match data, JSON. `own`: for a reader who may
/// have the whole record, whose page verifies it where the browser can play the game. No text in them can end
/// the element that holds them. Throws nlohmann::json::exception if the data are not match data.
std::string match_page(std::string_view data, const std::optional<OwnRecord>& own = {});
/// The title of a match's page: "r1t1g1: walls, ada v bob". `data`: match data. Throws as match_page().
std::string match_title(const nlohmann::json& data);

}  // namespace referee::pages
