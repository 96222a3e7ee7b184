#pragma once

#include <string>
#include <string_view>

#include "referee/report/standings_page.h"
#include "referee/tournament/formats/bracket_picture.h"

namespace referee::html {

/// Added to the style of a page with a bracket.
extern const std::string_view kBracketStyle;

/// The parts of a bracket, each a drawing (SVG) under its title that scrolls sideways on a narrow screen. The
/// texts are real texts in reading order, with links to the records.
std::string bracket(const StandingsPage& page, const BracketPicture& picture);

}  // namespace referee::html
