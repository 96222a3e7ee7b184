#include "referee/pages/qr_code.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <regex>
#include <set>
#include <string>
#include <utility>

#include <qrcodegen.hpp>

namespace referee::pages {
namespace {

using Modules = std::set<std::pair<int, int>>;
using qrcodegen::QrCode;

constexpr int kQuietZone = 4;  // modules on each side, ISO/IEC 18004
const std::string kAddress = "http://192.168.1.5:7880/";

int side_of(const std::string& svg) {
  std::smatch found;
  return std::regex_search(svg, found, std::regex("viewBox=\"0 0 (\\d+) \\1\"")) ? std::stoi(found[1]) : 0;
}

/// The dark modules that the drawing has, without its quiet zone.
Modules drawn(const std::string& svg) {
  Modules modules;
  const std::regex run("M(\\d+) (\\d+)h(\\d+)v1h-\\3z");
  for (std::sregex_iterator at(svg.begin(), svg.end(), run), end; at != end; ++at) {
    const int begin = std::stoi((*at)[1]) - kQuietZone;
    for (int x = begin; x < begin + std::stoi((*at)[3]); ++x) {
      modules.emplace(x, std::stoi((*at)[2]) - kQuietZone);
    }
  }
  return modules;
}

TEST(QrCode, DrawsEachDarkModuleInsideOfAQuietZone) {
  const std::string svg = qr_code_svg(kAddress);
  const QrCode code = QrCode::encodeText(kAddress.c_str(), QrCode::Ecc::MEDIUM);
  Modules dark;
  for (int y = 0; y < code.getSize(); ++y) {
    for (int x = 0; x < code.getSize(); ++x) {
      if (code.getModule(x, y)) {
        dark.emplace(x, y);
      }
    }
  }
  EXPECT_EQ(side_of(svg), code.getSize() + 2 * kQuietZone);
  EXPECT_EQ(drawn(svg), dark);
}

TEST(QrCode, HasTheThreeCornersThatReadersLookFor) {
  const std::string svg = qr_code_svg(kAddress);
  const Modules dark = drawn(svg);
  const int last = side_of(svg) - 2 * kQuietZone - 7;  // where a corner of 7 modules begins
  for (const auto& [left, top] : Modules{{0, 0}, {last, 0}, {0, last}}) {
    for (int y = 0; y < 7; ++y) {
      for (int x = 0; x < 7; ++x) {
        const int ring = std::max(std::abs(x - 3), std::abs(y - 3));  // 2 is light, all others are dark
        EXPECT_EQ(dark.contains({left + x, top + y}), ring != 2)
            << left << " " << top << " " << x << " " << y;
      }
    }
  }
}

TEST(QrCode, TellsItsTextToPeopleWhoDoNotSeeIt) {
  EXPECT_THAT(qr_code_svg("a\"<b>"),
              testing::HasSubstr("role=\"img\" aria-label=\"QR code: a&quot;&lt;b&gt;\""));
}

}  // namespace
}  // namespace referee::pages
