#include "referee/queue/remote_builds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <stdexcept>
#include <vector>

#include <boost/asio/post.hpp>

#include "engines/registry.h"
#include "protocol/messages.h"
#include "referee/base/content_hash.h"
#include "tests/support/fake_board.h"
#include "tests/support/temp_folder.h"
#include "tests/support/world.h"

// Builds by workers that do what the test says.

namespace referee::queue {
namespace {

namespace fs = std::filesystem;
using prepare::Stage;
using test_support::FakeBoard;
using test_support::TempFolder;
using test_support::World;
using test_support::write_file;
using testing::ElementsAre;
using testing::HasSubstr;

/// How this machine prepares: it notes what it is given.
class NotingPreparer final : public prepare::Preparer {
 public:
  Task<prepare::Report> prepare(std::string name, prepare::Order /*order*/) override {
    names_.push_back(std::move(name));
    co_return prepare::Report{Stage::ready, ""};
  }
  void stop(const std::string& /*why*/) override {}

  std::vector<std::string> names_;
};

class RemoteBuildsTest : public testing::Test {
 protected:
  RemoteBuildsTest()
      : jobs_(world_.tasks(), board_.board(), {}),
        builds_(jobs_, Sync::none, here_, [this](const std::string& why) { too_large_ = why; }) {
    fs::create_directories(folder_ / "in/empty");
    write_file(folder_ / "in/bot", "#!/bin/sh\n");
    fs::permissions(folder_ / "in/bot", fs::perms::owner_exec, fs::perm_options::add);
    fs::create_symlink("bot", folder_ / "in/link");
    fs::create_symlink("/etc/passwd", folder_ / "in/outside");
    order_.submission = folder_ / "in";
    order_.destination = folder_ / "out";
    order_.trial.emplace().game = engines::find_game("walls");
    order_.trial->options = {{"n", 3}};
  }

  ~RemoteBuildsTest() override { world_.run_dry(); }

  /// A worker that has built what is in `bot`.
  static FakeBoard::Answer ready(const fs::path& bot) {
    const Bundle bundle = pack_whole(bot);
    BuiltOutcome outcome;
    outcome.report.stage = Stage::ready;
    outcome.report.command = {"./bot"};
    outcome.report.built_bytes = 1'000'000;  // it may lie
    outcome.bundle = bundle.sha256;
    return {JobNews::State::over, protocol::dump(json_of(outcome)), bundle.bytes};
  }
  static FakeBoard::Answer failed(const std::string& why, bool is_too_large = false) {
    return {JobNews::State::over, protocol::dump(json_of(FailedBuild{why, is_too_large})), ""};
  }
  static FakeBoard::Answer lost_by(const std::string& worker) {
    return {.state = JobNews::State::lost, .worker = worker};
  }
  prepare::Report build() {
    prepare::Report report;
    why_.clear();
    too_large_.clear();
    world_.run(keep(report));
    board_.settle();
    return report;
  }
  Task<> keep(prepare::Report& report) {
    try {
      report = co_await builds_.prepare("anna", order_);
    } catch (const std::exception& error) {
      why_ = error.what();
    }
  }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const StoredJob& job : board_.posted_) {
      names.push_back(job.name);
    }
    return names;
  }

  TempFolder folder_;
  World world_;
  FakeBoard board_{world_};
  RemoteJobs jobs_;
  NotingPreparer here_;
  RemoteBuilds builds_;
  prepare::Order order_;
  std::string why_;
  std::string too_large_;
};

TEST_F(RemoteBuildsTest, WhatWasBuiltComesBackAsItWas) {
  fs::create_directories(folder_ / "made/data/empty");
  write_file(folder_ / "made/bot", "binary");
  fs::permissions(folder_ / "made/bot", fs::perms::owner_exec, fs::perm_options::add);
  write_file(folder_ /
                 "made/data/b\xc3\xbc"
                 "cher",
             std::string("a\0b", 3));
  fs::create_symlink("../bot", folder_ / "made/data/link");
  board_.worker_ = [this](const StoredJob& job) {
    EXPECT_TRUE(job.builds);
    EXPECT_EQ(job.sandbox, static_cast<std::int64_t>(SandboxLevel::basic));
    const QueuedBuild build = QueuedBuild::read(nlohmann::json::parse(job.body));
    EXPECT_TRUE(board_.bundles_.contains(build.hand_in.bundle));
    return ready(folder_ / "made");
  };
  const prepare::Report report = build();
  EXPECT_EQ(why_, "");
  EXPECT_EQ(report.stage, Stage::ready);
  EXPECT_EQ(report.built_bytes, 9U);
  EXPECT_THAT(report.left_out, ElementsAre("outside, a link that leads outside"));
  EXPECT_EQ(content_hash(folder_ / "out"), content_hash(folder_ / "made"));
  EXPECT_TRUE(board_.bundles_.empty());
  EXPECT_EQ(board_.removed_, names());
}

TEST_F(RemoteBuildsTest, AWorkerThatIsLostIsNoFailureAndCountsOnce) {
  board_.worker_ = [this](const StoredJob& job) {
    if (job.name == "build anna/4") {
      return failed("the disk is full");
    }
    return job.name == "build anna/5" ? ready(folder_ / "in")
                                      : lost_by(job.name == "build anna/3" ? "w2" : "w1");
  };
  // Three failures or three workers would end it: those before were none, and two.
  EXPECT_EQ(build().stage, Stage::ready);
  EXPECT_EQ(names().size(), 5U);
}

TEST_F(RemoteBuildsTest, AHandInThatThreeWorkersLoseIsReportedWithTheirNames) {
  board_.worker_ = [](const StoredJob& job) { return lost_by("w" + job.name.substr(job.name.size() - 1)); };
  const prepare::Report report = build();
  EXPECT_EQ(why_, "");
  EXPECT_EQ(report.stage, Stage::build);
  EXPECT_THAT(report.problem, HasSubstr("3 workers"));
  EXPECT_THAT(report.problem, HasSubstr("w1, w2, w3"));
  EXPECT_EQ(names().size(), 3U);
  EXPECT_EQ(board_.removed_, names());
}

TEST_F(RemoteBuildsTest, AMachineThatFailsIsToldTheThirdTime) {
  board_.worker_ = [](const StoredJob&) { return failed("the disk is full"); };
  (void)build();
  EXPECT_THAT(why_, HasSubstr("failed 3 times: the disk is full"));
  EXPECT_THAT(names(), ElementsAre("build anna/1", "build anna/2", "build anna/3"));
  EXPECT_FALSE(fs::exists(folder_ / "out"));
}

TEST_F(RemoteBuildsTest, WhatIsNotTrueDoesNotCount) {
  write_file(folder_ / "in/other", "");
  board_.worker_ = [this](const StoredJob& job) {
    FakeBoard::Answer answer = ready(folder_ / "in");
    if (job.name == "build anna/1") {
      answer.built = pack_file(folder_ / "in/other").bytes;
    } else if (job.name == "build anna/2") {
      answer.outcome = std::string(1'000'000, '[');
    }
    return answer;
  };
  EXPECT_EQ(build().stage, Stage::ready);
  EXPECT_EQ(names().size(), 3U);
}

TEST_F(RemoteBuildsTest, WhatIsTooLargeIsForThisMachine) {
  board_.worker_ = [](const StoredJob&) { return failed("64 MiB", true); };
  (void)build();
  EXPECT_THAT(too_large_, HasSubstr("64 MiB"));
  EXPECT_EQ(names().size(), 1U);
  EXPECT_THAT(here_.names_, ElementsAre("anna"));
}

TEST_F(RemoteBuildsTest, CanBeStopped) {
  board_.worker_ = [this](const StoredJob&) -> std::optional<FakeBoard::Answer> {
    boost::asio::post(world_.io(), [this] { builds_.stop("enough"); });
    return std::nullopt;
  };
  (void)build();
  EXPECT_THAT(why_, HasSubstr("enough"));
  EXPECT_THAT(board_.removed_, ElementsAre("build anna/1"));
}

TEST_F(RemoteBuildsTest, TheFilesOfTheCourseTravelOnce) {
  fs::create_directories(folder_ / "course/lib");
  write_file(folder_ / "course/lib/moves.inc", "");
  order_.build.emplace();
  order_.build->provide = {folder_ / "course/lib"};
  board_.worker_ = [this](const StoredJob& job) {
    const QueuedBuild build = QueuedBuild::read(nlohmann::json::parse(job.body));
    EXPECT_EQ(build.provided.at(0).name, "lib");
    EXPECT_EQ(build.order.build->provide.size(), 0U);
    return ready(folder_ / "in");
  };
  (void)build();
  fs::remove_all(folder_ / "out");
  (void)build();
  EXPECT_EQ(why_, "");
  EXPECT_EQ(board_.bundles_.size(), 1U);
  EXPECT_EQ(board_.puts_, 3) << "the course's once, and a hand-in's for each build";
}

}  // namespace
}  // namespace referee::queue
