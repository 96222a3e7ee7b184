#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/tournament_fixture.h"

// A double elimination played by bots, with orders of the arbiter. How it goes on after restarts:
// tests/world.

namespace referee {
namespace {

using test_support::always;
using test_support::step_by_step;
using test_support::sums_tournament;
using test_support::TempFolder;
using test_support::TournamentFixture;
using testing::HasSubstr;

Json double_elimination() { return {{"kind", "double_elimination"}, {"best_of", 1}}; }

/// The entrants, the better bot last: the better one plays the greater digit.
const std::vector<std::string> kNames{"alice", "bob", "carol", "dave"};

std::vector<std::string> names(std::size_t number) {
  return {kNames.begin(), kNames.begin() + static_cast<std::ptrdiff_t>(number)};
}

void enter_all(TournamentFixture& fixture, std::size_t number) {
  for (std::size_t i = 0; i < number; ++i) {
    fixture.enter(kNames[i], always(static_cast<int>(i) + 1));
  }
}

/// "1. carol, 2. bob"
std::string places(const TournamentFixture& fixture) {
  const Json page = fixture.standings();
  std::string text;
  for (const Json& row : page.at("standings")) {
    text += text.empty() ? "" : ", ";
    text += std::to_string(row["rank"].get<int>()) + ". " + row["name"].get<std::string>();
  }
  return text;
}

// Tournaments 11.10, 11.12: a match is played again until one that follows from it is paired.
TEST(Elimination, AStruckMatchIsPlayedAgainUnlessOthersFollowFromIt) {
  const TempFolder folder;
  TournamentFixture fixture(step_by_step(sums_tournament(folder, names(4), double_elimination())));
  fixture.start();
  enter_all(fixture, 4);
  fixture.until_round_is_over(1);
  EXPECT_EQ(fixture.ask({"void", "r1t1g1"}).text, "match r1t1g1 is played again");
  fixture.until([&] { return fixture.tournament().progress().matches == 2; });
  EXPECT_EQ(fixture.stored().games[0].status, StoredAttempt::Status::voided);
  EXPECT_TRUE(fixture.ask({"start"}).ok);
  fixture.until_round_is_over(2);
  for (const char* command : {"void", "rerun"}) {
    const ControlReply reply = fixture.ask({command, "r1t1g1"});
    EXPECT_FALSE(reply.ok);
    EXPECT_EQ(reply.text, "match r1t1g1 stays as it is: matches that depend on its result have been paired");
  }
  EXPECT_TRUE(fixture.ask({"rerun", "r2t1g1"}).ok);
  fixture.until([&] { return fixture.tournament().progress().matches == 4; });
}

// Tournaments 11.8: a withdrawn entrant forfeits what the bracket has for it.
TEST(Elimination, AWithdrawnEntrantForfeits) {
  const TempFolder folder;
  TournamentFixture fixture(step_by_step(sums_tournament(folder, names(4), double_elimination())));
  fixture.start();
  enter_all(fixture, 4);
  fixture.until_round_is_over(1);
  EXPECT_TRUE(fixture.ask({"withdraw", "dave"}).ok);
  for (int round = 2; round <= 4; ++round) {
    EXPECT_TRUE(fixture.ask({"start"}).ok);
    fixture.until_round_is_over(round);
  }
  EXPECT_TRUE(fixture.ask({"start"}).ok);
  fixture.until([&] { return fixture.over(); });
  EXPECT_EQ(places(fixture), "1. carol, 2. bob, 3. dave, 4. alice");
}

// Tournaments 11.1: nobody enters once play has begun.
TEST(Elimination, NobodyEntersLate) {
  const TempFolder folder;
  TournamentFixture fixture(step_by_step(sums_tournament(folder, names(3), double_elimination())));
  fixture.start();
  enter_all(fixture, 3);
  fixture.until_round_is_over(1);
  const ControlReply reply = fixture.ask({"add", "zoe"});
  EXPECT_FALSE(reply.ok);
  EXPECT_THAT(reply.text, HasSubstr("its bracket is made for those who are there when play begins"));
}

}  // namespace
}  // namespace referee
