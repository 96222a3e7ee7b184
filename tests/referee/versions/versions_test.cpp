#include "referee/versions/versions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <filesystem>
#include <stdexcept>

#include "referee/tournament/run/opened_store.h"
#include "referee/versions/version_data.h"
#include "tests/support/tournament_fixture.h"

namespace referee::versions {
namespace {

namespace fs = std::filesystem;
using test_support::dialling;
using testing::ElementsAre;
using testing::HasSubstr;
using Status = StoredVersion::Status;

/// Does what the test says, when it says so.
class FakePreparer final : public prepare::Preparer {
 public:
  explicit FakePreparer(boost::asio::io_context& io) : changed_(io) {}

  Task<prepare::Report> prepare(std::string /*name*/, prepare::Order order) override {
    files_.push_back(order.submission);
    while (reports_.empty() && !stopped_) {
      co_await changed_.changed();
    }
    if (stopped_) {
      throw std::runtime_error("stopped");
    }
    const std::optional<prepare::Report> report = reports_.front();
    reports_.pop_front();
    if (!report) {
      throw std::runtime_error("the disk is broken");
    }
    if (report->is_ready()) {
      fs::create_directory(order.destination);
      test_support::write_file(order.destination / "bot", "");
    }
    co_return *report;
  }
  void stop(const std::string& /*why*/) override {
    stopped_ = true;
    changed_.notify();
  }
  /// Nothing: the machine fails.
  void end(std::optional<prepare::Report> report) {
    reports_.push_back(std::move(report));
    changed_.notify();
  }

  std::vector<fs::path> files_;

 private:
  std::deque<std::optional<prepare::Report>> reports_;
  Condition changed_;
  bool stopped_ = false;
};

prepare::Report ready() {
  prepare::Report report;
  report.stage = prepare::Stage::ready;
  report.command = {"./bot"};
  report.built_bytes = 100;
  return report;
}

prepare::Report failed(prepare::Stage stage = prepare::Stage::build) {
  prepare::Report report;
  report.stage = stage;
  report.problem = "exit status 1";
  return report;
}

class VersionsTest : public testing::Test {
 protected:
  /// Begins as a start of the program does, with what earlier starts have left.
  void open() {
    close();
    config_.file = "spring.json";
    config_.name = "Spring";
    config_.store = folder_ / "t.db";
    config_.trial.seed = 1;
    config_.entrants = {dialling("ada"), dialling("bob")};
    config_.submissions = spec_;
    auto store = open_store(config_.store, StoreAccess::exclusive);
    const StoreContent content = store->load();
    writer_.emplace(world_.tasks(), std::move(store));
    changes_.emplace(world_.tasks().clock(), *writer_, content.changes);
    roster_.emplace(world_.tasks().clock(), config_, content, *writer_, *changes_);
    if (by_rounds_) {
      roster_->hold_versions();
    }
    preparer_ = std::make_unique<FakePreparer>(world_.io());
    versions_.emplace(Versions::Surroundings{world_.tasks(), config_, *roster_, *writer_, *changes_}, content,
                      VersionFolder(config_.store));
    versions_->begin(*preparer_, at_once_);
  }
  void close() {
    if (versions_) {
      versions_->stop("it is over");
      world_.until([this] { return world_.tasks().running() == 0; });
    }
    versions_.reset();
    roster_.reset();
    changes_.reset();
    writer_.reset();
  }
  ~VersionsTest() override { close(); }

  HandInAnswer hand_in(Entrant entrant, const std::string& bytes, const std::string& name = "bot.py") {
    IncomingFile file(versions_->folder(), name);
    file.write(bytes);
    file.finish();
    auto place = versions_->desk()->enter({entrant}, bytes.size(), std::chrono::system_clock::now());
    auto arrived = std::make_shared<HandIn>(
        HandIn{{entrant}, std::move(file), std::move(std::get<HandInDesk::Place>(place))});
    HandInAnswer answer;
    world_.run(received(*versions_, std::move(arrived), answer));
    return answer;
  }
  static Task<> received(Versions& versions, std::shared_ptr<HandIn> hand_in, HandInAnswer& answer) {
    answer = co_await versions.receive(std::move(hand_in));
  }
  /// Hands in, and ends the preparation so.
  int prepared(const std::string& bytes, std::optional<prepare::Report> report, Entrant entrant = 0) {
    const int number = hand_in(entrant, bytes).version.number;
    preparer_->end(std::move(report));
    world_.until([&] { return is_idle(); });
    return number;
  }
  /// Nothing waits to be built.
  bool is_idle() const {
    return (versions_->text(0) + versions_->text(1)).find("waiting") == std::string::npos;
  }
  StoreContent content() {
    std::vector<StoreWrite> nothing;
    world_.run(writer_->write(std::move(nothing)));
    return open_store(config_.store, StoreAccess::read_only)->load();
  }
  StoredVersion stored(Entrant entrant, int number) {
    const StoreContent all = content();
    const StoredVersion* const version = find_version(all, entrant, number);
    return version == nullptr ? StoredVersion{} : *version;
  }
  static std::size_t count(const fs::path& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), {}));
  }
  std::string refused(Entrant entrant, int number) {
    try {
      return versions_->roll_back(entrant, number);
    } catch (const std::invalid_argument& wrong) {
      return wrong.what();
    }
  }

  test_support::TempFolder folder_;
  test_support::World world_;
  TournamentConfig config_;
  SubmissionSpec spec_;
  bool by_rounds_ = false;
  std::size_t at_once_ = 1;
  std::optional<StoreWriter> writer_;
  std::optional<ChangeLog> changes_;
  std::optional<Roster> roster_;
  std::unique_ptr<FakePreparer> preparer_;
  std::optional<Versions> versions_;
};

TEST_F(VersionsTest, AVersionIsInTheStoreBeforeAnybodyIsTold) {
  open();
  const HandInAnswer answer = hand_in(0, "hello");
  EXPECT_FALSE(answer.refused);
  EXPECT_FALSE(answer.known);
  EXPECT_EQ(answer.version.number, 1);
  const StoredVersion kept = stored(0, 1);
  EXPECT_EQ(kept, answer.version);
  EXPECT_EQ(kept.status, Status::waiting);
  EXPECT_EQ(kept.sha256, protocol::Sha256::hex_of("hello"));
  EXPECT_EQ(kept.bytes, 5U);
  EXPECT_EQ(hand_in(1, "hello").version.number, 1) << "numbers are by entrant";
}

TEST_F(VersionsTest, AReadyVersionPlaysAndAFailedOneLeavesItPlaying) {
  open();
  EXPECT_EQ(prepared("1", ready()), 1);
  EXPECT_EQ(roster_->version(0), 1);
  EXPECT_EQ(roster_->bot(0)->argv.front(), fs::canonical(versions_->folder().built(0, 1)) / "bot");
  EXPECT_TRUE(roster_->bot(0)->confinement);
  EXPECT_EQ(prepared("2", failed()), 2);
  EXPECT_EQ(stored(0, 2).status, Status::failed);
  EXPECT_EQ(roster_->version(0), 1);
  EXPECT_EQ(count(versions_->folder().files()), 1U) << "files of a version that failed are of no use";
  EXPECT_EQ(prepared("3", ready()), 3);
  EXPECT_EQ(roster_->version(0), 3);
  EXPECT_EQ(roster_->version(1), 0);
}

TEST_F(VersionsTest, InRoundsAVersionWaitsForTheNextOne) {
  by_rounds_ = true;
  open();
  prepared("1", ready());
  EXPECT_EQ(roster_->version(0), 0);
  EXPECT_EQ(roster_->next_version(0), 1);
  const StoreContent all = content();
  EXPECT_THAT(version_json(all, all.versions[0]), HasSubstr(R"("plays":"next")"));
  open();
  EXPECT_EQ(roster_->next_version(0), 1) << "after a crash, too";
  std::vector<StoreWrite> writes = roster_->take_versions();
  world_.run(writer_->write(std::move(writes)));
  open();
  EXPECT_EQ(roster_->version(0), 1);
  EXPECT_EQ(roster_->next_version(0), std::nullopt);
}

TEST_F(VersionsTest, TheSameContentIsTheSameVersion) {
  open();
  prepared("1", ready());
  prepared("2", ready());
  prepared("3", failed());
  const std::size_t prepared_so_far = preparer_->files_.size();
  const HandInAnswer first = hand_in(0, "1");
  EXPECT_TRUE(first.known);
  EXPECT_EQ(first.version.number, 1);
  EXPECT_EQ(roster_->version(0), 1) << "who hands it in again wants it to play";
  EXPECT_EQ(hand_in(0, "3").version.number, 3) << "what does not build will not";
  EXPECT_EQ(hand_in(0, "3", "other.py").version.number, 4) << "a name says how it is started";
  EXPECT_EQ(hand_in(1, "1").version.number, 1) << "of another entrant it is another one";
  EXPECT_FALSE(hand_in(1, "1").version.at.empty());
  preparer_->end(ready());
  preparer_->end(ready());
  world_.until([&] { return is_idle(); });
  EXPECT_EQ(preparer_->files_.size(), prepared_so_far + 2) << "known ones are not built again";
}

TEST_F(VersionsTest, AFailureOfTheMachineIsNotTheAuthorsFault) {
  open();
  prepared("1", std::nullopt);  // the preparer throws
  EXPECT_EQ(stored(0, 1).status, Status::failed);
  EXPECT_THAT(stored(0, 1).report, HasSubstr("\"machine\""));
  EXPECT_FALSE(hand_in(0, "1").known) << "it may be handed in again";
  preparer_->end(failed(prepare::Stage::trial));
  world_.until([&] { return is_idle(); });
  EXPECT_FALSE(hand_in(0, "1").known) << "a busy machine makes a bot late";
}

TEST_F(VersionsTest, VersionsAreBuiltOneAfterTheOther) {
  open();
  hand_in(0, "1");
  hand_in(1, "2");
  hand_in(0, "3");
  world_.until([&] { return preparer_->files_.size() == 1; });
  preparer_->end(ready());
  preparer_->end(ready());
  preparer_->end(failed());
  world_.until([&] { return is_idle(); });
  EXPECT_EQ(preparer_->files_.size(), 3U);
  EXPECT_EQ(roster_->version(0), 1);
  EXPECT_EQ(roster_->version(1), 1);
}

TEST_F(VersionsTest, ManyAtOnceAreThoseOfDifferentEntrants) {
  at_once_ = 3;
  open();
  hand_in(0, "1");
  hand_in(0, "2", "second.py");
  hand_in(1, "3");
  world_.until([&] { return preparer_->files_.size() == 2; });
  EXPECT_EQ(preparer_->files_[0].filename(), "bot.py");
  EXPECT_EQ(preparer_->files_[1].filename(), "bot.py");
  preparer_->end(ready());
  preparer_->end(ready());
  preparer_->end(ready());
  world_.until([&] { return is_idle(); });
  EXPECT_EQ(preparer_->files_.size(), 3U);
  EXPECT_EQ(roster_->version(0), 2) << "the newest one plays";
  EXPECT_EQ(roster_->version(1), 1);
}

TEST_F(VersionsTest, AVersionThatWaitedIsBuiltAfterTheNextStart) {
  open();
  hand_in(0, "1");
  hand_in(1, "2");
  world_.until([&] { return preparer_->files_.size() == 1; });
  open();
  preparer_->end(ready());
  preparer_->end(ready());
  world_.until([&] { return is_idle(); });
  EXPECT_EQ(roster_->version(0), 1);
  EXPECT_EQ(stored(0, 1).status, Status::ready);
}

TEST_F(VersionsTest, AVersionWhoseFilesAreGoneIsNamed) {
  open();
  prepared("1", ready());
  const fs::path built = versions_->folder().built(0, 1);
  close();
  fs::remove_all(built);
  open();
  EXPECT_EQ(roster_->version(0), 0);
  EXPECT_FALSE(roster_->launched(0));
  EXPECT_THAT(changes_->all().back().text, HasSubstr("submission 1 of ada is missing"));
}

TEST_F(VersionsTest, OldVersionsAreRemovedButNotTheOneThatPlays) {
  spec_.versions_kept = 3;
  by_rounds_ = true;
  open();
  prepared("1", ready());
  std::vector<StoreWrite> writes = roster_->take_versions();
  world_.run(writer_->write(std::move(writes)));
  for (const char* const bytes : {"2", "3", "4", "5"}) {
    prepared(bytes, ready());
  }
  const VersionFolder& folder = versions_->folder();
  EXPECT_TRUE(fs::exists(folder.built(0, 1))) << "it plays in this round";
  EXPECT_FALSE(fs::exists(folder.built(0, 2)));
  EXPECT_TRUE(fs::exists(folder.built(0, 3)));
  EXPECT_EQ(content().versions.size(), 5U) << "records name them";
  EXPECT_THAT(refused(0, 2), HasSubstr("has been removed"));
  EXPECT_FALSE(hand_in(0, "2").known) << "it has to be built again";
}

TEST_F(VersionsTest, TheArbiterGoesBackToAnEarlierVersion) {
  open();
  prepared("1", ready());
  prepared("2", ready());
  prepared("3", failed());
  EXPECT_EQ(refused(0, 1), "ada plays submission 1 from its next game on");
  EXPECT_EQ(roster_->version(0), 1);
  EXPECT_THAT(changes_->all().back().text, HasSubstr("ada plays submission 1, by order of the arbiter"));
  EXPECT_EQ(refused(0, 0), "ada plays with the command of the tournament file from its next game on");
  EXPECT_FALSE(roster_->launched(0));
  EXPECT_EQ(refused(0, 3), "submission 3 of ada is not ready to play");
  EXPECT_EQ(refused(0, 4), "ada has no submission 4: it has sent 3");
  EXPECT_THAT(versions_->text(0), HasSubstr("failed: exit status 1"));
  EXPECT_EQ(versions_->text(1), "bob has submitted nothing");
}

TEST_F(VersionsTest, WhoIsOutHandsInNothing) {
  open();
  roster_->withdraw(0, "it cheats");
  EXPECT_EQ(hand_in(0, "1").refused->status, 409);
  EXPECT_EQ(count(versions_->folder().files()), 0U);
  versions_->stop("it is over");
  EXPECT_EQ(hand_in(1, "1").refused->status, 503);
}

TEST_F(VersionsTest, TheTellingOfVersionsNamesTheNewestFirst) {
  open();
  prepared("1", ready());
  prepared("2", failed());
  const auto told = nlohmann::json::parse(versions_json(content(), 0, spec_));
  EXPECT_EQ(told.at("entrant").get<std::string>(), "ada");
  ASSERT_EQ(told.at("versions").size(), 2U);
  EXPECT_EQ(told["versions"][0]["number"].get<int>(), 2);
  EXPECT_EQ(told["versions"][0]["problem"].get<std::string>(), "exit status 1");
  EXPECT_EQ(told["versions"][1]["plays"].get<std::string>(), "now");
  EXPECT_EQ(nlohmann::json::parse(versions_json(content(), 1, spec_)).at("versions").size(), 0U);
}

}  // namespace
}  // namespace referee::versions
