#include "referee/show/form_drawing.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace referee::show {
namespace {

using screen::Form;
using screen::Ink;
using Kind = Form::Kind;

constexpr PixelBox kBoard{10, 10, 40, 40};  // of 4 x 4 cells
constexpr int kCell = 10;

/// The raster with the forms, as rows of "#" for pixels of the form's colour.
std::vector<std::string> drawn(const std::vector<Form>& forms) {
  Raster raster(60, 60);
  draw_forms(raster, forms, kBoard, kCell);
  std::vector<std::string> rows;
  for (int y = 0; y < raster.height(); ++y) {
    std::string& row = rows.emplace_back();
    for (const Colour colour : raster.row(y)) {
      row += colour == full_colour_of(Ink::seat0) ? '#' : '.';
    }
  }
  return rows;
}

Form form(Kind kind, std::vector<Form::Point> points, bool filled = false, double radius = 0) {
  return {.kind = kind,
          .points = std::move(points),
          .radius = radius,
          .text = "A",
          .filled = filled,
          .ink = Ink::seat0};
}

/// Whether anything is drawn outside the board.
bool is_outside(const std::vector<std::string>& rows) {
  for (int y = 0; y < 60; ++y) {
    for (int x = 0; x < 60; ++x) {
      const bool on_board = x >= 10 && x < 50 && y >= 10 && y < 50;
      if (!on_board && rows.at(static_cast<std::size_t>(y)).at(static_cast<std::size_t>(x)) == '#') {
        return true;
      }
    }
  }
  return false;
}

TEST(DrawForms, DrawsLinesCirclesAndBoxesInCellsOfTheBoard) {
  EXPECT_EQ(drawn({form(Kind::box, {{1, 1}, {2, 3}}, true)}).at(25),
            std::string(20, '.') + std::string(10, '#') + std::string(30, '.'));
  EXPECT_EQ(drawn({form(Kind::box, {{1, 1}, {2, 3}})}).at(25),
            std::string(20, '.') + "#" + std::string(8, '.') + "#" + std::string(30, '.'));
  EXPECT_EQ(drawn({form(Kind::circle, {{2, 2}}, true, 1)}).at(30),
            std::string(20, '.') + std::string(20, '#') + std::string(20, '.'));
  EXPECT_EQ(drawn({form(Kind::circle, {{2, 2}}, false, 1)}).at(30).substr(22, 16), std::string(16, '.'));
  EXPECT_EQ(drawn({form(Kind::line, {{0.5, 0.5}, {3.5, 0.5}, {3.5, 3.5}})}).at(15).substr(15, 30),
            std::string(30, '#'));
  EXPECT_NE(drawn({form(Kind::text, {{2, 2}})}), drawn({}));
}

TEST(DrawForms, CutsWhatReachesBeyondTheBoard) {
  for (const Form& large :
       {form(Kind::box, {{-1000, -1000}, {1000, 1000}}, true), form(Kind::box, {{-1, -1}, {2, 9}}),
        form(Kind::circle, {{0, 4}}, true, 1000), form(Kind::circle, {{4, 0}}, false, 2),
        form(Kind::line, {{-1000, -900}, {1000, 1000}, {-1000, 2}, {1000, 2}}), form(Kind::text, {{9, 9}})}) {
    EXPECT_FALSE(is_outside(drawn({large})));
  }
  EXPECT_EQ(drawn({form(Kind::line, {{-1000, 2}, {1000, 2}})}).at(30).substr(10, 40), std::string(40, '#'));
  EXPECT_EQ(drawn({form(Kind::line, {{-1000, 9}, {1000, 9}})}), drawn({}));
}

}  // namespace
}  // namespace referee::show
