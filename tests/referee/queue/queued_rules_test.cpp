#include "referee/queue/queued_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "referee/queue/queued_match.h"
#include "referee/rules/rules_entry.h"
#include "tests/support/complaint.h"
#include "tests/support/fake_board.h"
#include "tests/support/temp_folder.h"
#include "tests/support/world.h"

namespace referee::queue {
namespace {

using test_support::FakeBoard;
using test_support::TempFolder;
using test_support::World;
using testing::HasSubstr;

/// A folder of rules that nobody starts.
void lay_rules(const TempFolder& folder, const std::string& name) {
  const nlohmann::json game = {{"rules_program", 1},
                               {"name", name},
                               {"version", 1},
                               {"command", {"python3", "rules.py"}},
                               {"seats", 1}};
  test_support::write_file(folder / "game.json", game.dump());
  test_support::write_file(folder / "rules.py", "");
}

class RulesOnBoardTest : public testing::Test {
 protected:
  ~RulesOnBoardTest() override { world_.run_dry(); }

  QueuedRules of(const engines::Entry& game) {
    QueuedRules rules;
    world_.run(put(rules, game));
    return rules;
  }

  World world_;
  FakeBoard board_{world_};
  WorkThread work_{world_.tasks(), "work"};
  RulesOnBoard rules_{board_.board(), work_};

 private:
  Task<> put(QueuedRules& to, const engines::Entry& game) { to = co_await rules_.rules(game); }
};

TEST_F(RulesOnBoardTest, AreThereOnceUnderTheirHash) {
  const TempFolder folder;
  lay_rules(folder, "boarded");
  const engines::Entry& game = rules::open_rules(folder.path());
  const QueuedRules first = of(game);
  const QueuedRules second = of(game);
  board_.settle();
  EXPECT_EQ(first.sha256, game.rules_sha256());
  EXPECT_EQ(board_.bundles_.count(first.bundle), 1U);
  EXPECT_EQ(second.bundle, first.bundle);
  EXPECT_EQ(board_.puts_, 1);
}

TEST_F(RulesOnBoardTest, OurGamesHaveNone) {
  nlohmann::json job = {{"game", "walls"}};
  add_rules(of(*engines::find_game("walls")), job);
  board_.settle();
  EXPECT_EQ(job, nlohmann::json({{"game", "walls"}}));
  EXPECT_EQ(board_.puts_, 0);
}

TEST(QueuedRules, AreOpenedOnceByTheirHash) {
  const TempFolder folder;
  lay_rules(folder, "queued");
  const std::string sha256 = rules::RulesFolder(folder.path()).sha256();
  nlohmann::json job;
  add_rules({sha256, "b"}, job);
  int unpacked = 0;
  for (int time = 0; time < 2; ++time) {
    open_rules_of(job, [&](const std::string& bundle) {
      EXPECT_EQ(bundle, "b");
      ++unpacked;
      return folder.path();
    });
  }
  EXPECT_EQ(unpacked, 1);
  ASSERT_NE(engines::find_rules(sha256), nullptr);
  EXPECT_EQ(engines::find_rules(sha256)->name, "queued");
}

TEST(QueuedRules, OfAnotherContentThanTheJobNamesAreRefused) {
  const TempFolder folder;
  lay_rules(folder, "mistaken");
  nlohmann::json job;
  add_rules({std::string(64, 'a'), "b"}, job);
  const auto open = [&] { open_rules_of(job, [&](const std::string&) { return folder.path(); }); };
  EXPECT_THAT(test_support::complaint<std::runtime_error>(open), HasSubstr(std::string(64, 'a')));
}

TEST(QueuedRules, AWorkerThatDoesNotKnowThemRefusesTheMatch) {
  MatchSpec spec;
  spec.id = "m1";
  spec.game = engines::find_game("walls");
  spec.options = {{"n", 3}};
  nlohmann::json job = QueuedMatch{spec, {}}.json();
  job["game"] = "somebody_s";
  EXPECT_THAT(test_support::complaint<std::invalid_argument>([&] { (void)QueuedMatch::read(job); }),
              HasSubstr("does not have somebody_s/"));
}

}  // namespace
}  // namespace referee::queue
