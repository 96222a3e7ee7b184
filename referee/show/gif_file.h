#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "referee/show/raster.h"

namespace referee::show {

/// A GIF (89a) of several pictures of the same size, which are shown one after another, again and again. Of
/// all but the first only the box that differs from the one before is stored.
class GifFile {
 public:
  /// REQUIRES: sides of 1 to 65535 pixels. Throws std::runtime_error if giflib refuses, as do all functions.
  GifFile(int width, int height);
  ~GifFile();
  GifFile(const GifFile&) = delete;
  GifFile& operator=(const GifFile&) = delete;

  /// `shown`: for how long, in steps of 10 ms. REQUIRES: the size of the file; not after bytes().
  void add(const Raster& picture, std::chrono::milliseconds shown);
  /// Ends the file. REQUIRES: a picture was added, and this was not called before.
  std::string bytes();

 private:
  class Encoder;
  std::unique_ptr<Encoder> encoder_;
  std::optional<Raster> last_;
};

}  // namespace referee::show
