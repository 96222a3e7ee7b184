#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>

#include "tests/referee/rules/rules_room.h"
#include "tests/support/complaint.h"
#include "tests/support/world.h"

// Games that never wait: they are pending until the loop has the program's answer.
namespace referee::rules {
namespace {

using engines::Observer;
using testing::HasSubstr;

/// A loop that waits for what other threads post.
class PostedWorld {
 public:
  engines::Poster poster() {
    return [this](std::function<void()> call) { boost::asio::post(world_.io(), std::move(call)); };
  }
  test_support::World& world() { return world_; }
  /// Waits for the program, and takes its answer.
  Json completed(engines::Game& game) {
    bool ready = false;
    game.when_ready([&] { ready = true; });
    world_.until([&] { return ready; });
    EXPECT_FALSE(game.pending());
    std::string events;
    game.complete(events);
    return events.empty() ? Json() : Json::parse(events);
  }

 private:
  test_support::World world_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{world_.io().get_executor()};
};

void bid_all(engines::Game& game, int bid) {
  for (const engines::Seat seat : game.to_move()) {
    (void)game.submit(seat, bid);
    game.settle(seat, engines::Microseconds(10), false);
  }
}

TEST(PendingRules, PlayWhatGamesThatWaitPlay) {
  const auto folder = cards_folder();
  const RulesRoom room(folder);
  PostedWorld posted;
  const engines::Seed seed{4, std::string(32, 'c')};
  const auto waits = room.make(Json::object(), seed);
  const auto game = room.entry().begin(Json::object(), seed, posted.poster());
  EXPECT_TRUE(game->pending());
  EXPECT_EQ(game->seats(), 2);
  EXPECT_EQ(game->options(), waits->options());
  EXPECT_TRUE(posted.completed(*game).is_null()) << "a start has no events";
  while (!game->to_move().empty()) {
    EXPECT_EQ(game->view(Observer::everybody()), waits->view(Observer::everybody()));
    bid_all(*game, 4);
    bid_all(*waits, 4);
    std::string none;
    game->step(none);
    EXPECT_TRUE(game->pending());
    EXPECT_EQ(none, "");
    EXPECT_EQ(posted.completed(*game), waits->step());
    EXPECT_EQ(game->refused().size(), waits->refused().size());
  }
  EXPECT_EQ(game->scores(), waits->scores());
}

TEST(PendingRules, TellAFailureWhenTheyAreCompleted) {
  const auto folder = sticks_folder({{"command", {"python3", "nothing.py"}}});
  const RulesRoom room(folder);
  PostedWorld posted;
  const auto game = room.entry().begin(Json::object(), {}, posted.poster());
  EXPECT_THAT(test_support::complaint<engines::RulesFailure>([&] { posted.completed(*game); }),
              HasSubstr("game sticks: "));
}

TEST(PendingRules, AnEndedGameTellsNobody) {
  const auto folder = sticks_folder();
  const RulesRoom room(folder);
  PostedWorld posted;
  int told = 0;
  for (int i = 0; i < 20; ++i) {
    auto gone = room.entry().begin(Json::object(), {}, posted.poster());
    gone->when_ready([&] { ++told; });
    const auto stays = room.entry().begin(Json::object(), {}, posted.poster());
    gone.reset();
    posted.completed(*stays);  // answered later
  }
  EXPECT_EQ(told, 0);
}

TEST(PendingRules, AGameMayEndWhileItIsTold) {
  const auto folder = sticks_folder();
  const RulesRoom room(folder);
  PostedWorld posted;
  auto game = room.entry().begin(Json::object(), {}, posted.poster());
  game->when_ready([&] { game.reset(); });
  posted.world().until([&] { return game == nullptr; });
}

TEST(PendingRules, RequestsOfManyMatchesAreUnderWayAtATime) {
  // The first step is answered when the next request comes: who waits for each answer would wait for ever.
  Json json = game_json("late");
  json["answer_ms"] = 60'000;
  const GameFolder folder(json, R"(
from loop import requests, say
say({"type": "hello", "rules_program": 1, "name": "late", "version": 1})
held = None
for request in requests():
    if request["type"] == "end":
        continue
    if held:
        say({"id": held, "to_move": [0], "view": 1})
        held = None
    if request["type"] == "step":
        held = request["id"]
    else:
        say({"id": request["id"], "to_move": [0], "view": 1})
)");
  const RulesRoom room(folder);
  PostedWorld posted;
  const auto held = room.entry().begin(Json::object(), {}, posted.poster());
  posted.completed(*held);
  std::string events;
  held->step(events);
  const auto quick = sticks_folder();
  const RulesEntry other(host_rules(room.thread(), quick.path()));
  const auto beside = other.begin(Json::object(), {}, posted.poster());
  posted.completed(*beside);
  EXPECT_TRUE(held->pending()) << "a slow program delays its own matches only";
  const auto next = room.entry().begin(Json::object(), {}, posted.poster());
  posted.completed(*held);
  posted.completed(*next);
}

TEST(PendingRules, ManyArePlayedBesideOthersThatWait) {
  const auto folder = sticks_folder();
  const RulesRoom room(folder);
  PostedWorld posted;
  std::vector<std::thread> threads;
  std::vector<int> over(4, 0);
  for (int& count : over) {
    threads.emplace_back([&] {
      for (int i = 0; i < 10; ++i) {
        const auto game = room.make({{"sticks", 20}});
        while (!game->to_move().empty()) {
          play(*game, 2);
        }
        ++count;
      }
    });
  }
  std::vector<std::unique_ptr<engines::Game>> games;
  for (int i = 0; i < 64; ++i) {
    games.push_back(room.entry().begin({{"sticks", 20}}, {}, posted.poster()));
  }
  std::size_t done = 0;
  std::function<void(engines::Game&)> go_on = [&](engines::Game& game) {
    std::string events;
    game.complete(events);
    if (game.to_move().empty()) {
      ++done;
      return;
    }
    (void)game.submit(game.to_move().front(), 2);
    game.step(events);
    game.when_ready([&] { go_on(game); });
  };
  for (const auto& game : games) {
    game->when_ready([&, one = game.get()] { go_on(*one); });
  }
  posted.world().until([&] { return done == games.size(); });
  for (std::thread& one : threads) {
    one.join();
  }
  EXPECT_THAT(over, testing::Each(10));
}

}  // namespace
}  // namespace referee::rules
