#include "referee/screen/palette.h"

#include <array>
#include <cstdlib>

namespace referee::screen {
namespace {

// In the terminals' cube of 6 x 6 x 6 colours: 16 + 36 red + 6 green + blue, each 0..5.
constexpr Colour kPurple{175, 5};      // #CC79A7
constexpr Colour kBlue{32, 4};         // #0072B2, lighter: it is seen on black and on white
constexpr Colour kSkyBlue{74, 6};      // #56B4E9
constexpr Colour kGreen{36, 2};        // #009E73
constexpr Colour kYellow{220, 3};      // #F0E442, darker
constexpr Colour kOrange{214, 3};      // #E69F00
constexpr Colour kVermillion{166, 1};  // #D55E00
constexpr Colour kGrey{244, -1};
constexpr Colour kOwn{-1, -1};

// In the order of Ink. The seats have the order of Superball's colours: purple, blue, yellow, red, green.
constexpr std::array<Colour, kInks> kColours = {
    kOwn,     kGrey,       kOwn,    // plain, faint, wall
    kPurple,  kOrange,     kGreen,  // hazard, treasure, goal
    kSkyBlue, kVermillion,          // self, foe
    kPurple,  kBlue,       kYellow, kVermillion, kGreen,
};

}  // namespace

Colour colour_of(Ink ink) { return kColours[static_cast<std::size_t>(ink)]; }

bool colours_wanted() {
  const char* const no_color = std::getenv("NO_COLOR");
  return no_color == nullptr || *no_color == '\0';
}

}  // namespace referee::screen
