#include "referee/prepare/order.h"

#include <gtest/gtest.h>

#include "engines/registry.h"
#include "protocol/fields.h"
#include "referee/prepare/report.h"

namespace referee::prepare {
namespace {

/// An order with all that it may have.
Order full_order() {
  Order order;
  order.submission = "/a/bot.zip";
  order.opens_archive = true;
  order.others = {"/a/rubric.json"};
  order.destination = "/b/bot";
  order.build.emplace();
  order.build->archive = "*.zip";
  order.build->folder = "iap";
  order.build->require = {"*.c"};
  order.build->command = "make";
  order.build->timeout_s = 5;
  order.command = {"./bot"};
  order.stdio = Stdio::pipe;
  order.memory_mib = 512;
  TrialTerms& trial = order.trial.emplace();
  trial.game = engines::find_game("walls");
  trial.options = {{"n", 3}};
  trial.seed = 7;
  order.sandbox = SandboxLevel::basic;
  order.as_root = true;
  return order;
}

TEST(OrderText, ComesBackAsItWas) {
  const Order order = full_order();
  const Order read = Order::read(nlohmann::json::parse(order.json().dump()));
  EXPECT_EQ(read.json(), order.json());
  EXPECT_EQ(read.build->archive, "*.zip");
  EXPECT_EQ(read.stdio, Stdio::pipe);
  EXPECT_EQ(read.trial->seed, 7U);
  EXPECT_EQ(read.sandbox, SandboxLevel::basic);
  EXPECT_TRUE(read.opens_archive);
  Order bare = order;
  bare.build.reset();
  bare.trial.reset();
  EXPECT_FALSE(Order::read(bare.json()).build);
  EXPECT_FALSE(Order::read(bare.json()).trial);
  EXPECT_THROW(Order::read({{"submission", 1}}), fields::Exception);
}

TEST(OrderText, AGameThatThisProgramDoesNotHaveIsNamed) {
  nlohmann::json other = full_order().json();
  other["game"] = "chess";
  EXPECT_THROW(Order::read(other), std::invalid_argument);
}

TEST(ReportText, ComesBackAsItWas) {
  Report report;
  report.stage = Stage::trial;
  report.problem = "it did not say hello";
  report.output = "Traceback";
  report.left_out = {"x, a link that leads outside"};
  report.build_seconds = 0.5;
  report.built_bytes = 1'000'000'000'000;
  EXPECT_EQ(Report::read(report.json()).json(), report.json());
  report.stage = Stage::ready;
  report.turn_ms = 1.5;
  report.turn_wall_ms = 20;
  report.command = {"./bot"};
  EXPECT_EQ(Report::read(report.json()).json(), report.json());
}

TEST(ReportText, GarbageIsRefused) {
  Report report;
  const nlohmann::json good = report.json();
  for (const char* const key : {"stage", "problem", "output", "command", "left_out", "build_seconds"}) {
    nlohmann::json bad = good;
    bad.erase(key);
    EXPECT_THROW(Report::read(bad), fields::Exception) << key;
    bad[key] = nlohmann::json::object();
    EXPECT_THROW(Report::read(bad), fields::Exception) << key;
  }
  nlohmann::json eaten = good;
  eaten["stage"] = "eaten";
  EXPECT_THROW(Report::read(eaten), fields::Exception);
}

}  // namespace
}  // namespace referee::prepare
