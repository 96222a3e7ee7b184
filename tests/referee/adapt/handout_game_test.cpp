#include "referee/adapt/handout_game.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>

#include <array>
#include <csignal>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "referee/adapt/program_bot.h"
#include "referee/adapt/program_run.h"
#include "referee/adapt/submission.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

namespace fs = std::filesystem;
using test_support::TempFolder;
using testing::ElementsAre;

/// A game whose moves are lines without trailing blanks.
class OneLineGame : public HandoutGame {
 public:
  ProgramInput input(const nlohmann::json&) const override { return {}; }
  std::string move_in(std::string_view line) const override {
    return std::string(line.substr(0, line.find_last_not_of(kBlanks) + 1));
  }
};

constexpr Adapter kProgram{.name = "any", .game = "walls"};

class AnswerTest : public testing::Test {
 protected:
  RunAnswer answer(const std::string& script) {
    ProgramRun run({{"/bin/sh", "-c", script}, "/dev/null"});
    while (!run.ended() && !run.has_answered()) {
      std::array<pollfd, 2> files{{{signals_.descriptor(), POLLIN, 0}, {run.output(), POLLIN, 0}}};
      ::poll(files.data(), files.size(), -1);
      signals_.take();
      run.read_output();
    }
    return answer_of(run.printed(), run.status_text(), game_, "./sb-play");
  }

  SignalFile signals_{SIGCHLD};
  OneLineGame game_;
};

TEST_F(AnswerTest, TheFirstLineIsTheMoveHoweverTheProgramEnds) {
  for (const char* script :
       {"echo SWAP 0 1 2 3", "printf 'SWAP 0 1 2 3'", "printf 'SWAP 0 1 2 3\\r\\nmore\\n'; exit 1",
        "echo SWAP 0 1 2 3; kill -SEGV $$"}) {
    EXPECT_EQ(answer(script).move, "SWAP 0 1 2 3") << script;
    EXPECT_EQ(answer(script).why, "") << script;
  }
}

TEST_F(AnswerTest, TheFirstLineIsTheMoveAtOnce) {
  EXPECT_EQ(answer("echo SWAP 0 1 2 3; while :; do :; done").move, "SWAP 0 1 2 3");
  EXPECT_EQ(answer("echo SWAP 0 1 2 3; while :; do echo more; done").move, "SWAP 0 1 2 3");
}

TEST_F(AnswerTest, WhyThereIsNoMoveIsToldWithHowTheProgramEnded) {
  EXPECT_EQ(answer("exit 2").why, "./sb-play printed nothing (exit status 2)");
  EXPECT_EQ(answer("kill -SEGV $$").why, "./sb-play printed nothing (signal 11, Segmentation fault)");
  EXPECT_EQ(answer("echo; echo SWAP 0 1 2 3").why, "the first line that ./sb-play printed is blank");
  EXPECT_EQ(answer("exit 2").move, "");
}

TEST_F(AnswerTest, ALineThatNoMessageHasRoomForIsNoMove) {
  const std::string why = "./sb-play printed a first line of over 64512 bytes";
  EXPECT_EQ(answer("head -c 1000000 /dev/zero | tr '\\0' x").why, why);
  EXPECT_EQ(answer("head -c 64513 /dev/zero | tr '\\0' x; echo").why, why);
  EXPECT_EQ(answer("head -c 64512 /dev/zero | tr '\\0' x; echo").move, std::string(64512, 'x'));
}

TEST(FoundWords, AreWholePathsSoThatTheyHoldInAnyFolder) {
  const TempFolder folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  const fs::path here = fs::current_path();
  test_support::write_file("sb-play", "");
  test_support::write_file("weights", "");
  fs::permissions("sb-play", fs::perms::owner_all);
  EXPECT_THAT(found_words(kProgram, {"./sb-play", "weights", "none"}),
              ElementsAre(here / "sb-play", here / "weights", "none"));
  EXPECT_THAT(found_words(kProgram, {"sb-play"}), ElementsAre(here / "sb-play"));
  EXPECT_THAT(found_words(kProgram, {"true"}).front(), testing::MatchesRegex("/.*/true"));
  EXPECT_THROW(found_words(kProgram, {"weights"}), std::invalid_argument) << "not executable";
  EXPECT_EQ(program_as_typed(here / "sb-play"), "./sb-play");
  EXPECT_EQ(program_as_typed("/usr/bin/true"), "/usr/bin/true");
  fs::current_path(before);
}

}  // namespace
}  // namespace referee
