#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/e2e/arbiter_tournament.h"

// "A bot's program that vanishes in mid-tournament": its entrant is absent, the others play on; programs of
// several entrants at once are a disk that is gone, and cost no entrant anything.

namespace e2e {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::HasSubstr;
using testing::StartsWith;

class MissingProgram : public ArbiterTest {
 protected:
  /// Cat and dog, launched from a folder each, and alice and bob, who dial in; plays the first of three
  /// rounds.
  void play_first_round() {
    Json entrants = Json::array();
    for (const char* name : {"cat", "dog"}) {
      fs::create_directory(folder() / name);
      fs::copy(RUDE_BOTS "/honest_walls.py", folder() / name / "bot.py");
      fs::copy(RUDE_BOTS "/talk.py", folder() / name);
      entrants.push_back(launched(name, {"/usr/bin/python3", "-BS", path(std::string(name) + "/bot.py")}));
    }
    for (const char* name : {"alice", "bob"}) {
      entrants.push_back(dialled(name));
    }
    Json config = round_robin(entrants);
    config["format"]["best_of"] = 1;
    config["between_rounds"] = "manual";
    serve(config);
    polite("alice");
    polite("bob");
    (void)status_with("waits for the arbiter");
  }
  void take_away(const std::string& name) const { fs::rename(folder() / name, folder() / (name + ".away")); }
  void put_back(const std::string& name) const { fs::rename(folder() / (name + ".away"), folder() / name); }
  void play_next_round(int round) {
    order({"start"});
    (void)status_with("round " + std::to_string(round) + " of 3, " + std::to_string(2 * round) +
                      " matches played, waits for the arbiter");
  }
  Json no_shows_of(const std::string& name) const {
    return row(name).at("faults_by_kind").value("no_show", 0);
  }
};

TEST_F(MissingProgram, OfOneEntrantIsItsOwnLoss) {
  play_first_round();
  take_away("cat");
  play_next_round(2);
  EXPECT_THAT(notes(), Contains(StartsWith("cat is absent from match r2t")));
  EXPECT_THAT(order({"status"}), HasSubstr("round 2 of 3"));
  put_back("cat");
  play_next_round(3);
  stop();
  EXPECT_EQ(no_shows_of("cat"), 1);
  for (const char* name : {"dog", "alice", "bob"}) {
    EXPECT_EQ(no_shows_of(name), 0) << name;
  }
}

TEST_F(MissingProgram, OfTwoEntrantsAtOncePausesTheTournament) {
  expect_errors();
  play_first_round();
  take_away("cat");
  take_away("dog");
  order({"start"});
  const std::string status = status_with("paused by the referee: match r2t");
  EXPECT_THAT(status, HasSubstr("the programs of 2 entrants went missing at once (cat, dog)"));
  put_back("cat");
  put_back("dog");
  order({"resume"});
  (void)status_with("round 2 of 3, 4 matches played, waits for the arbiter");
  play_next_round(3);
  EXPECT_THAT(notes(), Contains(StartsWith("paused by the referee: match r2t")));
  stop();
  for (const char* name : {"cat", "dog", "alice", "bob"}) {
    EXPECT_EQ(no_shows_of(name), 0) << name;
  }
}

}  // namespace
}  // namespace e2e
