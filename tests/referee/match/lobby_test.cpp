#include "referee/match/lobby.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "referee/match/open_seats.h"
#include "tests/support/patience.h"
#include "tests/support/peer.h"

namespace referee {
namespace {

using namespace std::chrono_literals;

const TimePoint kStart{100s};

TEST(TakeOverGauge, FiveAMinuteAreFreeAndTheNewestWaits) {
  // "after 5 take-overs a minute the newest waits (`retry_after_ms`)"
  TakeOverGauge gauge;
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(gauge.wait_at(kStart + i * 1s), 0ms);
  }
  EXPECT_EQ(gauge.wait_at(kStart + 10s), 50s);
  EXPECT_EQ(gauge.wait_at(kStart + 10s), 50s) << "one that waits is not counted";
}

TEST(TakeOverGauge, TheOldestIsForgottenAfterAMinute) {
  TakeOverGauge gauge;
  for (int i = 0; i < 5; ++i) {
    (void)gauge.wait_at(kStart + i * 1s);
  }
  EXPECT_EQ(gauge.wait_at(kStart + 60s - 1us), 1ms) << "never told to come back at once";
  EXPECT_EQ(gauge.wait_at(kStart + 60s), 0ms);
  EXPECT_EQ(gauge.wait_at(kStart + 60s), 1s);
}

using test_support::Json;
using test_support::kLong;
using test_support::Peer;
using test_support::World;

class LobbyTest : public testing::Test {
 protected:
  /// A bot that dials in and says hello; `token` "" for none.
  Peer& dial(const std::string& name, const std::string& token = "") {
    auto pair = world_.loopback().make_pair();
    lobby_.accept(pair.ours.release());
    peers_.push_back(std::make_unique<Peer>(world_, std::move(pair.theirs)));
    protocol::Hello hello;
    hello.name = name;
    hello.token = token;
    peers_.back()->send(line_of(hello));
    return *peers_.back();
  }
  /// Dials in and returns the token issued.
  std::string enter(const std::string& name) {
    const Json welcome = dial(name).next();
    EXPECT_EQ(welcome["type"], "welcome");
    EXPECT_EQ(welcome["name"], name);
    return welcome.at("token");
  }
  static void expect_turned_away(Peer& peer, const std::string& code, const std::string& message) {
    const Json error = peer.next();
    EXPECT_EQ(error["type"], "error");
    EXPECT_EQ(error["code"], code);
    EXPECT_EQ(error["message"], message);
    EXPECT_EQ(peer.read_to_end(), "");
  }

  World world_;
  OpenSeats seats_{world_.tasks(), 2, {"House"}};
  Lobby lobby_{world_.tasks(), seats_, kLong};
  std::vector<std::unique_ptr<Peer>> peers_;
};

TEST_F(LobbyTest, ANewNameIsWelcomedWithAToken) {
  // "lets a new name in and issues a token in `welcome`"
  Peer& alice = dial("alice");
  const Json welcome = alice.next();
  EXPECT_EQ(welcome["type"], "welcome");
  EXPECT_EQ(welcome["protocol"], 1);
  EXPECT_EQ(welcome["name"], "alice");
  EXPECT_EQ(welcome["token"].get<std::string>().size(), 32U);
  EXPECT_EQ(alice.next()["type"], "wait");
  ASSERT_EQ(seats_.players().size(), 1U);
  EXPECT_EQ(seats_.players()[0]->name(), "alice");
  EXPECT_TRUE(seats_.players()[0]->connected());
  EXPECT_FALSE(seats_.full().is_set());
}

TEST_F(LobbyTest, WithoutHelloTheOldestGivesWayOnceItHasHadItsGrace) {
  Lobby small(world_.tasks(), seats_, kLong, {.in_all = 4, .per_address = 2, .grace = Milliseconds(0)});
  std::vector<std::unique_ptr<Peer>> silent;
  const auto connect = [&] {
    auto pair = world_.loopback().make_pair();
    small.accept(pair.ours.release());
    silent.push_back(std::make_unique<Peer>(world_, std::move(pair.theirs)));
  };
  connect();
  connect();
  connect();
  const Json busy = silent.front()->next();
  EXPECT_EQ(busy["code"], "busy");
  EXPECT_GE(busy["retry_after_ms"], 1);
  EXPECT_EQ(silent.front()->read_to_end(), "");
  small.close("the match is over");
  EXPECT_EQ(silent[1]->next()["reason"], "the match is over");
  EXPECT_EQ(silent[2]->next()["reason"], "the match is over");
}

TEST_F(LobbyTest, AfterThreeWrongTokensTheNextHasToWaitEvenIfItIsRight) {
  const std::string token = enter("alice");
  Lobby elsewhere(world_.tasks(), seats_, kLong);  // has not seen alice's address yet
  const auto try_out = [&](const std::string& shown) {
    auto pair = world_.loopback().make_pair();
    elsewhere.accept(pair.ours.release());
    peers_.push_back(std::make_unique<Peer>(world_, std::move(pair.theirs)));
    protocol::Hello hello;
    hello.name = "alice";
    hello.token = shown;
    peers_.back()->send(line_of(hello));
    return peers_.back()->next();
  };
  EXPECT_FALSE(try_out("a").contains("retry_after_ms"));
  EXPECT_FALSE(try_out("b").contains("retry_after_ms"));
  const Json third = try_out("c");
  EXPECT_EQ(third["code"], "bad_token");
  EXPECT_EQ(third["retry_after_ms"], 1000);
  for (const std::string& next : {std::string("d"), token}) {
    const Json error = try_out(next);
    EXPECT_EQ(error["code"], "too_many_tries");
    EXPECT_LE(error["retry_after_ms"], 1000);
  }
  elsewhere.close("the match is over");
}

TEST_F(LobbyTest, ANeighboursWrongTokensKeepNoBotOutThatHasPlayedFromThere) {
  const std::string token = enter("alice");
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(dial("alice", "guess").next()["code"], "bad_token");
  }
  EXPECT_EQ(dial("alice", token).next()["type"], "welcome");
}

TEST_F(LobbyTest, EveryNameHasItsOwnToken) { EXPECT_NE(enter("alice"), enter("bob")); }

TEST_F(LobbyTest, ItIsFullWhenAllPlacesAreTaken) {
  enter("alice");
  enter("bob");
  EXPECT_TRUE(seats_.full().is_set());
  expect_turned_away(dial("carol"), "full", "all seats are taken");
  EXPECT_EQ(seats_.players().size(), 2U);
}

TEST_F(LobbyTest, AKnownNameNeedsItsToken) {
  const std::string token = enter("alice");
  for (const std::string& wrong : {std::string("guess"), token + "0"}) {
    expect_turned_away(dial("alice", wrong), "bad_token",
                       "name 'alice' is registered: it plays with its token only, and this is another one");
  }
  expect_turned_away(dial("alice"), "bad_token",
                     "name 'alice' is registered: it plays with its token only, and none was shown");
  EXPECT_TRUE(seats_.players()[0]->connected()) << "the one who is there is not disturbed";
  const Json welcome = dial("alice", token).next();
  EXPECT_EQ(welcome["type"], "welcome");
  EXPECT_FALSE(welcome.contains("token")) << "only when newly issued";
}

TEST_F(LobbyTest, NamesAreUniqueAfterCaseFolding) {
  // "unique after case folding (they become file names)"
  const std::string token = enter("alice");
  expect_turned_away(dial("ALICE"), "bad_token",
                     "name 'alice' is registered: it plays with its token only, and none was shown");
  EXPECT_EQ(dial("Alice", token).next()["name"], "alice") << "the first spelling stays";
  EXPECT_EQ(seats_.players().size(), 1U);
}

TEST_F(LobbyTest, NamesOfLaunchedBotsAreTaken) {
  expect_turned_away(dial("hOuSe"), "bad_name", "name 'hOuSe': it is taken");
}

TEST_F(LobbyTest, ANameMustBeOne) {
  const std::string rule = "expected a letter or digit, then at most 31 of A-Z a-z 0-9 . _ -";
  expect_turned_away(dial(""), "bad_name", "name '': " + rule);
  expect_turned_away(dial("../etc"), "bad_name", "name '../etc': " + rule);
  expect_turned_away(dial(std::string(33, 'a')), "bad_name", "name '" + std::string(33, 'a') + "': " + rule);
}

TEST_F(LobbyTest, TheNewestConnectionOfANameWins) {
  Peer& first = dial("alice");
  const std::string token = first.next()["token"];
  first.next_of_type("wait");
  Peer& second = dial("alice", token);
  EXPECT_EQ(second.next()["type"], "welcome");
  EXPECT_EQ(first.next(), Json::parse(R"({"type":"bye","reason":"replaced"})"));
  EXPECT_EQ(first.read_to_end(), "");
  EXPECT_TRUE(seats_.players()[0]->connected());
}

TEST_F(LobbyTest, TheSixthTakeOverInAMinuteHasToWait) {
  // "after 5 take-overs a minute the newest waits (`retry_after_ms`)"
  const std::string token = enter("alice");
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(dial("alice", token).next()["type"], "welcome");
  }
  const Json error = dial("alice", token).next();
  EXPECT_EQ(error["code"], "take_over");
  EXPECT_EQ(error["message"], "over 5 take-overs in a minute: is the bot running twice?");
  EXPECT_GT(error["retry_after_ms"], 0);
  EXPECT_LE(error["retry_after_ms"], 60000);
}

TEST_F(LobbyTest, ComingBackAfterAnEndIsNoTakeOver) {
  std::string token = enter("alice");
  for (int i = 0; i < 10; ++i) {
    peers_.back()->close();
    world_.until([&] { return !seats_.players()[0]->connected(); });
    EXPECT_EQ(dial("alice", token).next()["type"], "welcome");
  }
}

TEST_F(LobbyTest, ItWaitsForWhoIsAway) {
  const std::string token = enter("alice");
  enter("bob");
  peers_[0]->close();
  world_.until([&] { return !seats_.players()[0]->connected(); });
  world_.tasks().start("waiter", lobby_.gathered(seats_.players(), TimePoint::max()));
  const std::size_t running = world_.tasks().running();
  world_.poll();
  EXPECT_EQ(world_.tasks().running(), running);
  dial("alice", token);
  world_.run(lobby_.gathered(seats_.players(), TimePoint::max()));
}

TEST_F(LobbyTest, ItGivesUpWaitingAtTheDeadline) {
  enter("alice");
  peers_[0]->close();
  world_.until([&] { return !seats_.players()[0]->connected(); });
  world_.run(lobby_.gathered(seats_.players(), std::chrono::steady_clock::now() + Milliseconds(2)));
  EXPECT_FALSE(seats_.players()[0]->connected());
}

TEST_F(LobbyTest, WhoIsExcusedIsNotWaitedFor) {
  enter("alice");
  enter("bob");
  peers_[0]->close();
  peers_[1]->close();
  world_.until([&] { return !seats_.players()[0]->connected() && !seats_.players()[1]->connected(); });
  world_.tasks().start("waiter", lobby_.gathered(seats_.players(), TimePoint::max()));
  const std::size_t running = world_.tasks().running();
  world_.poll();
  lobby_.excuse("alice");
  world_.poll();
  EXPECT_EQ(world_.tasks().running(), running) << "bob is";
  lobby_.excuse("bob");
  world_.until([&] { return world_.tasks().running() < running; });
}

/// Registers as OpenSeats does, on a disk that takes nothing.
class SeatsOnAFullDisk final : public EntrantDirectory {
 public:
  explicit SeatsOnAFullDisk(OpenSeats& seats) : seats_(seats) {}

  std::optional<KnownEntrant> find(const std::string& name) const override { return seats_.find(name); }
  std::variant<NewEntrant, protocol::Error> enlist(const Applicant& applicant) override {
    return seats_.enlist(applicant);
  }
  Task<> keep() override {
    throw std::runtime_error("No space left on device");
    co_return;
  }
  std::string waiting_for(const Player& player) const override { return seats_.waiting_for(player); }
  std::optional<std::string> tournament() const override { return std::nullopt; }
  void arrived(Player&) override {}

 private:
  OpenSeats& seats_;
};

TEST_F(LobbyTest, ARegistrationThatIsNotOnTheDiskIsNotWelcomed) {
  SeatsOnAFullDisk full(seats_);
  Lobby lobby(world_.tasks(), full, kLong);
  auto pair = world_.loopback().make_pair();
  lobby.accept(pair.ours.release());
  Peer alice(world_, std::move(pair.theirs));
  alice.send(R"({"type":"hello","protocol":1,"name":"alice"})");
  expect_turned_away(alice, "referee_error", "the referee cannot keep your registration: come back later");
}

TEST_F(LobbyTest, ClosedItSaysByeToWhoHasNotSaidHello) {
  auto pair = world_.loopback().make_pair();
  lobby_.accept(pair.ours.release());
  Peer undecided(world_, std::move(pair.theirs));
  lobby_.close("the match is over");
  EXPECT_EQ(undecided.next(), Json::parse(R"({"type":"bye","reason":"the match is over"})"));
  EXPECT_EQ(undecided.read_to_end(), "");
}

TEST_F(LobbyTest, GivenUpNobodyIsWaitedForAnyMore) {
  enter("alice");
  peers_[0]->close();
  world_.until([&] { return !seats_.players()[0]->connected(); });
  lobby_.give_up();
  world_.run(lobby_.gathered(seats_.players(), TimePoint::max()));
}

}  // namespace

}  // namespace referee
