#include "referee/score/tournament_marks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/complaint.h"

namespace referee::score {
namespace {

using testing::HasSubstr;

const Json kBands = Json::parse(R"({"openings":{"plies":2},"most_games":8,"bands":[
  {"mark":"A","points":3,"against":"staff-3","share":0.5},
  {"mark":"B","points":2,"against":["sample:walls_search","--nodes","300"],"share":0.3},
  {"mark":"C","points":0}]})");

TournamentConfig config_with(Json marks) {
  return TournamentConfig::read({{"name", "Spring"},
                                 {"game", "walls"},
                                 {"options", {{"n", 5}}},
                                 {"clock", {{"kind", "per_move"}, {"ms", 700}}},
                                 {"format", {{"kind", "round_robin"}}},
                                 {"registration", "open"},
                                 {"marks", std::move(marks)}},
                                "class.json");
}

std::vector<std::uint64_t> seeds_of_games(const Rubric& rubric) {
  std::vector<std::uint64_t> seeds;
  for (const RubricGame& game : rubric.items.front().games) {
    seeds.push_back(game.seed);
  }
  return seeds;
}

TEST(TournamentMarks, ArePlayedAsTheTournamentIs) {
  const TournamentConfig config = config_with(kBands);
  const Rubric rubric = tournament_marks(config, *WrittenMarks::of(config), {7, "salt"});
  const RubricItem& item = rubric.items.at(0);
  EXPECT_EQ(rubric.name, "Spring");
  EXPECT_EQ(rubric.max_points(), 3);
  EXPECT_EQ(item.clock.json(), config.clock.json());
  ASSERT_EQ(item.games.size(), 4U);
  EXPECT_EQ(item.games[0].options.at("n"), 5);
  EXPECT_EQ(item.marks->opponents.size(), 1U) << "staff-3 is that command";
  EXPECT_EQ(item.marks->text(), "A from 0.5, B from 0.3 against staff-3; else C");
}

TEST(TournamentMarks, HaveSecretSeedsUnlessTheyNameOne) {
  Json named = kBands;
  named["seed"] = 42;
  const auto seeds = [](const Json& marks, const MatchSeeds& secret) {
    const TournamentConfig config = config_with(marks);
    return seeds_of_games(tournament_marks(config, *WrittenMarks::of(config), secret));
  };
  EXPECT_EQ(seeds(kBands, {7, "s"}), seeds(kBands, {7, "s"}));
  EXPECT_NE(seeds(kBands, {7, "s"}), seeds(kBands, {8, "s"}));
  EXPECT_EQ(seeds(named, {7, "s"}), seeds(named, {8, "t"}));
  const MatchSeeds of_tournament{7, "s"};
  for (int round = 1; round <= 4; ++round) {
    EXPECT_THAT(seeds(kBands, of_tournament),
                testing::Not(testing::Contains(of_tournament.of_shared({round, 1}).number)))
        << "a game of the tournament has it, and its record tells it";
  }
  const Rubric rubric = Rubric::read({{"name", "x"},
                                      {"game", "walls"},
                                      {"options", {{"n", 5}}},
                                      {"seed", 42},
                                      {"items", {{{"name", "x"}, {"marks", kBands}}}}},
                                     "rubric.json");
  EXPECT_EQ(seeds(named, {7, "s"}), seeds_of_games(rubric)) << "a student can play them with that rubric";
}

TEST(TournamentMarks, MistakesAreToldByFileAndKey) {
  Json wrong = kBands;
  wrong["bands"][0]["against"] = "staff-9";
  const TournamentConfig config = config_with(wrong);
  const auto said = [&](const WrittenMarks& marks) {
    return test_support::complaint<std::runtime_error>([&] { (void)tournament_marks(config, marks, {}); });
  };
  EXPECT_THAT(said(*WrittenMarks::of(config)),
              HasSubstr("class.json: marks.bands[0].against: got \"staff-9\", expected staff-1 to staff-5"));
  EXPECT_THAT(said({wrong, "marks.json", ""}), HasSubstr("marks.json: bands[0].against: got \"staff-9\""));
  EXPECT_THAT(said({Json::array(), "marks.json", ""}), HasSubstr("marks.json: got []"));
}

}  // namespace
}  // namespace referee::score
