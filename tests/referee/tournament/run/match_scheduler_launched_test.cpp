#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>

#include "tests/support/sample_record.h"
#include "tests/support/tournament_fixture.h"

// Matches of a tournament in which bots are launched.

namespace referee {
namespace {

using test_support::always;
using test_support::last_of;
using test_support::silent;
using test_support::single_games;
using test_support::TempFolder;
using test_support::TournamentFixture;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// Launched bots; a bot made by held() begins only after release(), as it reads a named pipe first.
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
  /// A program of its own that plays Walls.
  std::string program(const std::string& name) const {
    const auto path = folder_ / name;
    test_support::write_file(path, std::string("#!/bin/sh\nexec python3 ") + kBot + "\n");
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path.string();
  }
  void release() const { test_support::write_file(pipe_, "go\n"); }

  TempFolder folder_;
  std::filesystem::path pipe_ = folder_ / "pipe";
};

TEST_F(LaunchedBots, AreAskedNoMoreThanParallelAllows) {
  // Walls asks one seat at a time: each match of launched bots counts as one.
  TournamentConfig config =
      walls({held("a"), launched("b"), launched("c"), launched("d"), dials("e"), dials("f")});
  config.parallel = 1;
  TournamentFixture fixture(config);
  fixture.enter("e", silent());
  fixture.enter("f", silent());
  fixture.start();
  // The first round by the Berger tables: a - f, b - e, c - d.
  fixture.until([&] {
    return fixture.waits_for("f").ends_with("is called") && fixture.waits_for("e").ends_with("is called");
  });
  fixture.world().poll();
  EXPECT_THAT(fixture.parts().match_scheduler.running_matches(), IsEmpty())
      << "a holds the one slot, and starts up";
  release();
  fixture.until_received("f", "start");
  EXPECT_THAT(fixture.parts().match_scheduler.running_matches(), ElementsAre("r1t1g1"));
  EXPECT_THAT(fixture.received("e", "start"), IsEmpty());
}

// ---- bots that cannot be started ----

// Tournaments 4.6: absent, and the standings note the reason.
TEST_F(LaunchedBots, WhoseOwnProgramIsMissingIsAbsent) {
  TournamentFixture fixture(walls({{{"name", "cat"}, {"command", {program("cat")}}}, dials("alice")}));
  std::filesystem::remove(folder_ / "cat");
  fixture.enter("alice", always("left"));
  fixture.play();
  EXPECT_EQ(fixture.standing("alice")["points"], 1);
  EXPECT_EQ(last_of(fixture.record("r1t1g1.jsonl"))["no_show"], Json::array({0}));
  EXPECT_THAT(fixture.notes(), Contains(StartsWith("cat is absent from match r1t1g1: cannot start '")));
}

// Tournaments 4.7: a disk or a mount is gone.
TEST_F(LaunchedBots, WhoseProgramsGoMissingTogetherForfeitNothing) {
  TournamentFixture fixture(walls(
      {{{"name", "cat"}, {"command", {program("cat")}}}, {{"name", "dog"}, {"command", {program("dog")}}}}));
  std::filesystem::rename(folder_ / "cat", folder_ / "cat.away");
  std::filesystem::rename(folder_ / "dog", folder_ / "dog.away");
  fixture.start();
  fixture.until([&] { return fixture.tournament().paused(); });
  EXPECT_THAT(
      fixture.tournament().halted(),
      HasSubstr("the programs of 2 entrants went missing at once (cat, dog): is a disk or a mount gone?"));
  EXPECT_THAT(fixture.ask({"status"}).text, HasSubstr("paused by the referee: match r1t1g1 is put off: "));
  EXPECT_EQ(fixture.tournament().progress().matches, 0U);
  std::filesystem::rename(folder_ / "cat.away", folder_ / "cat");
  std::filesystem::rename(folder_ / "dog.away", folder_ / "dog");
  EXPECT_TRUE(fixture.ask({"resume"}).ok);
  fixture.play();
  EXPECT_EQ(fixture.tournament().halted(), "");
  EXPECT_FALSE(last_of(fixture.record("r1t1g1.jsonl")).contains("no_show"));
}

// Tournaments 4.7: the referee's fault.
TEST_F(LaunchedBots, WhomTheRefereeCannotStartForfeitNothing) {
  TournamentFixture fixture(walls({{{"name", "cat"}, {"command", {program("cat")}}}, dials("alice")}));
  fixture.enter("alice", always("left"));
  ::setenv("TOO_LARGE", std::string(200'000, 'x').c_str(), 1);  // E2BIG: not an error of the program's own
  fixture.start();
  fixture.until([&] { return fixture.tournament().paused(); });
  ::unsetenv("TOO_LARGE");
  EXPECT_THAT(fixture.tournament().halted(),
              HasSubstr("match r1t1g1 is put off: the referee cannot start cat: "));
  EXPECT_TRUE(fixture.ask({"resume"}).ok);
  fixture.play();
  EXPECT_EQ(fixture.standing("cat")["points"], 1);
}

}  // namespace
}  // namespace referee
