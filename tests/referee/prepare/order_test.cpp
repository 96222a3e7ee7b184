#include "referee/prepare/order.h"

#include <gtest/gtest.h>

#include "engines/registry.h"
#include "protocol/fields.h"
#include "referee/prepare/report.h"

namespace referee::prepare {
namespace {

TEST(PreparationJobText, ComesBackAsItWas) {
  PreparationJob job;
  job.submission = "/a/bot.zip";
  job.destination = "/b/bot";
  job.build = {{"command", "make"}};
  job.command = {"./bot"};
  job.adapter = "superball";
  job.memory_mib = 512;
  job.game = "walls";
  job.options = {{"n", 3}};
  job.clock = {{"kind", "per_move"}};
  job.seed = 7;
  job.sandbox = "basic";
  job.report = "/b/report.json";
  job.trash = "/b";
  EXPECT_EQ(PreparationJob::read(nlohmann::json::parse(job.json())).json(), job.json());
  EXPECT_THROW(PreparationJob::read({{"submission", 1}}), fields::Exception);
}

TEST(PreparationJobText, SaysAllOfAnOrder) {
  PreparationOrder order;
  order.submission = "/a/bot.zip";
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
  order.trial.game = engines::find_game("walls");
  order.trial.options = {{"n", 3}};
  order.trial.seed = 7;
  const PreparationJob job = PreparationJob::of(order);
  EXPECT_EQ(PreparationJob::of(job.order()).json(), job.json());
  EXPECT_EQ(job.order().build->archive, "*.zip");
  EXPECT_EQ(job.order().stdio, Stdio::pipe);
  order.build.reset();
  EXPECT_FALSE(PreparationJob::of(order).order().build);
}

TEST(PreparationReportText, ComesBackAsItWas) {
  PreparationReport report;
  report.prepared.stage = Stage::trial;
  report.prepared.problem = "it did not say hello";
  report.prepared.output = "Traceback";
  report.prepared.left_out = {"x, a link that leads outside"};
  report.prepared.build_seconds = 0.5;
  report.built_bytes = 1'000'000'000'000;
  EXPECT_EQ(PreparationReport::read(report.json()).json(), report.json());
  report.prepared.stage = Stage::ready;
  report.prepared.turn_ms = 1.5;
  report.prepared.command = {"./bot"};
  EXPECT_EQ(PreparationReport::read(report.json()).json(), report.json());
}

TEST(PreparationReportText, GarbageIsRefused) {
  PreparationReport report;
  const nlohmann::json good = report.json();
  for (const char* const key :
       {"stage", "problem", "output", "command", "left_out", "build_seconds", "built_bytes"}) {
    nlohmann::json bad = good;
    bad.erase(key);
    EXPECT_THROW(PreparationReport::read(bad), fields::Exception) << key;
    bad[key] = nlohmann::json::object();
    EXPECT_THROW(PreparationReport::read(bad), fields::Exception) << key;
  }
  report.prepared.stage = Stage::ready;  // without a command
  EXPECT_THROW(PreparationReport::read(report.json()), fields::Exception);
}

}  // namespace
}  // namespace referee::prepare
