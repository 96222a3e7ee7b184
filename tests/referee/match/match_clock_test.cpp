#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "engines/registry.h"
#include "referee/base/file_descriptor.h"
#include "referee/match/match.h"
#include "referee/record/replay.h"
#include "tests/support/match_table.h"
#include "tests/support/sample_record.h"
#include "tests/support/sums.h"

namespace referee {
namespace {

using test_support::always;
using test_support::kSums;
using test_support::MatchTable;
using test_support::move_line;
using test_support::one_seat;
using test_support::Peer;
using test_support::silent;
using testing::ElementsAre;

const char* const kMillisecond = R"({"kind":"per_move","ms":1})";

TEST(MatchClock, ASilentTurnIsLateAndPlayGoesOn) {
  MatchTable table(kSums, one_seat(3));
  table.set_clock(kMillisecond);
  table.seat(silent());
  const MatchResult& result = table.play();
  EXPECT_EQ(result.turns, 3);
  EXPECT_EQ(table.verdict(2), "late");
  EXPECT_EQ(table.answer(2, 0)["spent_us"], 1001) << "the least that proves it";
  EXPECT_FALSE(table.answer(2, 0).contains("forfeited"));
  EXPECT_EQ(table.received(0, "error").at(0)["message"], "no answer in 1 ms: did you flush?");
  EXPECT_EQ(result.seats[0].by_verdict[static_cast<std::size_t>(protocol::Verdict::late)], 3);
  EXPECT_EQ(result.seats[0].used.count(), 3 * 1001);
  EXPECT_EQ(table.received(0, "turn").at(2)["clock"]["used_ms"], 2.002);
}

TEST(MatchClock, ABotThatIsLateInARowIsOutAndTheGameGoesOnWithoutIt) {
  MatchTable table(kSums, one_seat(9));
  table.set_clock(R"({"kind":"per_move","ms":1,"late_in_a_row":3})");
  table.seat(silent());
  const MatchResult& result = table.play();
  EXPECT_EQ(table.verdict(1), "late");
  EXPECT_EQ(table.verdict(2), "forfeited");
  EXPECT_THAT(table.answer(2, 0)["fault"].get<std::string>(), testing::HasSubstr("late_in_a_row"));
  EXPECT_TRUE(table.answer(2, 0)["forfeited"]);
  EXPECT_FALSE(verify_record(result.record, &kSums).difference);
  const std::string spared = test_support::with_line(result.record, 4, [](nlohmann::ordered_json& turn) {
    turn["answers"][0]["verdict"] = "late";
    turn["answers"][0].erase("forfeited");
  });
  ASSERT_TRUE(verify_record(test_support::with_new_digest(spared), &kSums).difference);
  EXPECT_EQ(verify_record(test_support::with_new_digest(spared), &kSums).difference->field,
            "answers[0].forfeited");
}

TEST(MatchClock, AnAnswerThatComesTooLateIsStaleAndNotApplied) {
  MatchTable table(kSums, one_seat(2));
  table.set_clock(kMillisecond);
  table.seat([](Peer& peer, const Json& message) {
    if (message["type"] == "error" && message["code"] == "late" && message["turn"] == 0) {
      peer.send(R"({"type":"move","match":"m1","turn":0,"move":5})");
    }
  });
  EXPECT_THAT(table.play().scores, ElementsAre(0));
  EXPECT_EQ(table.received(0, "error").at(1)["code"], "stale");
}

TEST(MatchClock, WithWaitAnyLineIsTheLateAnswer) {
  // "A line that is no message, sent while a turn is open, counts as the answer to that turn, and is no
  // move."
  MatchTable table(kSums, one_seat(2));
  table.set_clock(R"({"kind":"per_move","ms":1,"late":"wait"})");
  table.seat([](Peer& peer, const Json& message) {
    if (message["type"] == "error" && message["code"] == "late") {
      peer.send("debug: thinking");
    }
  });
  EXPECT_EQ(table.play().turns, 2);
  EXPECT_EQ(table.verdict(0), "late");
  EXPECT_EQ(table.answer(0, 0)["offered"], "debug: thinking");
  EXPECT_EQ(table.answer(0, 0)["offered_cut"], true);
  EXPECT_EQ(table.received(0, "error").size(), 2U) << "told once a turn";
}

TEST(MatchClock, WithWaitALaunchedBotThatIsGoneIsNotWaitedFor) {
  MatchTable table(kSums, one_seat(3));
  table.set_clock(R"({"kind":"per_move","ms":1,"late":"wait","silence_ms":600000,"measure":"wall"})");
  table.seat(
      [](Peer& peer, const Json& message) {
        if (message["type"] == "error") {
          peer.close();
        }
      },
      MatchTable::Origin::launched);
  EXPECT_EQ(table.play().turns, 3);
  EXPECT_EQ(table.verdict(0), "disconnected");
  EXPECT_GT(table.answer(0, 0)["spent_us"], 1000) << "all that it took, not the time that it had";
  EXPECT_EQ(table.verdict(2), "disconnected");
  EXPECT_FALSE(table.answer(2, 0).contains("forfeited"));
}

TEST(MatchClock, WithWaitABotThatDialsInMayComeBackWithItsLateAnswer) {
  MatchTable table(kSums, one_seat(1));
  table.set_clock(R"({"kind":"per_move","ms":1,"late":"wait","silence_ms":600000})");
  table.seat([](Peer& peer, const Json& message) {
    if (message["type"] == "error") {
      peer.close();
    }
  });
  table.play_until([&] { return !table.player(0).connected(); });
  table.reconnect(0, always(5), false);
  EXPECT_THAT(table.play().scores, ElementsAre(0));
  EXPECT_EQ(table.verdict(0), "late");
  EXPECT_EQ(table.answer(0, 0)["offered"], 5);
  EXPECT_EQ(table.received(0, "turn").back()["clock"]["left_ms"], 0);
}

TEST(MatchClock, WithWaitAWithdrawalEndsTheWait) {
  MatchTable table(kSums, one_seat(2));
  table.set_clock(R"({"kind":"per_move","ms":1,"late":"wait","silence_ms":600000})");
  table.seat(silent());
  table.play_until([&] { return !table.received(0, "error").empty(); });
  table.match().withdraw(0);
  EXPECT_EQ(table.play().turns, 1);
  EXPECT_EQ(table.verdict(0), "forfeited");
}

TEST(MatchClock, AnAnswerBehindTheWallCapSaysSo) {
  MatchTable table(kSums, one_seat(1));
  table.set_clock(R"({"kind":"per_move","ms":60000,"late":"wait","measure":"cpu","wall_ms":1})");
  table.seat([](Peer& peer, const Json& message) {
    if (message["type"] == "error") {
      peer.send(R"({"type":"move","match":"m1","turn":0,"move":5})");
    }
  });
  table.play();
  EXPECT_EQ(table.verdict(0), "late");
  EXPECT_EQ(table.answer(0, 0)["fault"], "answered after more than 1 ms of wall time (wall_ms)");
}

TEST(MatchClock, WhereAnAdapterSpeaksNobodyForgotToFlush) {
  MatchTable table(kSums, one_seat(1));
  table.set_clock(kMillisecond);
  table.seat(silent());
  table.player(0).set_adapted(true);
  table.play();
  EXPECT_EQ(table.received(0, "error").at(0)["message"], "no answer in 1 ms");
}

/// Keeps what it hears of silent bots.
class Listening final : public MatchObserver {
 public:
  std::vector<SilentSeat> heard;

 private:
  void on_silence(const ObservedMatch&, const SilentSeat& silent) override { heard.push_back(silent); }
};

TEST(MatchClock, ObserversHearOnceOfABotThatIsSilentOverTurnsInARow) {
  MatchTable table(kSums, one_seat(1000));
  table.set_clock(kMillisecond);
  table.spec.silence_noticed = Milliseconds(400);
  Listening listening;
  table.observers = {&listening};
  table.seat(silent());
  table.play();
  ASSERT_EQ(listening.heard.size(), 1U);
  EXPECT_GT(listening.heard[0].turn, 0) << "no turn alone is as long";
  EXPECT_GE(listening.heard[0].waited, Milliseconds(400));
  EXPECT_THAT(listening.heard[0].advice, testing::HasSubstr("flush"));
}

/// The processor time of a bot that never waits.
class BusyMeter final : public CpuMeter {
 public:
  const char* source() const override { return "process_clock"; }
  Microseconds used() override {
    return whole_microseconds(std::chrono::steady_clock::now().time_since_epoch());
  }
};

TEST(MatchClock, ALoopIsFoundByItsProcessorTimeAlsoWhereWallTimeIsCharged) {
  MatchTable table(kSums, one_seat(2));
  table.set_clock(R"({"kind":"per_move","ms":200,"measure":"wall"})");
  table.spec.silence_noticed = Milliseconds(120);
  Listening listening;
  table.observers = {&listening};
  table.seat(silent(), MatchTable::Origin::launched);
  table.player(0).set_cpu_meter(std::make_shared<BusyMeter>());
  table.play();
  EXPECT_THAT(table.received(0, "error").at(0)["message"].get<std::string>(),
              testing::HasSubstr("endless loop"));
  EXPECT_THAT(table.received(0, "error").at(1)["message"].get<std::string>(),
              testing::HasSubstr("endless loop"));
  ASSERT_EQ(listening.heard.size(), 1U);
  EXPECT_THAT(listening.heard[0].advice, testing::HasSubstr("endless loop"));
}

TEST(MatchClock, ABotThatDoesNotReadIsOnTheClockAfterASecond) {
  // "a line that the kernel does not take within 1 s starts the clock then"
  MatchTable table(kSums, one_seat(1));
  table.set_clock(kMillisecond);
  table.seat_nobody();
  auto pair = table.world().loopback().make_pair();
  const FileDescriptor unread = std::move(pair.theirs);
  const auto session = Session::open(table.world().tasks(), pair.ours.release(), table.player(0));
  table.player(0).attach(session, {});
  while (session->all_sent()) {
    session->send(std::string(1'000'000, 'x'));
  }
  const TimePoint before = std::chrono::steady_clock::now();
  table.play();
  EXPECT_GE(std::chrono::steady_clock::now() - before, Milliseconds(1000));
  EXPECT_EQ(table.verdict(0), "late");
  EXPECT_EQ(table.answer(0, 0)["spent_us"], 1001);
  EXPECT_EQ(table.answer(0, 0)["sending_us"], 1'000'000);
}

/// Its turns are larger than a small pipe.
class WideSums : public test_support::Sums {
 public:
  using Sums::Sums;
  void write_view(engines::Observer, JsonWriter& out) const { out.value(std::string(9000, 'x')); }
};
const engines::HostedEntry<WideSums> kWideSums;

TEST(MatchClock, ALaunchedBotThatLeavesItsInputFullIsOnTheClockFromTheFirstBytesOn) {
  // "for a launched bot the clock begins when the first byte is taken"
  MatchTable table(kWideSums, one_seat(1));
  table.set_clock(kMillisecond);
  table.seat_nobody(MatchTable::Origin::launched);
  Pipe to_bot = make_pipe();
  Pipe from_bot = make_pipe();
  ASSERT_EQ(::fcntl(to_bot.write.get(), F_SETPIPE_SZ, 4096), 4096);
  const auto session =
      Session::open(table.world().tasks(),
                    StampedConnection(std::move(from_bot.read), std::move(to_bot.write)), table.player(0));
  table.player(0).attach(session, {});
  std::jthread bot([&] {  // reads the beginning of the turn, and thinks about that
    std::string seen;
    for (char byte = 0;
         seen.find(R"("type":"turn")") == std::string::npos && ::read(to_bot.read.get(), &byte, 1) == 1;) {
      seen += byte;
    }
  });
  table.play();
  EXPECT_EQ(table.verdict(0), "late");
  EXPECT_EQ(table.answer(0, 0)["spent_us"], 1001);
  EXPECT_LT(table.answer(0, 0).value("sending_us", 0), 1'000'000) << "the patience with slow connections";
}

/// Two cycles of Light Cycle enter the same cell, and the bot of cycle 0 takes longer.
class ContestedCell {
 public:
  explicit ContestedCell(const char* clock)
      : table_(*engines::find_game("lightcycle"), Json::parse(R"({"size":5,"starts":[[[1,1]],[[3,1]]]})")) {
    table_.set_clock(clock);
    for (int seat = 0; seat < 2; ++seat) {
      table_.seat([this](Peer&, const Json& message) { on_message(message); });
    }
    text_ = table_.play().record;
  }

  const MatchTable& table() const { return table_; }
  Json terminated() const { return table_.record().at(1).at("events").at("terminated"); }
  const std::string& text() const { return text_; }

 private:
  void on_message(const Json& message) {
    if (message["type"] != "turn" || ++asked_ < 2) {
      return;
    }
    table_.peer(1).send(move_line(message, Json::parse("[[2,1]]")));
    const TimePoint over = std::chrono::steady_clock::now() + Milliseconds(2);
    while (std::chrono::steady_clock::now() < over) {
    }
    table_.peer(0).send(move_line(message, Json::parse("[[2,1]]")));
  }

  MatchTable table_;
  int asked_ = 0;
  std::string text_;
};

TEST(MatchClock, TheRulesSeeWhatIsCharged) {
  // "the one whose team has the smaller total charged time up to and including this turn gets it"
  const ContestedCell game(R"({"kind":"mean","ms":60000})");
  EXPECT_GT(game.table().answer(0, 0)["spent_us"], game.table().answer(0, 1)["spent_us"]);
  EXPECT_EQ(game.terminated(), Json::parse(R"([{"cycle":0,"cause":"lost_square"}])"));
  EXPECT_FALSE(verify_record(game.text()).difference);
}

TEST(MatchClock, WithRulesTimeNoneTheRulesSeeNoTime) {
  // "`none`: the rules are told of no time at all, so that a contested cell of Light Cycle goes to the lower
  // cycle number; all else about the clock is the same"
  const ContestedCell game(R"({"kind":"mean","ms":60000,"rules_time":"none"})");
  EXPECT_GT(game.table().answer(0, 0)["spent_us"], game.table().answer(0, 1)["spent_us"]);
  EXPECT_EQ(game.terminated(), Json::parse(R"([{"cycle":1,"cause":"lost_square"}])"));
  EXPECT_FALSE(verify_record(game.text()).difference);
  const std::string as_charged = test_support::with_line(
      game.text(), 1, [](nlohmann::ordered_json& header) { header["clock"].erase("rules_time"); });
  EXPECT_EQ(verify_record(as_charged).difference->field, "events.terminated[0].cycle");
}

TEST(MatchClock, WithRulesTimeNoneTheClockStillForfeits) {
  MatchTable table(*engines::find_game("lightcycle"),
                   Json::parse(R"({"size":5,"starts":[[[1,1]],[[3,3]]]})"));
  table.set_clock(R"({"kind":"mean","ms":1,"rules_time":"none"})");
  table.seat(silent());
  table.seat(silent());
  table.play();
  EXPECT_EQ(table.verdict(0), "forfeited");
  EXPECT_EQ(table.answer(0, 0)["spent_us"], 1001);
  EXPECT_EQ(table.record().at(1)["events"]["terminated"][0]["cause"], "clock");
}

}  // namespace
}  // namespace referee
