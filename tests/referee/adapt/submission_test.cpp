#include "referee/adapt/submission.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "referee/process/program.h"
#include "tests/support/complaint.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

using test_support::complaint;
using testing::ElementsAre;
namespace fs = std::filesystem;

/// Takes programs for Walls; no test runs it.
constexpr Adapter kAny{.name = "any", .game = "walls"};

TEST(Adapters, PlayOneGame) {
  EXPECT_EQ(complaint([] { check_game(kAny, "snake"); }), "--as: any is for walls, not for snake");
  check_game(kAny, "walls");
}

TEST(Adapters, SayWhatToInstall) {
  Adapter needy = kAny;
  EXPECT_EQ(what_is_missing_for(needy), "");
  needy.interpreter = "no-such-interpreter";
  needy.package = "no-such-package";
  EXPECT_EQ(
      complaint([&] { adapted_words(needy, {"true"}); }),
      "any needs no-such-interpreter, which is not installed: apt install no-such-package, or scripts/setup "
      "--all");
}

TEST(Adapters, AnInterpreterHasTimeToStartBesideThatOfTheProgram) {
  EXPECT_EQ(init_with(nullptr, Milliseconds(500)), Milliseconds(500));
  EXPECT_EQ(init_with(&kAny, Milliseconds(500)), Milliseconds(500));
  Adapter slow = kAny;
  slow.interpreter = "racket";
  slow.start = Milliseconds(2000);
  EXPECT_EQ(init_with(&slow, Milliseconds(500)), Milliseconds(2500));
  EXPECT_EQ(why_no_hello(slow, Milliseconds(500)),
            "racket was still starting, or loading your program; the clock's init_ms is 500, and racket "
            "has 2000 ms more to start");
  EXPECT_EQ(why_no_hello(kAny, Milliseconds(500)),
            "the adapter was still starting, not the program; the clock's init_ms is 500");
}

TEST(AdaptedWords, AreWhatTheAdapterExpects) {
  const test_support::TempFolder folder;
  test_support::write_file(folder / "file", "");
  const std::string file = folder / "file";
  EXPECT_EQ(complaint([] { adapted_words(kAny, {"/no/x"}); }),
            "any: got '/no/x', expected a program that can be started");
  const Adapter of_file{.name = "f", .game = "walls", .takes = SubmissionKind::file, .expects = "a file"};
  const Adapter of_folder{
      .name = "d", .game = "walls", .takes = SubmissionKind::folder, .expects = "a folder"};
  EXPECT_TRUE(accepts(of_file, {file}));
  EXPECT_FALSE(accepts(of_file, {file, "more"}));
  EXPECT_FALSE(accepts(of_file, {folder.path().string()}));
  EXPECT_TRUE(accepts(of_folder, {folder.path().string()}));
  EXPECT_FALSE(accepts(of_folder, {file}));
  EXPECT_FALSE(accepts(kAny, {file})) << "it may not be executed";
}

TEST(AdaptedWords, FilesFromHereGetTheirWholePaths) {
  const test_support::TempFolder folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  test_support::write_file(folder / "x", "");
  fs::permissions(folder / "x", fs::perms::owner_all);
  EXPECT_THAT(
      adapted_words(kAny, {"x", "./x", "y", "-v"}),
      ElementsAre((fs::current_path() / "x").string(), (fs::current_path() / "x").string(), "y", "-v"));
  fs::current_path(before);
}

TEST(DefaultConfinement, SubmissionThatIsAFolderIsAllItSees) {
  const test_support::TempFolder folder;
  fs::create_directory(folder / "bot");
  EXPECT_EQ(default_confinement(&kAny, {(folder / "bot").string()}).folder, fs::canonical(folder / "bot"));
  EXPECT_EQ(default_confinement(nullptr, {(folder / "bot").string()}).folder, "")
      << "a folder is no bot that speaks the protocol";
  test_support::write_file(folder / "bot" / "x", "");
  EXPECT_EQ(default_confinement(&kAny, {(folder / "bot" / "x").string()}).folder,
            fs::canonical(folder / "bot"));
}

TEST(WithAdapter, TheProcessIsOurs) {
  BotCommand bot{{"/a/b", "c"}, Confinement{}};
  bot.adapter = &kAny;
  const BotCommand command = with_adapter(bot);
  EXPECT_THAT(command.argv, ElementsAre(this_program(), "adapt", "any", "--", "/a/b", "c"));
  EXPECT_THAT(command.confinement->readable, ElementsAre(fs::path(this_program())));
  EXPECT_TRUE(command.confinement->forks);
  bot.adapter = nullptr;
  EXPECT_THAT(with_adapter(bot).argv, ElementsAre("/a/b", "c"));
  EXPECT_FALSE(with_adapter(bot).confinement->forks);
}

}  // namespace
}  // namespace referee
