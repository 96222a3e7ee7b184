#include "referee/prepare/preparation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engines/registry.h"
#include "referee/process/sandbox.h"
#include "tests/support/temp_folder.h"
#include "tests/support/walls_trial.h"
#include "tests/support/world.h"

namespace referee::prepare {
namespace {

using test_support::answering;
using test_support::TempFolder;
using test_support::World;
using test_support::write_file;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
namespace fs = std::filesystem;

/// Hand-ins for Walls on 3 x 3 squares. They are not confined: confinement has tests of its own.
class PreparationTest : public testing::Test {
 protected:
  PreparationTest() {
    order_.submission = folder_ / "in";
    order_.destination = folder_ / "out";
    order_.trial = test_support::walls_trial();
    fs::create_directory(folder_ / "in");
  }
  ~PreparationTest() override {
    launcher_.close();
    world_.run_dry();
  }

  void hand_in(const std::string& file, const std::string& text) {
    write_file(folder_ / ("in/" + file), text);
  }

  Report prepare_it() {
    Report prepared;
    world_.run(keep(prepared));
    EXPECT_EQ(fs::exists(order_.destination), prepared.stage == Stage::ready);
    EXPECT_EQ(prepared.problem.empty(), prepared.stage == Stage::ready);
    return prepared;
  }

  TempFolder folder_;
  Order order_;

 private:
  Task<> keep(Report& prepared) {
    prepared = co_await carry_out(Room{world_.tasks(), launcher_, sandbox_}, order_);
  }

  World world_;
  std::shared_ptr<const Sandbox> sandbox_ = Sandbox::open(SandboxLevel::none, RunAs::root);
  Launcher launcher_{world_.tasks(), sandbox_};
};

TEST_F(PreparationTest, AScriptIsTriedAndKept) {
  hand_in("bot.py", answering("left"));
  const Report prepared = prepare_it();
  EXPECT_EQ(prepared.stage, Stage::ready) << prepared.problem << prepared.output;
  EXPECT_THAT(prepared.command, ElementsAre("python3", "bot.py"));
  EXPECT_TRUE(fs::exists(folder_ / "out/bot.py"));
  EXPECT_TRUE(prepared.turn_ms.has_value());
}

TEST_F(PreparationTest, ASingleFileIsAHandInToo) {
  hand_in("bot.py", answering("left"));
  order_.submission = folder_ / "in/bot.py";
  EXPECT_EQ(prepare_it().stage, Stage::ready);
}

TEST_F(PreparationTest, WhatAMakefileMakesIsKept) {
  hand_in("main.py", answering("left"));
  hand_in("Makefile", "bot: main.py\n\t(echo '#!/usr/bin/env python3'; cat main.py) > bot\n\tchmod +x bot\n");
  const Report prepared = prepare_it();
  EXPECT_EQ(prepared.stage, Stage::ready) << prepared.problem << prepared.output;
  EXPECT_TRUE(fs::exists(folder_ / "out/bot"));
  EXPECT_FALSE(fs::exists(folder_ / "in/bot")) << "it is built in a copy";
  EXPECT_GT(prepared.build_seconds, 0);
}

TEST_F(PreparationTest, TheCompilersWordsAreKept) {
  hand_in("bot.c", "int main(void) { return nothing; }\n");
  const Report prepared = prepare_it();
  EXPECT_EQ(prepared.stage, Stage::build);
  EXPECT_THAT(prepared.problem, StartsWith("exit status 1: bot.c:1:"));
  EXPECT_THAT(prepared.problem, HasSubstr("nothing"));
  EXPECT_THAT(prepared.output, HasSubstr("nothing"));
}

TEST_F(PreparationTest, ABuildOfTheCourseGoesBeforeTheTable) {
  hand_in("strange.txt", answering("left"));
  order_.build.emplace();
  order_.build->require = {"strange.txt"};
  order_.build->command = "cp strange.txt made.py";
  order_.command = {"python3", "made.py"};
  const Report prepared = prepare_it();
  EXPECT_EQ(prepared.stage, Stage::ready) << prepared.problem << prepared.output;
  EXPECT_THAT(prepared.command, ElementsAre("python3", "made.py"));
}

TEST_F(PreparationTest, AMissingFileIsNamed) {
  hand_in("bot.py", answering("left"));
  order_.build.emplace();
  order_.build->require = {"authors.txt"};
  const Report prepared = prepare_it();
  EXPECT_EQ(prepared.stage, Stage::unpack);
  EXPECT_EQ(prepared.problem, "missing 'authors.txt'");
}

TEST_F(PreparationTest, ABuildThatMakesNoProgramIsTold) {
  hand_in("Makefile", "bot:\n\ttrue\n");
  const Report prepared = prepare_it();
  EXPECT_EQ(prepared.stage, Stage::start);
  EXPECT_EQ(prepared.problem, "there is no program './bot' after the build");
}

TEST_F(PreparationTest, ADamagedArchiveIsTold) {
  hand_in("bot.zip", "PK\3\4 and no more");
  order_.submission = folder_ / "in/bot.zip";
  const Report prepared = prepare_it();
  EXPECT_EQ(prepared.stage, Stage::unpack);
  EXPECT_THAT(prepared.problem, StartsWith("bot.zip is "));
}

TEST_F(PreparationTest, ABotThatCrashesIsToldWithItsLastWords) {
  hand_in("bot.py", "raise SystemExit('no engine')\n");
  const Report prepared = prepare_it();
  EXPECT_EQ(prepared.stage, Stage::trial);
  EXPECT_THAT(prepared.problem, HasSubstr("did not say hello"));
  EXPECT_THAT(prepared.problem, HasSubstr("exit status 1"));
  EXPECT_THAT(prepared.output, HasSubstr("no engine"));
}

TEST_F(PreparationTest, ABotThatCrashesAtItsFirstTurnIsToldHow) {
  hand_in("bot.py",
          "import os, signal, sys\nprint('{\"type\":\"hello\",\"protocol\":1}', flush=True)\n"
          "for line in sys.stdin:\n  if '\"turn\"' in line: os.kill(os.getpid(), signal.SIGSEGV)\n");
  const Report prepared = prepare_it();
  EXPECT_EQ(prepared.stage, Stage::trial);
  EXPECT_THAT(prepared.problem, HasSubstr("signal 11 (Segmentation fault)"));
}

TEST_F(PreparationTest, ABotThatEndsAtOnceIsNotSaidToHaveHadItsTime) {
  hand_in("bot.py", "print('hello')\nraise SystemExit(3)\n");
  EXPECT_THAT(prepare_it().problem, StartsWith("it did not say hello: "));
  hand_in("bot.py", "pass\n");
  EXPECT_THAT(prepare_it().problem,
              StartsWith("it did not say hello: exit status 0; no hello: your program ended"));
}

TEST_F(PreparationTest, ABotThatSaysNothingIsToldHowLongItHad) {
  hand_in("bot.py", "import sys\nsys.stdin.read()\n");
  order_.trial->clock.init_ms = 1;
  const Report prepared = prepare_it();
  EXPECT_EQ(prepared.stage, Stage::trial);
  EXPECT_THAT(prepared.problem, StartsWith("it did not say hello within 1 ms"));
}

TEST_F(PreparationTest, AnAnswerAgainstTheRulesIsTold) {
  hand_in("bot.py", answering("sideways"));
  const Report prepared = prepare_it();
  EXPECT_EQ(prepared.stage, Stage::trial);
  EXPECT_THAT(prepared.problem, StartsWith("its first answer was "));
  EXPECT_THAT(prepared.problem, HasSubstr("sideways"));
}

TEST_F(PreparationTest, WithoutATrialItIsBuiltInItsPlaceAndNoBotIsLookedFor) {
  fs::create_directory(folder_ / "in/iap");
  hand_in("iap/notes.txt", "no program\n");
  hand_in("iap/Makefile", "all:\n\techo built > made\n");
  order_.trial.reset();
  order_.build.emplace();
  order_.build->folder = "iap";
  order_.build->command = "make";
  const Report report = prepare_it();
  EXPECT_EQ(report.stage, Stage::ready) << report.problem << report.output;
  EXPECT_EQ(report.folder, "iap");
  EXPECT_THAT(report.command, testing::IsEmpty());
  EXPECT_TRUE(fs::exists(folder_ / "out/iap/made"));
}

TEST_F(PreparationTest, FilesOfOthersAreNotCopied) {
  hand_in("bot.py", answering("left"));
  hand_in("rubric.json", "{}");
  order_.others = {folder_ / "in/rubric.json"};
  EXPECT_EQ(prepare_it().stage, Stage::ready);
  EXPECT_FALSE(fs::exists(folder_ / "out/rubric.json"));
}

TEST(Stages, HaveTheirNames) {
  for (const Stage stage :
       {Stage::unpack, Stage::start, Stage::build, Stage::trial, Stage::ready, Stage::machine}) {
    EXPECT_EQ(stage_named(name_of(stage)), stage);
  }
  EXPECT_EQ(stage_named("done"), std::nullopt);
}

}  // namespace
}  // namespace referee::prepare
