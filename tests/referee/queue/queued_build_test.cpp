#include "referee/queue/queued_build.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "engines/registry.h"
#include "protocol/fields.h"

namespace referee::queue {
namespace {

using Json = nlohmann::json;

QueuedBuild some_build() {
  prepare::Order order;
  order.submission = "/home/teacher/bot.zip";
  order.destination = "/home/teacher/bots/anna";
  order.build.emplace();
  order.build->command = "make";
  order.build->archive = "";
  order.build->require = {"*.c"};
  order.command = {"./bot", "--fast"};
  prepare::TrialTerms& trial = order.trial.emplace();
  trial.game = engines::find_game("walls");
  trial.options = {{"n", 5}};
  trial.seed = 7;
  QueuedBuild build;
  build.hand_in = {std::string(64, 'a'), "bot.zip"};
  build.provided = {{std::string(64, 'b'), "moves.inc"}};
  build.game_version = trial.game->version;
  build.order = std::move(order);
  build.order.submission.clear();
  build.order.destination.clear();
  return build;
}

TEST(QueuedBuild, ComesBackFromItsText) {
  const Json text = Json::parse(some_build().json().dump());
  EXPECT_EQ(kind_of(text), JobKind::build);
  const QueuedBuild again = QueuedBuild::read(text);
  EXPECT_EQ(again.json(), text);
  EXPECT_EQ(again.hand_in.name, "bot.zip");
  ASSERT_EQ(again.provided.size(), 1U);
  EXPECT_EQ(again.provided[0].bundle, std::string(64, 'b'));
  const prepare::Order& order = again.order;
  EXPECT_EQ(order.build->command, "make");
  EXPECT_EQ(order.build->archive, "");
  EXPECT_EQ(order.build->require, std::vector<std::string>{"*.c"});
  EXPECT_EQ(order.command.back(), "--fast");
  EXPECT_EQ(order.trial->seed, 7U);
  EXPECT_EQ(text.dump().find("teacher"), std::string::npos);  // nothing of the machine that has posted it
}

TEST(QueuedBuild, GarbageIsRefused) {
  const Json good = some_build().json();
  const auto with = [&](const char* pointer, const Json& value) {
    Json changed = good;
    changed[Json::json_pointer(pointer)] = value;
    return changed;
  };
  for (const Json& bad :
       {Json::object(), with("/hand_in", "a"), with("/hand_in/bundle", "abc"),
        with("/hand_in/bundle", std::string(64, 'Z')), with("/hand_in/name", ".."),
        with("/hand_in/name", "../x"), with("/provided/0/name", "a/b"), with("/provided", 1),
        with("/order/seed", -1), with("/order/game", 5), with("/more", 1), with("/game_version", "1")}) {
    EXPECT_THROW(QueuedBuild::read(bad), fields::Exception) << bad;
  }
  EXPECT_THROW(QueuedBuild::read(with("/game_version", 99)), std::invalid_argument);
  EXPECT_THROW(QueuedBuild::read(with("/order/game", "chess")), std::invalid_argument);
  EXPECT_THROW(QueuedBuild::read(with("/order/as", "morse")), std::invalid_argument);
}

TEST(JobKinds, AreMatchesUnlessTheBodySaysOtherwise) {
  EXPECT_THROW(kind_of(Json::object()), std::invalid_argument);
  EXPECT_EQ(kind_of({{"kind", "match"}}), JobKind::match);
  EXPECT_THROW(kind_of({{"kind", "tea"}}), std::invalid_argument);
  EXPECT_THROW(kind_of({{"kind", 1}}), std::invalid_argument);
}

TEST(BuildOutcome, ComesBackFromItsText) {
  BuiltOutcome built;
  built.report.stage = prepare::Stage::ready;
  built.report.command = {"./bot"};
  built.report.left_out = {"x, a link that leads outside"};
  built.report.turn_ms = 0.5;
  built.report.built_bytes = 5;
  built.bundle = std::string(64, 'c');
  const Json text = json_of(built);
  EXPECT_EQ(json_of(read_build_outcome(text)), text);
  const Json failed = json_of(FailedBuild{"the disk is full", false});
  const BuildOutcome read = read_build_outcome(failed);
  EXPECT_EQ(std::get<FailedBuild>(read).why, "the disk is full");
}

TEST(BuildOutcome, OfABotThatFailsItsTrialHasTheCommandThatStartsIt) {
  BuiltOutcome built;
  built.report.stage = prepare::Stage::trial;
  built.report.problem = "it did not say hello";
  built.report.command = {"./bot"};
  const Json text = json_of(built);
  EXPECT_EQ(std::get<BuiltOutcome>(read_build_outcome(text)).report.problem, "it did not say hello");
}

TEST(BuildOutcome, WhatNoWorkerHandsInIsRefused) {
  BuiltOutcome built;
  built.report.stage = prepare::Stage::build;
  built.report.problem = "exit status 1";
  const Json failed = json_of(built);
  EXPECT_EQ(json_of(read_build_outcome(failed)), failed);
  built.report.stage = prepare::Stage::ready;
  EXPECT_THROW(read_build_outcome(json_of(built)), fields::Exception);  // neither a command nor a bundle
  Json strange = failed;
  strange["report"]["stage"] = "eaten";
  EXPECT_THROW(read_build_outcome(strange), fields::Exception);
  for (const char* const text : {"[]", "{}", R"({"failed_start":{}})", R"({"failed_build":1})",
                                 R"({"failed_build":{"why":"x"}})", R"({"report":1,"bundle":""})"}) {
    EXPECT_THROW(read_build_outcome(Json::parse(text)), fields::Exception) << text;
  }
}

}  // namespace
}  // namespace referee::queue
