#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace referee::pages {

/// The page of one match as a single HTML file that needs nothing else: scripts, styles and data are in it,
/// and its Content-Security-Policy allows just these. `data`: match data, JSON. No text in the data can end
/// the element that holds them. Throws nlohmann::json::exception if the data are not match data.
std::string match_page(std::string_view data);
/// The title of a match's page: "r1t1g1: walls, ada v bob". `data`: match data. Throws as match_page().
std::string match_title(const nlohmann::json& data);

}  // namespace referee::pages
