#include "referee/pages/game_painter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "referee/pages/live_match.h"
#include "referee/pages/match_data.h"
#include "referee/pages/match_page.h"
#include "referee/pages/match_script.h"
#include "tests/support/drawn_game.h"
#include "tests/support/sample_record.h"
#include "tests/support/temp_folder.h"

namespace referee::pages {
namespace {

using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;
namespace fs = std::filesystem;

/// A game in a folder, as a rules program has one.
class FolderGame final : public engines::Entry {
 public:
  FolderGame(std::string_view named, fs::path folder)
      : Entry(named, 1, test_support::DrawnGame::kClock), folder_(std::move(folder)) {}
  std::unique_ptr<engines::Game> make(const Json& options, const engines::Seed& seed) const override {
    return test_support::drawn_game().make(options, seed);
  }
  std::string folder() const override { return folder_.string(); }

 private:
  fs::path folder_;
};

class GamePainterTest : public testing::Test {
 protected:
  /// Adds a game with that name, whose folder has `painter` as its painter.js.
  void add_game(const char* name, const std::string& painter) {
    std::ofstream(folder_.path() / "painter.js") << painter;
    engines::add_game(std::make_unique<FolderGame>(name, folder_.path()));
  }

  test_support::TempFolder folder_;
};

TEST_F(GamePainterTest, IsTheTextOfPainterJsInTheFolderOfAGame) {
  EXPECT_EQ(game_painter("walls"), "");
  EXPECT_EQ(game_painter("no game"), "");
  add_game("with_painter", "paint();");
  EXPECT_EQ(game_painter("with_painter"), "paint();");
  fs::remove(folder_.path() / "painter.js");
  EXPECT_EQ(game_painter("with_painter"), "");
}

TEST_F(GamePainterTest, IsNoLinkAndBounded) {
  add_game("with_large_painter", std::string(kMostPainter, 'x'));
  EXPECT_EQ(game_painter("with_large_painter").size(), kMostPainter);
  std::ofstream(folder_.path() / "painter.js", std::ios::app) << "x";
  EXPECT_EQ(game_painter("with_large_painter"), "");
  std::ofstream(folder_.path() / "secret") << "secret";
  fs::remove(folder_.path() / "painter.js");
  fs::create_symlink(folder_.path() / "secret", folder_.path() / "painter.js");
  EXPECT_EQ(game_painter("with_large_painter"), "");
}

TEST_F(GamePainterTest, ComesWithTheMatchAndIsNoScriptOfThePage) {
  add_game("with_own_painter", "</script><script>alert(1)</script>");
  const std::string record = test_support::sample_record("with_own_painter", Json::object(), 3);
  const std::string data = match_data(record, {});
  EXPECT_EQ(Json::parse(data).at("painter"), "</script><script>alert(1)</script>");
  EXPECT_EQ(Json::parse(LiveMatch(test_support::lines_of(record).at(0) + "\n", {}).data()).at("painter"),
            "</script><script>alert(1)</script>");
  const std::string page = match_page(data);
  EXPECT_THAT(page, HasSubstr("worker-src blob:"));
  EXPECT_THAT(page, HasSubstr("script-src " + painter_source() + " 'sha256-"));
  EXPECT_THAT(page, HasSubstr("frameSources = {"));
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
}

TEST_F(GamePainterTest, PagesOfOtherGamesAllowNothingForIt) {
  const std::string data = match_data(test_support::walls_record(), {});
  EXPECT_FALSE(Json::parse(data).contains("painter"));
  const std::string page = match_page(data);
  EXPECT_THAT(page, HasSubstr("form-action 'none'\">"));
  EXPECT_THAT(page, Not(HasSubstr("frameSources = ")));
}

}  // namespace
}  // namespace referee::pages
