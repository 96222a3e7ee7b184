#include "referee/show/raster.h"

#include <algorithm>
#include <cstddef>

#include "protocol/require.h"
#include "referee/show/pixel_font.h"

namespace referee::show {

Raster::Raster(int width, int height)
    : width_(width),
      height_(height),
      pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), kPaper) {
  REQUIRE(width > 0 && height > 0);
}

std::span<const Colour> Raster::row(int y) const {
  REQUIRE(y >= 0 && y < height_);
  const auto width = static_cast<std::size_t>(width_);
  return std::span(pixels_).subspan(static_cast<std::size_t>(y) * width, width);
}

void Raster::fill(const PixelBox& box, Colour colour) {
  const int left = std::max(box.x, 0);
  const int right = std::min(box.x + box.width, width_);
  for (int y = std::max(box.y, 0); y < std::min(box.y + box.height, height_) && left < right; ++y) {
    std::fill_n(pixels_.begin() + static_cast<std::ptrdiff_t>(y) * width_ + left, right - left, colour);
  }
}

void Raster::draw(char32_t glyph, int x, int y, int dot, Colour colour) {
  for (int row = 0; row < kGlyphHeight + kGlyphDepth; ++row) {
    for (int column = 0; column < kGlyphWidth; ++column) {
      if (has_dot(glyph, row, column)) {
        fill({x + column * dot, y + row * dot, dot, dot}, colour);
      }
    }
  }
}

void Raster::write(std::string_view text, int x, int y, int dot, Colour colour) {
  for (const char c : text) {
    draw(static_cast<unsigned char>(c), x, y, dot, colour);
    x += (kGlyphWidth + 1) * dot;
  }
}

PixelBox difference_of(const Raster& before, const Raster& after) {
  REQUIRE(before.width() == after.width() && before.height() == after.height());
  int left = after.width(), top = after.height(), right = 0, bottom = 0;
  for (int y = 0; y < after.height(); ++y) {
    const auto old_row = before.row(y), new_row = after.row(y);
    const auto first = std::ranges::mismatch(old_row, new_row).in1;
    if (first == old_row.end()) {
      continue;
    }
    left = std::min(left, static_cast<int>(first - old_row.begin()));
    int end = after.width();
    while (old_row[static_cast<std::size_t>(end) - 1] == new_row[static_cast<std::size_t>(end) - 1]) {
      --end;
    }
    right = std::max(right, end);
    top = std::min(top, y);
    bottom = y + 1;
  }
  return bottom == 0 ? PixelBox{0, 0, 1, 1} : PixelBox{left, top, right - left, bottom - top};
}

}  // namespace referee::show
