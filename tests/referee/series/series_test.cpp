#include "referee/series/series.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "referee/series/attempt_summary.h"
#include "referee/series/game_summary.h"
#include "tests/support/complaint.h"
#include "tests/support/match_table.h"
#include "tests/support/patience.h"
#include "tests/support/played_attempts.h"
#include "tests/support/sample_record.h"
#include "tests/support/sums.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

using test_support::always;
using test_support::Json;
using test_support::kLong;
using test_support::kSums;
using test_support::Peer;
using test_support::TempFolder;
using test_support::World;
using testing::ElementsAre;

Task<> play(Series& series, bool& over) {
  co_await series.play();
  over = true;
}

/// A series between scripted bots that dial in.
class SeriesTest : public testing::Test {
 protected:
  ~SeriesTest() override {
    for (const auto& player : acceptor_->seats.players()) {
      player->dismiss("over");
    }
  }

  void prepare(std::size_t seats, int games, Json options, std::vector<Json> instances = {}) {
    acceptor_.emplace(world_.tasks(), seats, std::vector<std::string>{}, kLong);
    options["seats"] = seats;
    SeriesSpec spec;
    spec.game = &kSums;
    spec.options = std::move(options);
    for (Json& instance : instances) {
      instance["seats"] = seats;
    }
    spec.instances = std::move(instances);
    spec.clock.ms = kLong.count();
    spec.clock.silence_ms = kLong.count();
    spec.first.number = 40;
    spec.plan = SeriesPlan::rotating(seats, games);
    spec.no_show = kLong;
    series_.emplace(world_.tasks(), launcher_, &*acceptor_, files_, spec, std::vector<SeatSpec>(seats),
                    MatchObservers{&games_});
  }
  void dial(const std::string& name, Peer::OnMessage script, std::vector<std::string> features = {}) {
    auto pair = world_.loopback().make_pair();
    acceptor_->lobby.accept(pair.ours.release());
    peers_.push_back(std::make_unique<Peer>(world_, std::move(pair.theirs)));
    protocol::Hello hello;
    hello.name = name;
    hello.features = std::move(features);
    peers_.back()->send(line_of(hello));
    peers_.back()->on_message([this, script](Peer& peer, const Json& message) {
      received_.push_back(message);
      script(peer, message);
    });
    world_.until([&] {
      return !acceptor_->seats.players().empty() && acceptor_->seats.players().back()->name() == name;
    });
  }

  /// The names of a game's players by seat; checks that result and job agree.
  std::vector<std::string> players_of(std::size_t game) const {
    std::vector<std::string> names;
    const PlayedAttempt& played = games_.all().at(game);
    for (std::size_t seat = 0; seat < played.result.seats.size(); ++seat) {
      names.push_back(played.result.seats[seat].player);
      EXPECT_EQ(played.job.seats[seat].name, names.back());
    }
    return names;
  }

  TempFolder folder_;
  World world_;
  Launcher launcher_{world_.tasks()};
  RecordFiles files_{folder_.path()};
  std::optional<Series::Acceptor> acceptor_;
  std::optional<Series> series_;
  std::vector<std::unique_ptr<Peer>> peers_;
  std::vector<Json> received_;
  test_support::PlayedAttempts games_;
};

TEST_F(SeriesTest, TheSummaryOfAPlayedGameIsThatOfItsRecord) {
  prepare(2, 2, {{"turns", 4}});
  dial("fair", always(3));
  dial("rude", always(9));  // illegal
  world_.run(series_->play());
  for (const PlayedAttempt& played : games_.all()) {
    const PlannedGame game{.number = 1, .seating = {0, 1}};
    const GameSummary live = summary_of(game, played);
    const GameSummary read = summary_of(game, played.result.record);
    EXPECT_EQ(live.moves_sha256, read.moves_sha256);
    EXPECT_EQ(live.seed, read.seed);
    EXPECT_EQ(live.turns, read.turns);
    for (std::size_t seat = 0; seat < 2; ++seat) {
      EXPECT_EQ(live.seats[seat].score, read.seats[seat].score);
      EXPECT_EQ(live.seats[seat].rank, read.seats[seat].rank);
      EXPECT_EQ(live.seats[seat].turns, read.seats[seat].turns);
      EXPECT_EQ(live.seats[seat].used, read.seats[seat].used);
      EXPECT_EQ(live.seats[seat].worst, read.seats[seat].worst);
      EXPECT_EQ(live.seats[seat].fault_count(), read.seats[seat].fault_count());
    }
    EXPECT_EQ(live.seats[0].fault_count() + live.seats[1].fault_count(), 4);
  }
}

TEST_F(SeriesTest, EveryGameHasItsRecordAndItsSeed) {
  prepare(1, 3, {{"turns", 1}});
  dial("alice", always(1));
  world_.run(series_->play());
  std::set<std::string> salts;
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(games_.all()[i].job.spec.id, "sums-1g" + std::to_string(i + 1));
    EXPECT_EQ(games_.all()[i].record, folder_ / "records" / (games_.all()[i].job.spec.id + ".jsonl"));
    EXPECT_EQ(test_support::read_file(games_.all()[i].record), games_.all()[i].result.record);
    const Json header = Json::parse(test_support::lines_of(games_.all()[i].result.record)[0]);
    EXPECT_EQ(header["seed"], 40 + i);
    EXPECT_EQ(header["match"], games_.all()[i].job.spec.id);
    salts.insert(header["salt"].get<std::string>());
  }
  EXPECT_EQ(salts.size(), 3U);
}

TEST_F(SeriesTest, AGameThatIsAlwaysVoidEndsTheSeries) {
  prepare(1, 2, {{"fails", "step"}});
  dial("alice", always(1));
  EXPECT_EQ(test_support::complaint<std::runtime_error>([&] { world_.run(series_->play()); }),
            "game 1 did not count 3 times; its records say why");
  ASSERT_EQ(games_.all().size(), 3U);
  for (int attempt = 1; attempt <= 3; ++attempt) {
    EXPECT_TRUE(
        std::filesystem::exists(folder_ / "records" / ("sums-1g1.a" + std::to_string(attempt) + ".jsonl")));
  }
  EXPECT_FALSE(std::filesystem::exists(folder_ / "records" / "sums-1g1.jsonl"));
}

TEST_F(SeriesTest, BeforeEachGamePlayersWhoCanAreAskedForTheirHello) {
  // "it gets new_match before every match, the first one too"
  prepare(1, 2, {{"turns", 1}});
  const auto script = [](Peer& peer, const Json& message) {
    if (message["type"] == "turn") {
      peer.send(test_support::move_line(message, 1));
    } else if (message["type"] == "new_match") {
      peer.send(R"({"type":"hello","protocol":1,"name":"alice","features":["new_match"]})");
    }
  };
  dial("alice", script, {"new_match"});
  world_.run(series_->play());
  world_.until([&] { return received_.back().value("reason", "") == "the last game is over"; });
  std::vector<std::string> types;
  for (const Json& message : received_) {
    types.push_back(message["type"]);
  }
  EXPECT_THAT(types, ElementsAre("welcome", "wait", "new_match", "start", "turn", "end", "wait", "new_match",
                                 "start", "turn", "end", "wait"));
}

TEST_F(SeriesTest, NobodyLearnsASeedFromWhichALaterOneFollows) {
  prepare(1, 2, {{"turns", 1}});
  dial("alice", always(1));
  world_.run(series_->play());
  world_.until([&] { return received_.back().value("reason", "") == "the last game is over"; });
  std::vector<Json> seeds;
  for (const Json& message : received_) {
    if (message["type"] == "end") {
      seeds.push_back(message["seed"]);
    }
  }
  EXPECT_THAT(seeds, ElementsAre(Json(), Json(41)));
}

TEST_F(SeriesTest, StopMakesTheRunningGameVoidAndPlaysNoMore) {
  prepare(1, 5, {{"turns", 1}});
  dial("alice", test_support::silent());
  world_.tasks().start("series", series_->play());
  world_.until([&] { return !received_.empty() && received_.back()["type"] == "turn"; });
  series_->stop("interrupted");
  world_.until([&] { return !games_.all().empty(); });
  world_.poll();
  ASSERT_EQ(games_.all().size(), 1U);
  EXPECT_TRUE(games_.all()[0].result.is_void);
  EXPECT_EQ(games_.all()[0].result.why, "interrupted");
}

TEST_F(SeriesTest, StopDoesNotWaitForAPlayerWhoHasLeft) {
  prepare(2, 1, {{"turns", 1}});
  dial("alice", always(1));
  dial("bob", always(1));
  peers_[0]->close();
  world_.until([&] { return !acceptor_->seats.players()[0]->connected(); });
  bool ended = false;
  world_.tasks().start("series", play(*series_, ended));
  world_.poll();
  EXPECT_FALSE(ended);
  series_->stop("interrupted");
  world_.until([&] { return ended; });
  EXPECT_TRUE(games_.all().empty());
}

}  // namespace
}  // namespace referee
