#include "referee/collect/collecting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engines/registry.h"
#include "referee/collect/class_tournament.h"
#include "referee/prepare/preparation.h"
#include "referee/process/sandbox.h"
#include "tests/support/temp_folder.h"
#include "tests/support/walls_trial.h"
#include "tests/support/world.h"

namespace referee::collect {
namespace {

using test_support::answering;
using test_support::TempFolder;
using test_support::World;
using testing::ElementsAre;
using testing::HasSubstr;
namespace fs = std::filesystem;

/// Prepares hand-ins in the test's own process, which trusts them.
class HerePreparer final : public prepare::Preparer {
 public:
  /// The hand-in of `breaks` brings its process down.
  HerePreparer(prepare::Room room, const std::string& breaks) : room_(std::move(room)), breaks_(breaks) {}
  Task<prepare::Report> prepare(std::string name, prepare::Order order) override {
    if (!breaks_.empty() && name.find(breaks_) != std::string::npos) {
      prepare::Report report;
      report.stage = prepare::Stage::machine;
      report.problem = "it ended with signal 11";
      co_return report;
    }
    co_return co_await prepare::carry_out(room_, std::move(order));
  }
  void stop(const std::string& /*why*/) override {}

 private:
  prepare::Room room_;
  const std::string& breaks_;
};

/// A class that plays Walls on 3 x 3 squares. Its bots are not confined: confinement has tests of its own.
class CollectingTest : public testing::Test {
 protected:
  CollectingTest() {
    terms_.out = folder_ / "class";
    terms_.fingerprint = "terms";
    terms_.jobs = 2;
    terms_.order.trial = test_support::walls_trial();
    fs::create_directories(folder_ / "class/bots");
  }
  ~CollectingTest() override {
    launcher_.close();
    world_.run_dry();
  }

  void hand_in(const std::string& name, const std::string& text) {
    const fs::path file = folder_ / (name + ".py");
    test_support::write_file(file, text);
    if (std::ranges::find(download_.hand_ins, name, &HandIn::label) == download_.hand_ins.end()) {
      Candidate candidate;
      candidate.name = name;
      candidate.hand_in = download_.hand_ins.size();
      candidates_.push_back(candidate);
      HandIn hand_in;
      hand_in.label = name;
      hand_in.parts = {{"bot.py", file}};
      download_.hand_ins.push_back(hand_in);
    }
  }
  /// "alice ready", or "alice ready as before", of each.
  std::vector<std::string> collect_all() {
    ClassList list;
    std::size_t calls = 0;
    Collecting collecting(world_.tasks(), preparer_, download_, candidates_, earlier_, terms_, list,
                          [&] { ++calls; });
    world_.run(run(collecting));
    EXPECT_EQ(calls, candidates_.size());
    EXPECT_EQ(collecting.done(), candidates_.size());
    EXPECT_EQ(collecting.running(), 0U);
    std::vector<std::string> lines;
    for (const CollectedEntrant& entrant : list.entrants) {
      lines.push_back(entrant.name + " " + std::string(name_of(entrant.prepared.stage)) +
                      (entrant.reused ? " as before" : ""));
      EXPECT_EQ(fs::exists(bot(entrant.name)), entrant.is_in());
    }
    earlier_ = list.entrants;
    return lines;
  }
  fs::path bot(const std::string& name) const { return bot_folder(terms_.out, name); }

  TempFolder folder_;
  Download download_;
  std::vector<Candidate> candidates_;
  std::vector<CollectedEntrant> earlier_;
  CollectingTerms terms_;
  std::string breaks_;

 private:
  static Task<> run(Collecting& collecting) { co_await collecting.run(); }

  World world_;
  std::shared_ptr<const Sandbox> sandbox_ = Sandbox::open(SandboxLevel::none, RunAs::root);
  Launcher launcher_{world_.tasks(), sandbox_};
  HerePreparer preparer_{{world_.tasks(), launcher_, sandbox_}, breaks_};
};

TEST_F(CollectingTest, WhatHasNotChangedIsNotPreparedAgain) {
  hand_in("alice", answering("left"));
  hand_in("bob", "raise SystemExit(3)\n");
  hand_in("cat", answering("nonsense"));
  EXPECT_THAT(collect_all(), ElementsAre("alice ready", "bob trial", "cat trial"));
  EXPECT_THAT(collect_all(),
              ElementsAre("alice ready as before", "bob trial as before", "cat trial as before"));

  hand_in("bob", answering("right"));
  hand_in("dan", answering("left"));
  EXPECT_THAT(collect_all(),
              ElementsAre("alice ready as before", "bob ready", "cat trial as before", "dan ready"));
}

TEST_F(CollectingTest, OtherTermsCountAgain) {
  hand_in("alice", answering("left"));
  EXPECT_THAT(collect_all(), ElementsAre("alice ready"));
  terms_.fingerprint = "other terms";
  EXPECT_THAT(collect_all(), ElementsAre("alice ready"));
}

TEST_F(CollectingTest, ABotThatIsNotThereAnyMoreIsPreparedAgain) {
  hand_in("alice", answering("left"));
  EXPECT_THAT(collect_all(), ElementsAre("alice ready"));
  test_support::write_file(bot("alice") / "bot.py", "changed");
  EXPECT_THAT(collect_all(), ElementsAre("alice ready"));
  EXPECT_THAT(test_support::read_file(bot("alice") / "bot.py"), HasSubstr("left"));
  fs::remove_all(bot("alice"));
  EXPECT_THAT(collect_all(), ElementsAre("alice ready"));
}

TEST_F(CollectingTest, WhatFailedIsTriedAgainIfAsked) {
  hand_in("bob", "raise SystemExit(3)\n");
  EXPECT_THAT(collect_all(), ElementsAre("bob trial"));
  terms_.retry = true;
  EXPECT_THAT(collect_all(), ElementsAre("bob trial"));
}

TEST_F(CollectingTest, AHandInThatBreaksIsOut) {
  hand_in("alice", answering("left"));
  EXPECT_THAT(collect_all(), ElementsAre("alice ready"));
  hand_in("alice", "raise SystemExit(3)\n");
  EXPECT_THAT(collect_all(), ElementsAre("alice trial"));
}

TEST_F(CollectingTest, TheBotOfOneWhoIsNoCandidateAnyMoreIsRemoved) {
  hand_in("alice", answering("left"));
  hand_in("bob", answering("left"));
  EXPECT_THAT(collect_all(), ElementsAre("alice ready", "bob ready"));
  candidates_.pop_back();
  EXPECT_THAT(collect_all(), ElementsAre("alice ready as before"));
  EXPECT_FALSE(fs::exists(bot("bob")));
}

TEST_F(CollectingTest, AHandInWhoseProcessIsBroughtDownIsOutAndTriedAgain) {
  hand_in("alice", answering("left"));
  hand_in("bob", answering("left"));
  breaks_ = "bob";
  EXPECT_THAT(collect_all(), ElementsAre("alice ready", "bob machine"));
  breaks_ = "";
  EXPECT_THAT(collect_all(), ElementsAre("alice ready as before", "bob ready"));
}

TEST_F(CollectingTest, ADamagedArchiveIsItsAuthorsMatter) {
  hand_in("alice", "no archive");
  download_.hand_ins[0].parts[0].name = "bot.zip";
  EXPECT_THAT(collect_all(), ElementsAre("alice unpack"));
  EXPECT_THAT(earlier_[0].prepared.problem, HasSubstr("bot.zip is no zip"));
}

}  // namespace
}  // namespace referee::collect
