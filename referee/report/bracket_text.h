#pragma once

#include <string>

#include "referee/report/standings_page.h"
#include "referee/tournament/formats/bracket_picture.h"

namespace referee {

/// A part of a bracket drawn with box-drawing characters: a line for each entrant, winners go on to the
/// right. `indent` spaces begin each line. Holds nothing but letters, digits, "._-+," and those characters.
std::string bracket_part_text(const StandingsPage& page, const BracketPicture::Part& part,
                              std::size_t indent = 0);

}  // namespace referee
