#include "referee/series/series_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/complaint.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

using test_support::complaint;
using test_support::TempFolder;

const std::string kSalts(32, 'a');
const nlohmann::json kAsked = {{"game", "walls"}, {"options", {{"n", 3}}}};

TEST(SeriesFile, IsFoundByWhatWasAsked) {
  const TempFolder folder;
  EXPECT_FALSE(SeriesFile::find(folder.path(), kAsked, std::nullopt));
  { const SeriesFile begun = SeriesFile::begin(folder.path(), {"walls-1", 7, kSalts, kAsked}); }
  const auto found = SeriesFile::find(folder.path(), kAsked, std::nullopt);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->content().run, "walls-1");
  EXPECT_EQ(found->content().seed, 7U);
  EXPECT_EQ(found->content().salts, kSalts);
  EXPECT_FALSE(SeriesFile::find(folder.path(), {{"game", "snake"}}, std::nullopt));
  EXPECT_FALSE(SeriesFile::find(folder.path(), kAsked, 8));
  EXPECT_FALSE(SeriesFile::find(folder / "nothing", kAsked, std::nullopt));
}

TEST(SeriesFile, IsForOneProgramAtATime) {
  const TempFolder folder;
  const SeriesFile begun = SeriesFile::begin(folder.path(), {"walls-1", 7, kSalts, kAsked});
  EXPECT_THAT(complaint<std::exception>([&] { SeriesFile::find(folder.path(), kAsked, 7); }),
              testing::HasSubstr("walls-1.series.json: this series is being played by another referee"));
}

TEST(SeriesFile, ADamagedOneIsNamed) {
  const TempFolder folder;
  test_support::write_file(folder / "walls-1.series.json", "{\"series\":1");
  EXPECT_THAT(complaint<std::exception>([&] { SeriesFile::find(folder.path(), kAsked, 7); }),
              testing::HasSubstr("walls-1.series.json"));
  test_support::write_file(folder / "walls-1.series.json", R"({"series":2})");
  EXPECT_THAT(complaint<std::exception>([&] { SeriesFile::find(folder.path(), kAsked, 7); }),
              testing::HasSubstr("series: got 2, expected"));
}

}  // namespace
}  // namespace referee
