#include "referee/rules/rules_game.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <thread>
#include <vector>

#include "tests/referee/rules/rules_room.h"
#include "tests/support/complaint.h"

namespace referee::rules {
namespace {

using engines::Observer;
using engines::Refusal;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

engines::Seed seed_of(std::uint64_t number) { return {number, std::string(32, 'a')}; }

TEST(RulesGame, PlaysAMatchToItsEnd) {
  const auto folder = sticks_folder();
  const RulesRoom room(folder);
  const auto game = room.make({{"sticks", 4}});
  EXPECT_EQ(game->options(), Json({{"sticks", 4}}));
  EXPECT_EQ(game->setup(), Json({{"sticks", 4}}));
  EXPECT_EQ(game->seats(), 2);
  EXPECT_EQ(game->to_move(), std::vector<engines::Seat>{0});
  EXPECT_EQ(game->view(Observer::everybody()),
            Json::parse(R"({"left":4,"mover":0,"picture":{"grid":["||||"]}})"));
  EXPECT_EQ(play(*game, 3, engines::Microseconds(812)), Json::parse(R"({"seat":0,"took":3,"spent_us":812})"));
  EXPECT_EQ(game->to_move(), std::vector<engines::Seat>{1});
  EXPECT_EQ(game->scores(), (std::vector<double>{0, 0}));
  play(*game, 1);
  EXPECT_TRUE(game->to_move().empty());
  EXPECT_EQ(game->scores(), (std::vector<double>{0, 1}));
  EXPECT_EQ(game->outcome(), Json({{"winner", 1}}));
  EXPECT_TRUE(game->refused().empty());
}

TEST(RulesGame, KeepsAMoveAsARecordHasIt) {
  const auto folder = sticks_folder();
  const RulesRoom room(folder);
  const auto game = room.make();
  const auto kept = game->submit(0, Json::parse(R"({ "take" : 2, "because": "x" })"));
  EXPECT_EQ(std::get<std::string>(kept), R"({"because":"x","take":2})");
  EXPECT_EQ(game->step()["took"], 2);
}

TEST(RulesGame, PlaysAStepWithoutTheMovesThatAreRefused) {
  const auto folder = sticks_folder();
  const RulesRoom room(folder);
  const auto game = room.make({{"sticks", 5}});
  EXPECT_EQ(play(*game, 4)["took"], 1) << "a bot without a move takes one";
  ASSERT_EQ(game->refused().size(), 1);
  EXPECT_EQ(game->refused()[0].seat, 0);
  EXPECT_EQ(game->refused()[0].refusal.why, "4 sticks: take 1 to 3");
  EXPECT_EQ(game->refused()[0].refusal.kind, Refusal::Kind::illegal);
  play(*game, "two");
  ASSERT_EQ(game->refused().size(), 1);
  EXPECT_EQ(game->refused()[0].refusal.kind, Refusal::Kind::malformed);
  play(*game, 2);
  EXPECT_TRUE(game->refused().empty());
}

TEST(RulesGame, TellsASeatTheEventsSinceItWasAskedLastIfGameJsonSaysSo) {
  const auto folder = sticks_folder({{"events", true}});
  const RulesRoom room(folder);
  const auto game = room.make();
  const auto took_in = [&](engines::Seat seat) {
    std::vector<int> took;
    const Json view = game->view(Observer::seat(seat));
    for (const Json& event : view.at("events")) {
      took.push_back(event.at("took").get<int>());
    }
    return took;
  };
  EXPECT_THAT(took_in(0), IsEmpty());
  play(*game, 1);
  EXPECT_THAT(took_in(1), ElementsAre(1));
  play(*game, 2);
  EXPECT_THAT(took_in(0), ElementsAre(1, 2)) << "its own move, and what came then";
  EXPECT_EQ(game->clone()->view(Observer::seat(0)), game->view(Observer::seat(0)));
  play(*game, 3);
  EXPECT_THAT(took_in(1), ElementsAre(2, 3));
  for (const Observer other : {Observer::spectator(), Observer::everybody()}) {
    EXPECT_FALSE(game->view(other).contains("events")) << "records and pages have them beside the view";
  }
}

TEST(RulesGame, ShowsEachReaderWhatItMaySee) {
  const auto folder = cards_folder();
  const RulesRoom room(folder);
  const auto game = room.make({{"players", 3}}, seed_of(5));
  EXPECT_TRUE(game->hidden());
  EXPECT_EQ(game->to_move(), (std::vector<engines::Seat>{0, 1, 2}));
  const Json all = game->view(Observer::everybody());
  ASSERT_EQ(all["cards"].size(), 3);
  for (engines::Seat seat = 0; seat < 3; ++seat) {
    const Json own = game->view(Observer::seat(seat));
    EXPECT_EQ(own["card"], all["cards"][seat]);
    EXPECT_EQ(own["picture"]["grid"][0], own["card"].dump());
  }
  EXPECT_EQ(game->view(Observer::spectator()), Json::parse(R"({"sums":[0,0,0]})"));
}

/// The last view of a match of cards in which everybody bids 1, and its events.
std::vector<Json> course_of(const RulesRoom& room, const engines::Seed& seed) {
  const auto game = room.make(Json::object(), seed);
  std::vector<Json> course;
  while (!game->to_move().empty()) {
    for (const engines::Seat seat : game->to_move()) {
      (void)game->submit(seat, 1);
    }
    course.push_back(game->view(Observer::everybody()));
    course.push_back(game->step());
  }
  return course;
}

TEST(RulesGame, ChanceComesFromSeedAndSaltAlone) {
  const auto folder = cards_folder();
  const RulesRoom room(folder);
  const auto course = course_of(room, seed_of(5));
  EXPECT_EQ(course_of(room, seed_of(5)), course);
  EXPECT_NE(course_of(room, seed_of(6)), course);
  EXPECT_NE(course_of(room, {5, std::string(32, 'b')}), course);
  const RulesRoom again(folder);
  EXPECT_EQ(course_of(again, seed_of(5)), course) << "in another process of its program";
}

TEST(RulesGame, EventsOfAMoveAndOfTheDrawsAfterItAreOneList) {
  const auto folder = cards_folder();
  const RulesRoom room(folder);
  EXPECT_EQ(course_of(room, seed_of(5)).at(1), Json::parse(R"([{"round":1},{"dealt":1},{"dealt":2}])"));
  EXPECT_EQ(course_of(room, seed_of(5)).back(), Json::parse(R"([{"round":3}])"));
}

TEST(RulesGame, AForfeitedSeatHasNoMove) {
  const auto folder = cards_folder();
  const RulesRoom room(folder);
  const auto game = room.make();
  (void)game->submit(0, 1);
  (void)game->submit(1, 3);
  game->settle(0, engines::Microseconds(5), true);
  game->step();
  EXPECT_EQ(game->to_move(), std::vector<engines::Seat>{1});
}

TEST(RulesGame, ACopyGoesOnApart) {
  const auto folder = cards_folder();
  const RulesRoom room(folder);
  const auto game = room.make(Json::object(), seed_of(7));
  (void)game->submit(0, 2);
  (void)game->submit(1, 9);
  game->step();
  (void)game->submit(0, 3);
  const auto copy = game->clone();
  EXPECT_EQ(copy->view(Observer::everybody()), game->view(Observer::everybody()));
  EXPECT_EQ(copy->refused().size(), 1);
  EXPECT_EQ(copy->step(), game->step()) << "with the move that was kept";
  EXPECT_EQ(copy->view(Observer::everybody()), game->view(Observer::everybody()));
}

TEST(RulesGame, ASampleIsOneOfTheMovesThatTheProgramLists) {
  const auto folder = sticks_folder();
  const RulesRoom room(folder);
  const auto game = room.make({{"sticks", 2}});
  engines::Rng rng(1);
  std::set<int> seen;
  for (int i = 0; i < 50; ++i) {
    seen.insert(game->sample(0, rng).get<int>());
  }
  EXPECT_EQ(seen, (std::set<int>{1, 2}));
  EXPECT_EQ(game->legal(0), (std::vector<engines::Json>{1, 2}));
  EXPECT_EQ(game->legal(1), std::nullopt) << "it is not to move";
  Json json = game_json("mute");
  const GameFolder mute(json, R"(
from loop import serve
serve("mute", lambda request: {"to_move": [0], "view": 1})
)");
  const RulesRoom mute_room(mute);
  EXPECT_EQ(mute_room.make()->legal(0), std::nullopt);
  EXPECT_THAT(test_support::complaint<engines::RulesFailure>([&] { (void)mute_room.make()->sample(0, rng); }),
              testing::AllOf(HasSubstr("game mute"), HasSubstr("legal")));
}

TEST(RulesGame, OptionsAreRefusedBeforeTheProgramIsAsked) {
  const auto folder = sticks_folder({{"command", {"no_such_program"}}});
  const RulesRoom room(folder);
  EXPECT_THAT(test_support::complaint<fields::Exception>([&] {
                (void)room.make({{"sticks", 0}});
              }),
              HasSubstr("options.sticks: got 0, expected an integer from 1 to 1000"));
}

TEST(RulesGame, ManyThreadsPlayWithOneProgram) {
  const auto folder = cards_folder();
  const RulesRoom room(folder);
  const auto expected = course_of(room, seed_of(3));
  std::vector<int> same(8, 0);
  std::vector<std::thread> threads;
  for (int& count : same) {
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) {
        count += course_of(room, seed_of(3)) == expected ? 1 : 0;
      }
    });
  }
  for (std::thread& one : threads) {
    one.join();
  }
  EXPECT_THAT(same, testing::Each(20));
}

}  // namespace
}  // namespace referee::rules
