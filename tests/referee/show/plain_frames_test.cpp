#include "referee/show/plain_frames.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <ostream>
#include <sstream>
#include <string>

#include <nlohmann/json.hpp>

#include "tests/support/sample_record.h"

namespace referee::show {
namespace {

using Json = nlohmann::json;

std::string written(const std::string& record, std::optional<std::size_t> only, const Part& part, bool utf8) {
  Frames frames(record);
  std::ostringstream out;
  write_frames(frames, only, part, utf8, out);
  return out.str();
}

/// A match that is committed as its frames.
struct Shown {
  std::string name;
  std::string game;
  Json options;
  unsigned seed = 0;
  bool utf8 = true;
};

void PrintTo(const Shown& shown, std::ostream* out) { *out << shown.name; }

class Snapshot : public testing::TestWithParam<Shown> {};

// REFEREE_WRITE_FRAMES=1 in the environment writes the files anew; look at what has changed.
TEST_P(Snapshot, IsAsCommitted) {
  const Shown& shown = GetParam();
  const std::string path = std::string(FRAMES) + "/" + shown.name + ".txt";
  const std::string text = written(test_support::sample_record(shown.game, shown.options, shown.seed),
                                   std::nullopt, {}, shown.utf8);
  if (std::getenv("REFEREE_WRITE_FRAMES") != nullptr) {
    std::ofstream(path) << text;
  }
  std::ifstream file(path);
  EXPECT_EQ(text, std::string(std::istreambuf_iterator<char>(file), {})) << path;
}

const Json kMap = Json::parse(R"({"map":{"name":"small",
  "grid":[[0,0,0,0,0],[0,null,2,0,0],[0,0,0,0,11]],"ship":[0,0],
  "scraps":[{"location":[2,0],"value":5},{"location":[1,2],"value":10}],
  "ghosts":[{"location":[1,3],"type":"backandforth","heading":"D","transparency":0},
            {"location":[2,3],"type":"towardplayer","transparency":2}],
  "turns":12}})");

INSTANTIATE_TEST_SUITE_P(
    Frames, Snapshot,
    testing::Values(
        Shown{"planets", "planets", kMap, 4}, Shown{"planets_ascii", "planets", kMap, 4, false},
        Shown{"lightcycle", "lightcycle",
              Json::parse(R"({"size":12,"starts":[[[0,0],[0,4]],[[11,11],[11,7]],[[5,0],[5,11]]]})"), 1},
        Shown{"snake",
              "snake",
              {{"maze", {"########", "#o $ ! #", "#  T # _", "########"}}, {"max_steps", 30}},
              2},
        Shown{"walls", "walls", {{"n", 3}}, 11},
        Shown{"superball", "superball", {{"rows", 6}, {"cols", 5}, {"min_score_size", 3}}, 8}),
    [](const auto& test) { return test.param.name; });

TEST(PlainFrames, AreOneIfOneIsAskedFor) {
  const std::string& record = test_support::walls_record();
  const std::string all = written(record, std::nullopt, {}, true);
  const std::string one = written(record, 3, {}, true);
  EXPECT_NE(all.find("\n\n" + one), std::string::npos);
  EXPECT_EQ(one.find("sample: walls, turn 3 of "), 0U);
}

TEST(PlainFrames, AreScaledOnlyToBoundsThatWereAskedFor) {
  const std::string record = test_support::sample_record("walls", {{"n", 41}}, 2);
  EXPECT_EQ(written(record, 0, {}, true).find("scale"), std::string::npos);
  EXPECT_NE(written(record, 0, {.max_columns = 30}, true).find("\nscale 1:3\n"), std::string::npos);
}

TEST(PlainFrames, AreAllAsciiWhereUtf8IsNotSpoken) {
  for (const char* const game : {"planets", "lightcycle", "snake", "walls", "superball"}) {
    for (const char c : written(test_support::sample_record(game, Json::object(), 1), 0, {}, false)) {
      ASSERT_TRUE(c == '\n' || (c >= ' ' && c <= '~')) << game;
    }
  }
}

TEST(PlainFrames, StopWhenNobodyReadsThem) {
  const std::string& record = test_support::walls_record();
  Frames frames(record);
  std::ostringstream out;
  out.setstate(std::ios::badbit);
  write_frames(frames, std::nullopt, {}, true, out);
  EXPECT_EQ(out.str(), "");
}

}  // namespace
}  // namespace referee::show
