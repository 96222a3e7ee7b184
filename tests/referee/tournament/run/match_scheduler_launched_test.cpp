#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "referee/match/replay.h"
#include "tests/support/sample_record.h"
#include "tests/support/tournament_fixture.h"

// Matches of a tournament in which bots are launched.

namespace referee {
namespace {

using test_support::always;
using test_support::head_of;
using test_support::last_of;
using test_support::silent;
using test_support::single_games;
using test_support::TempFolder;
using test_support::TournamentHall;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

/// A bot that begins only when the test lets it: it reads a named pipe first.
class LaunchedBots : public testing::Test {
 protected:
  static constexpr const char* kBot = HONEST_WALLS;

  TournamentConfig walls(const Json& entrants, Json format = single_games()) {
    ::mkfifo(pipe_.c_str(), 0600);
    TournamentConfig config = test_support::tournament(folder_, {{"name", "Spring"},
                                                                 {"game", "walls"},
                                                                 {"format", std::move(format)},
                                                                 {"options", {{"n", 3}}},
                                                                 {"entrants", entrants}});
    return config;
  }
  static Json launched(const std::string& name) { return {{"name", name}, {"command", {"python3", kBot}}}; }
  Json held(const std::string& name) const {
    return {{"name", name},
            {"command", {"sh", "-c", "read word < \"$0\" && exec python3 \"$1\"", pipe_.string(), kBot}}};
  }
  static Json dials(const std::string& name) {
    return {{"name", name}, {"token_sha256", test_support::dialling(name).token_sha256}};
  }
  void release() const { test_support::write_file(pipe_, "go\n"); }

  TempFolder folder_;
  std::filesystem::path pipe_ = folder_ / "pipe";
};

TEST_F(LaunchedBots, PlayAgainstOneWhoDialsIn) {
  TournamentHall hall(walls({launched("cat"), dials("alice")}));
  hall.enter("alice", always("left"));
  hall.play();
  EXPECT_EQ(hall.standing("cat")["points"], 1);
  const Json header = head_of(hall.record("r1t1g1.jsonl"));
  EXPECT_EQ(header["measure"], Json({"cpu", "wall"}));
  EXPECT_FALSE(verify_record(hall.record("r1t1g1.jsonl")).difference);
}

TEST_F(LaunchedBots, WhoLeavesBetweenTheCallAndTheStartIsWaitedFor) {
  TournamentHall hall(walls({held("cat"), dials("alice")}));
  hall.enter("alice", always("left"));
  hall.start();
  hall.until_told("alice", "match r1t1g1 is called");
  hall.leave("alice");
  release();
  hall.world().poll();
  hall.enter("alice", always("left"));
  hall.play();
  EXPECT_EQ(hall.heard("alice", "start").size(), 1U);
  EXPECT_FALSE(last_of(hall.record("r1t1g1.jsonl")).contains("no_show"));
}

TEST_F(LaunchedBots, AreAskedNoMoreThanParallelAllows) {
  // Walls asks one seat at a time: each match of launched bots counts as one.
  TournamentConfig config =
      walls({held("a"), launched("b"), launched("c"), launched("d"), dials("e"), dials("f")});
  config.parallel = 1;
  TournamentHall hall(config);
  hall.enter("e", silent());
  hall.enter("f", silent());
  hall.start();
  // Berger's first round: a - f, b - e, c - d.
  hall.until([&] {
    return hall.waits_for("f").ends_with("is called") && hall.waits_for("e").ends_with("is called");
  });
  hall.world().poll();
  EXPECT_THAT(hall.hall().arena.running_matches(), IsEmpty()) << "a holds the one slot, and starts up";
  release();
  hall.until_heard("f", "start");
  EXPECT_THAT(hall.hall().arena.running_matches(), ElementsAre("r1t1g1"));
  EXPECT_THAT(hall.heard("e", "start"), IsEmpty());
}

TEST_F(LaunchedBots, ThatCannotBeStartedEndTheTournament) {
  const auto bot = folder_ / "bot";
  test_support::write_file(bot, "#!/no/such/interpreter\n");
  std::filesystem::permissions(bot, std::filesystem::perms::owner_all);
  TournamentHall hall(walls({{{"name", "cat"}, {"command", {bot.string()}}}, dials("alice")}));
  hall.enter("alice", silent());
  try {
    hall.play();
    FAIL() << "no exception";
  } catch (const LaunchError& error) {
    EXPECT_THAT(error.what(), StartsWith("cannot start '" + bot.string() + "'"));
  }
}

TEST_F(LaunchedBots, WordsOnStandardErrorAreKept) {
  // In `bots/NAME.stderr` of the reports folder.
  TournamentHall hall(
      walls({{{"name", "cat"}, {"command", {"sh", "-c", "echo meow >&2; exec python3 \"$0\"", kBot}}},
             launched("dog")},
            {{"kind", "round_robin"}, {"cycles", 2}, {"best_of", 1}}));
  hall.play();
  EXPECT_EQ(test_support::read_file(hall.config().reports / "bots" / "cat.stderr"),
            "== r1t1g1\nmeow\n== r2t1g1\nmeow\n");
}

}  // namespace
}  // namespace referee
