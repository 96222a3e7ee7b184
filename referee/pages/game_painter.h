#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace referee::pages {

/// The most bytes of a game's painter.js.
inline constexpr std::size_t kMostPainter = 256 * 1024;

/// The text of painter.js in the folder of a game that is none of ours: a script that draws the game's
/// positions, which pages do not trust. Empty if the game has none, or one that is larger than kMostPainter
/// or no plain file; a log then says so.
std::string game_painter(std::string_view game);

}  // namespace referee::pages
