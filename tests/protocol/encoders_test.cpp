#include <gtest/gtest.h>

#include <string>

#include "protocol/limits.h"
#include "protocol/messages.h"
#include "protocol/server.h"

// The expected texts are from PROTOCOL.md, key by key.
namespace protocol {
namespace {

std::string welcome_by_server() {
  return R"({"type":"welcome","protocol":1,"server":")" + std::string(kServer) + R"(",)";
}

TEST(Encoders, HelloSaysWhatDiffersFromItsDefaults) {
  EXPECT_EQ(line_of(Hello{}), R"({"type":"hello","protocol":1})");
  Hello hello;
  hello.name = "alice";
  hello.token = "...";
  hello.resume = true;
  EXPECT_EQ(line_of(hello), R"({"type":"hello","protocol":1,"name":"alice","token":"...","resume":true})");
  hello.role = "watcher";
  hello.features = {"a", "b"};
  EXPECT_EQ(line_of(hello),
            R"({"type":"hello","protocol":1,"name":"alice","token":"...","resume":true,"role":"watcher",)"
            R"("features":["a","b"]})");
}

TEST(Encoders, MoveNamesItsMatchAndTurn) {
  EXPECT_EQ(line_of(Move{"r1t3g2", 12, "forward"}),
            R"({"type":"move","match":"r1t3g2","turn":12,"move":"forward"})");
  EXPECT_EQ(line_of(Move{"m", 0, Json::parse("[[1,2],null]")}),
            R"({"type":"move","match":"m","turn":0,"move":[[1,2],null]})");
}

TEST(Encoders, WelcomeCarriesTheTokenOnlyWhenNewlyIssued) {
  EXPECT_EQ(line_of(Welcome{"alice", std::nullopt, std::nullopt}),
            welcome_by_server() + R"("name":"alice"})");
  EXPECT_EQ(line_of(Welcome{"alice", "spring", "t0k"}),
            welcome_by_server() + R"("name":"alice","tournament":"spring","token":"t0k"})");
}

TEST(Encoders, WaitAndByeSayWhy) {
  EXPECT_EQ(wait_line("round 2 starts when all tables of round 1 are done"),
            R"({"type":"wait","reason":"round 2 starts when all tables of round 1 are done"})");
  EXPECT_EQ(bye_line("replaced"), R"({"type":"bye","reason":"replaced"})");
}

TEST(Encoders, StartDescribesTheMatch) {
  Start start;
  start.match = "r1t3g2";
  start.game = "walls";
  start.seat = 0;
  start.players = {"alice", "bob"};
  start.setup = Json::parse(R"({"n":5})");
  start.clock = Json::parse(R"({"kind":"per_move"})");
  start.commitment = "c0ffee";
  EXPECT_EQ(line_of(start),
            R"({"type":"start","match":"r1t3g2","game":"walls","seat":0,"players":["alice","bob"],)"
            R"("setup":{"n":5},"clock":{"kind":"per_move"},"commitment":"c0ffee"})");
}

TEST(Encoders, PastIsATurnWithoutAClock) {
  EXPECT_EQ(past_line("r1t3g2", 0, R"({"b":[]})"),
            R"({"type":"past","match":"r1t3g2","turn":0,"view":{"b":[]}})");
}

TEST(Encoders, TurnTellsTheClockAndTheLastVerdict) {
  Turn turn;
  turn.match = "r1t3g2";
  turn.turn = 12;
  turn.view = "{}";
  turn.left_us = 1'000'000;
  turn.used_us = 34'100;
  EXPECT_EQ(
      line_of(turn),
      R"({"type":"turn","match":"r1t3g2","turn":12,"view":{},"clock":{"left_ms":1000,"used_ms":34.1}})");
  turn.last = Last{Verdict::ok, 3200, 400, 50};
  EXPECT_EQ(line_of(turn),
            R"({"type":"turn","match":"r1t3g2","turn":12,"view":{},"clock":{"left_ms":1000,"used_ms":34.1},)"
            R"("last":{"verdict":"ok","charged_ms":3.2,"rtt_ms":0.4,"loop_lag_ms":0.05}})");
  turn.last = Last{Verdict::late, 1'000'001, std::nullopt};
  EXPECT_TRUE(line_of(turn).ends_with(R"("last":{"verdict":"late","charged_ms":1000.001,"loop_lag_ms":0}})"));
}

TEST(Encoders, EndRevealsTheSeedUnlessTheInstanceIsPlayedAgain) {
  // "`end` and public records carry seed and salt, but an instance that is played again is revealed only
  // after its last match (null until then)."
  End end;
  end.match = "r1t3g2";
  end.rank = 1;
  end.scores = {2, 0};
  end.outcome = Json::parse(R"({"moves":61})");
  end.last = Last{Verdict::ok, 3200, std::nullopt};
  end.faults = 2;
  end.seed = 7;
  end.salt = "5a17";
  EXPECT_EQ(line_of(end),
            R"({"type":"end","match":"r1t3g2","rank":1,"scores":[2,0],"outcome":{"moves":61},)"
            R"("last":{"verdict":"ok","charged_ms":3.2,"loop_lag_ms":0},"faults":2,"seed":7,"salt":"5a17"})");
  end.last.reset();
  end.seed.reset();
  end.salt.reset();
  EXPECT_EQ(line_of(end),
            R"({"type":"end","match":"r1t3g2","rank":1,"scores":[2,0],"outcome":{"moves":61},"faults":2,)"
            R"("seed":null,"salt":null})");
}

TEST(Encoders, ErrorHasItsCodeFirstAndOnlyTheFieldsThatApply) {
  EXPECT_EQ(line_of(Error{"late", "too late", "r1t3g2", 12}),
            R"({"type":"error","code":"late","message":"too late","match":"r1t3g2","turn":12})");
  EXPECT_EQ(line_of(Error{error_code::kUnsupported, "no"}),
            R"({"type":"error","code":"unsupported","message":"no"})");
  Error error{error_code::kUnsupported, "no"};
  error.supported = {1};
  EXPECT_EQ(line_of(error), R"({"type":"error","code":"unsupported","message":"no","supported":[1]})");
  Error wait{error_code::kTakeOver, "slow down"};
  wait.retry_after_ms = 1500;
  EXPECT_EQ(line_of(wait),
            R"({"type":"error","code":"take_over","message":"slow down","retry_after_ms":1500})");
}

TEST(Encoders, WhatIsNoMessageIsAnsweredAsMalformedAndUnknownTypesAsSuch) {
  EXPECT_EQ(line_of(BadMessage{"why"}), R"({"type":"error","code":"malformed","message":"why"})");
  EXPECT_EQ(line_of(UnknownType{"dance"}),
            R"({"type":"error","code":"unknown_type","message":"type 'dance' is not known in protocol 1: )"
            R"(ignored"})");
  EXPECT_LT(line_of(UnknownType{std::string(60000, 'x')}).size(), 200U);
  EXPECT_EQ(oversize_why(), "a line of over 65536 bytes");
}

TEST(Names, AreOfTheLettersThatFileNamesMayHave) {
  // "Names: `[A-Za-z0-9][A-Za-z0-9._-]{0,31}`"
  for (const char* name : {"a", "Z", "0", "alice", "a.b_c-d", "12345678901234567890123456789012"}) {
    EXPECT_TRUE(is_valid_name(name)) << name;
  }
  for (const char* name : {"", ".", "..", "_a", "-a", ".a", "a b", "a/b", "a\\b", "\u00e9", "a\n",
                           "123456789012345678901234567890123"}) {
    EXPECT_FALSE(is_valid_name(name)) << name;
  }
  EXPECT_FALSE(is_valid_name(std::string_view("a\0", 2)));
}

TEST(Limits, AreTheDocumentedOnes) {
  // "A line is at most 1 MiB towards a bot, 64 KiB from it; nesting at most 16."
  EXPECT_EQ(kMaxLineToBot, 1048576U);
  EXPECT_EQ(kMaxLineFromBot, 65536U);
  EXPECT_EQ(kMaxDepth, 16);
  EXPECT_EQ(kVersion, 1);
}

}  // namespace
}  // namespace protocol
