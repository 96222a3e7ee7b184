#include "referee/pages/live_match.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/referee/pages/told.h"
#include "tests/support/sample_record.h"

namespace referee::pages {
namespace {

using Json = nlohmann::json;
using test_support::lines_of;
using test_support::sample_record;
using test_support::walls_record;
using testing::HasSubstr;
using testing::Not;

const Json kLiveSea = {{"size", 6}, {"ships", {3, 2}}};

/// The header and the first `turns` turns of a record.
std::string journal_of(const std::string& record, std::size_t turns) {
  std::vector<std::string> lines = lines_of(record);
  lines.resize(1 + turns);
  return test_support::joined(lines);
}

TEST(LiveMatch, GrowsIntoTheTurnsOfTheWholeRecord) {
  const std::map<std::string, Json> games = {{"planets", {{"map", "spiral_ghosts"}}},
                                             {"snake", {{"maze", "c2_halls"}, {"max_turns", 40}}},
                                             {"walls", {{"n", 5}}},
                                             {"superball", {{"rows", 6}, {"cols", 6}}},
                                             {"battleship", kLiveSea}};
  for (const auto& [game, options] : games) {
    const std::string record = sample_record(game, options, 3);
    const std::vector<std::string> lines = lines_of(record);
    LiveMatch live(journal_of(record, 0), {});
    for (std::size_t turn = 0; turn + 2 < lines.size(); ++turn) {
      EXPECT_EQ(live.turns(), turn);
      live.add_turn(lines[turn + 1] + "\n");
    }
    const Json whole = Json::parse(match_data(record, {}, Audience::spectators()));
    const Json data = Json::parse(live.data());
    EXPECT_EQ(data.at("view"), whole.at("view")) << game;
    EXPECT_EQ(data.at("turns"), whole.at("turns")) << game;
    EXPECT_EQ(data.at("status"), "running");
    EXPECT_TRUE(data.at("result").is_null());
    EXPECT_TRUE(data.at("seed").is_null());
    EXPECT_TRUE(data.at("seat_views").is_null());
    EXPECT_EQ(Json::parse(live.board()).at("view"), test_support::told_views(whole).back()) << game;
  }
}

TEST(LiveMatch, TellsWhatHasArrivedSince) {
  LiveMatch live(journal_of(walls_record(), 2), {});
  EXPECT_EQ(live.turns(), 2U);
  live.add_turn(lines_of(walls_record()).at(3) + "\n");
  const Json turns = Json::parse(live.data()).at("turns");
  ASSERT_EQ(turns.size(), 3U);
  for (std::size_t from = 0; from <= 3; ++from) {
    const Json told = Json::parse(live.turns_from(from));
    EXPECT_EQ(told.at("from"), from);
    EXPECT_EQ(told.at("turns"), Json(turns.begin() + static_cast<std::ptrdiff_t>(from), turns.end()));
  }
}

TEST(LiveMatch, GoesOnAfterARestartAsIfThereHadBeenNone) {
  const std::vector<std::string> lines = lines_of(walls_record());
  LiveMatch whole(journal_of(walls_record(), 0), {});
  LiveMatch restarted(journal_of(walls_record(), 4), {});
  for (std::size_t turn = 0; turn + 2 < lines.size(); ++turn) {
    whole.add_turn(lines[turn + 1] + "\n");
    if (turn >= 4) {
      restarted.add_turn(lines[turn + 1] + "\n");
    }
  }
  EXPECT_EQ(restarted.data(), whole.data());
  EXPECT_EQ(restarted.board(), whole.board());
}

TEST(LiveMatch, KeepsWhatIsHiddenFromSpectators) {
  const std::string record = sample_record("battleship", kLiveSea, 4);
  LiveMatch spectators(journal_of(record, 9), {});
  LiveMatch player(journal_of(record, 9), {}, Audience::player(0));
  for (const std::string& text : {spectators.data(), spectators.board()}) {
    EXPECT_THAT(text, Not(HasSubstr("S"))) << "cells of ships that no shot has found";
  }
  EXPECT_THAT(spectators.data(), Not(HasSubstr("\"move\"")));
  EXPECT_TRUE(Json::parse(spectators.board()).at("scores").is_null());
  const Json data = Json::parse(player.data());
  EXPECT_THAT(data.at("turns").at(0).at("frames").dump(), HasSubstr("S"));
  EXPECT_EQ(data.at("seat"), 0);
}

TEST(LiveMatch, HasABoardForASmallPicture) {
  const std::string record = sample_record("walls", {{"n", 3}}, 2);
  LiveMatch live(journal_of(record, 3), {.players = {"ada", "bob"}});
  const Json board = Json::parse(live.board());
  EXPECT_EQ(board.at("players"), Json::parse(R"(["ada","bob"])"));
  EXPECT_EQ(board.at("turn"), 3);
  EXPECT_EQ(board.at("game"), "walls");
  EXPECT_EQ(board.at("match"), "sample");
  EXPECT_EQ(board.at("setup").at("n"), 3);
  EXPECT_EQ(board.at("scores").size(), 2U);
  EXPECT_EQ(board.size(), 10U);
}

TEST(LiveMatch, TakesOnlyTheNextTurn) {
  const std::vector<std::string> lines = lines_of(walls_record());
  const auto add = [&](const std::string& text) {
    LiveMatch live(journal_of(walls_record(), 1), {});
    live.add_turn(text);
  };
  EXPECT_NO_THROW(add(lines[2] + "\n"));
  EXPECT_THROW(add(lines[1] + "\n"), Difference) << "again";
  EXPECT_THROW(add(lines[3] + "\n"), Difference) << "one is missing";
  EXPECT_THROW(add(lines[2]), Difference) << "no newline";
  EXPECT_THROW(add(lines[2] + "\n" + lines[3] + "\n"), Difference) << "two";
  EXPECT_THROW(add(lines.back() + "\n"), Difference) << "the last line";
  EXPECT_THROW(add(""), Difference);
}

}  // namespace
}  // namespace referee::pages
