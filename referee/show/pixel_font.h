#pragma once

/// Glyphs of few pixels, for pictures that are made of pixels.
namespace referee::show {

constexpr int kGlyphWidth = 5;   ///< dots; one more between letters
constexpr int kGlyphHeight = 7;  ///< rows of dots above the line, as of a capital letter
constexpr int kGlyphDepth = 2;   ///< rows below the line, as of a "g"

/// Whether `glyph` has a dot there; of one that has no picture here, those of its ASCII substitute. REQUIRES:
/// row in 0..kGlyphHeight + kGlyphDepth - 1, column in 0..kGlyphWidth - 1.
bool has_dot(char32_t glyph, int row, int column);

}  // namespace referee::show
