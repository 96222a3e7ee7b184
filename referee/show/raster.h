#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "referee/show/drawing.h"

namespace referee::show {

/// A rectangle of pixels; (0, 0) is at the top left.
struct PixelBox {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
  bool operator==(const PixelBox&) const = default;
};

/// A picture of pixels, each a colour of the palette; at first all are kPaper. What is drawn beyond its edges
/// is cut.
class Raster {
 public:
  /// REQUIRES: both > 0.
  Raster(int width, int height);
  int width() const { return width_; }
  int height() const { return height_; }
  /// REQUIRES: 0 <= y < height().
  std::span<const Colour> row(int y) const;

  void fill(const PixelBox& box, Colour colour);
  /// The glyph's dots as squares of `dot` pixels; (x, y) is the top left of its first one.
  void draw(char32_t glyph, int x, int y, int dot, Colour colour);
  /// ASCII from (x, y) to the right.
  void write(std::string_view text, int x, int y, int dot, Colour colour);

  bool operator==(const Raster&) const = default;

 private:
  int width_;
  int height_;
  std::vector<Colour> pixels_;
};

/// The smallest box that holds all pixels in which two rasters of the same size differ; if there is none, one
/// pixel.
PixelBox difference_of(const Raster& before, const Raster& after);

}  // namespace referee::show
