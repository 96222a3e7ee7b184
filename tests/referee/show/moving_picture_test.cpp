#include "referee/show/moving_picture.h"

#include <gif_lib.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/show/drawing.h"
#include "tests/support/sample_record.h"

namespace referee::show {
namespace {

using test_support::sample_record;
using test_support::walls_record;

struct Source {
  const std::string& bytes;
  std::size_t at = 0;
};

int read_from(GifFileType* gif, GifByteType* into, int size) {
  auto& source = *static_cast<Source*>(gif->UserData);
  const std::size_t count = std::min(static_cast<std::size_t>(size), source.bytes.size() - source.at);
  std::memcpy(into, source.bytes.data() + source.at, count);
  source.at += count;
  return static_cast<int>(count);
}

/// A picture as a viewer shows it, by rows; each pixel a number in the palette.
using Pixels = std::vector<GifByteType>;

/// What giflib reads of a file.
struct Read {
  int width = 0;
  int height = 0;
  std::array<std::string, kColours> palette;
  std::vector<int> delays;    // in hundredths of a second
  std::vector<int> areas;     // of the boxes that are stored, in pixels
  std::vector<Pixels> shown;  // one over the other
  bool repeats = false;

  /// How many pixels of frame `index` have this colour.
  std::ptrdiff_t count(std::size_t index, Colour colour) const {
    return std::ranges::count(shown.at(index), colour);
  }
};

void take_frame(const GifFileType& gif, int index, Read& into) {
  const SavedImage& image = gif.SavedImages[index];
  GraphicsControlBlock control;
  ASSERT_EQ(DGifSavedExtensionToGCB(const_cast<GifFileType*>(&gif), index, &control), GIF_OK);
  into.delays.push_back(control.DelayTime);
  const GifImageDesc& box = image.ImageDesc;
  into.areas.push_back(box.Width * box.Height);
  Pixels pixels = into.shown.empty() ? Pixels(static_cast<std::size_t>(gif.SWidth * gif.SHeight), 0xff)
                                     : into.shown.back();
  for (int y = 0; y < box.Height; ++y) {
    for (int x = 0; x < box.Width; ++x) {
      const GifByteType colour = image.RasterBits[y * box.Width + x];
      if (colour != control.TransparentColor) {
        pixels.at(static_cast<std::size_t>((box.Top + y) * gif.SWidth + box.Left + x)) = colour;
      }
    }
  }
  into.shown.push_back(std::move(pixels));
}

std::string text_of(const GifColorType& color) {
  std::array<char, 8> text{};
  std::snprintf(text.data(), text.size(), "#%02x%02x%02x", color.Red, color.Green, color.Blue);
  return text.data();
}

Read read_gif(const std::string& bytes) {
  Source source{bytes};
  int error = 0;
  const auto close = [](GifFileType* gif) { DGifCloseFile(gif, nullptr); };
  const std::unique_ptr<GifFileType, decltype(close)> gif(DGifOpen(&source, read_from, &error), close);
  if (!gif || DGifSlurp(gif.get()) != GIF_OK) {
    throw std::runtime_error("giflib does not read it");
  }
  Read read;
  read.width = gif->SWidth;
  read.height = gif->SHeight;
  for (std::size_t i = 0; i < read.palette.size(); ++i) {
    read.palette[i] = text_of(gif->SColorMap->Colors[i]);
  }
  for (int i = 0; i < gif->ImageCount; ++i) {
    take_frame(*gif, i, read);
  }
  const SavedImage& first = gif->SavedImages[0];
  for (int i = 0; i + 1 < first.ExtensionBlockCount; ++i) {
    const ExtensionBlock& name = first.ExtensionBlocks[i];
    const ExtensionBlock& loop = first.ExtensionBlocks[i + 1];
    read.repeats |= std::string(reinterpret_cast<const char*>(name.Bytes),
                                static_cast<std::size_t>(name.ByteCount)) == "NETSCAPE2.0" &&
                    loop.ByteCount == 3 && loop.Bytes[1] == 0 && loop.Bytes[2] == 0;
  }
  return read;
}

Read moving(const std::string& record) {
  Frames frames(record);
  return read_gif(gif_of(frames, 0, frames.count() - 1).gif);
}

TEST(MovingPicture, HasAFrameForEachPositionAndRepeats) {
  Frames frames(walls_record());
  const MovingPicture picture = gif_of(frames, 0, frames.count() - 1);
  EXPECT_EQ(picture.shown, frames.count());
  EXPECT_EQ(picture.every, 1U);
  const Read read = read_gif(picture.gif);
  EXPECT_EQ(picture.gif.substr(0, 6), "GIF89a");
  EXPECT_TRUE(read.repeats);
  ASSERT_EQ(read.shown.size(), frames.count());
  std::vector<int> delays(frames.count(), 10);
  delays.back() = 200;
  EXPECT_EQ(read.delays, delays);
  EXPECT_EQ(read.palette[kPaper], "#ffffff");
  EXPECT_EQ(read.palette[full_colour_of(screen::Ink::seat0)], hex_of(full_colour_of(screen::Ink::seat0)));
}

TEST(MovingPicture, DrawsTheBoardsOfTheFirstAndTheLastFrame) {
  const Read read = moving(walls_record());
  // 3 x 3 cells of 36 pixels, and text of at least 40 letters of 12 pixels.
  EXPECT_EQ(read.width, 480 + 2 * 20);
  const auto at = [&](std::size_t frame, int x, int y) {
    return read.shown.at(frame).at(static_cast<std::size_t>(y * read.width + x));
  };
  // The title has two lines of 22 pixels, and 10 pixels below them.
  const int top = 20 + 2 * 22 + 10;
  Frames frames(walls_record());
  for (const std::size_t index : {std::size_t{0}, frames.count() - 1}) {
    const screen::Canvas board = frames.frame(index).picture.board;
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column) {
        const DrawnCell cell = BoardDrawing(board, 2, 36).at(row, column);
        EXPECT_EQ(at(index, 20 + column * 36 + 17, top + row * 36 + 2), cell.box ? cell.fill : kPaper)
            << "frame " << index << ", row " << row << ", column " << column;
        EXPECT_EQ(at(index, 20 + column * 36 + 35, top + row * 36 + 17), kPaper) << "between cells";
      }
    }
  }
  EXPECT_GT(read.count(0, full_colour_of(screen::Ink::seat0)), 500);
  EXPECT_GT(read.count(frames.count() - 1, kDark), read.count(0, kDark)) << "the last one tells the result";
}

TEST(MovingPicture, StoresOnlyWhatHasChanged) {
  const Read read = moving(walls_record());
  EXPECT_EQ(read.areas.front(), read.width * read.height);
  for (std::size_t i = 1; i < read.areas.size(); ++i) {
    EXPECT_LT(read.areas[i], read.areas.front());
  }
  // The title's turn and the texts below the board change, but hardly anything between them.
  Frames frames(walls_record());
  const std::size_t all = gif_of(frames, 0, frames.count() - 1).gif.size();
  EXPECT_LT(all, frames.count() * gif_of(frames, 0, 0).gif.size() / 3);
}

TEST(MovingPicture, OfARangeBeginsAndEndsThere) {
  Frames frames(walls_record());
  const Read all = read_gif(gif_of(frames, 0, frames.count() - 1).gif);
  const Read some = read_gif(gif_of(frames, 2, 4).gif);
  ASSERT_EQ(some.shown.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    for (Colour colour = kPaper + 1; colour < kColours; ++colour) {
      EXPECT_EQ(some.count(i, colour), all.count(2 + i, colour)) << hex_of(colour);
    }
  }
  EXPECT_EQ(read_gif(gif_of(frames, 3, 3).gif).delays, std::vector<int>{200});
}

/// A match of Planets on a small map whose scrap cannot be reached.
std::string long_record(int turns) {
  const nlohmann::json map = nlohmann::json::parse(
      R"({"name":"closed","grid":[[0,0,null,0],[0,null,0,null],[0,0,null,0]],"ship":[0,0],"scraps":[{"location":[1,2],"value":1}],"ghosts":[]})");
  nlohmann::json timed = map;
  timed["turns"] = turns;
  return sample_record("planets", {{"map", timed}}, 3);
}

TEST(MovingPicture, OfManyFramesTakesThemEvenlyWithTheLastOne) {
  const std::string record = long_record(301);
  Frames frames(record);
  ASSERT_EQ(frames.count(), 302U) << "another map is needed";
  const MovingPicture whole = gif_of(frames, 0, 299);
  EXPECT_EQ(whole.every, 1U);
  EXPECT_EQ(whole.shown, 300U);
  const MovingPicture picture = gif_of(frames, 0, 301);
  EXPECT_EQ(picture.every, 2U);
  EXPECT_EQ(picture.shown, 152U);
  EXPECT_EQ(read_gif(picture.gif).shown.back(), read_gif(gif_of(frames, 301, 301).gif).shown.back());
}

}  // namespace
}  // namespace referee::show
