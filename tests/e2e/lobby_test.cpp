#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/e2e/lobby_match.h"

// Which bots the referee accepts, and how a bot reconnects.

namespace e2e {
namespace {

using testing::HasSubstr;

class InLobby : public LobbyMatch {
 protected:
  /// The error that the referee sends before it closes a connection with that hello.
  Json answer_to(const Json& hello) const {
    DialIn connection = dial();
    connection.send(hello);
    Json error = connection.next();
    EXPECT_TRUE(connection.at_end());
    return error;
  }
  Json refusal(const std::string& name, const Json& more = Json::object()) const {
    Json hello = {{"type", "hello"}, {"protocol", 1}, {"name", name}};
    hello.update(more);
    return answer_to(hello);
  }
  /// Lets anna play the rest of the match.
  void play_out(DialIn& anna) {
    anna.play();
    anna.close();
    finish();
  }
};

TEST_F(InLobby, ProtocolWithoutAVersionInCommonIsUnsupported) {
  listen();
  const Json error = answer_to({{"type", "hello"}, {"protocol", 0}, {"name", "anna"}});
  EXPECT_EQ(code_of(error), "unsupported");
  EXPECT_EQ(error.at("supported"), Json::array({1}));
  DialIn anna = dial();
  anna.send({{"type", "hello"}, {"protocol", 7}, {"name", "anna"}});
  EXPECT_EQ(anna.next().at("protocol"), 1);  // the highest version that both know
  play_out(anna);
}

TEST_F(InLobby, OtherRolesAreUnsupported) {
  listen();
  EXPECT_EQ(code_of(refusal("anna", {{"role", "spectator"}})), "unsupported");
  DialIn anna = join("anna", {{"role", "bot"}});
  play_out(anna);
}

TEST_F(InLobby, BadNamesAreRefused) {
  listen();
  for (const char* const name : {"", "-anna", ".anna", "an na", "../anna", "anna/x", "\xC3\xA4nne", "a\nb",
                                 "a2345678901234567890123456789012x", "seat 1"}) {
    EXPECT_EQ(code_of(refusal(name)), "bad_name") << name;
  }
  EXPECT_THAT(refusal("Honest_Walls").at("message").get<std::string>(), HasSubstr("it is taken"));
  DialIn longest = join("a2345678901234567890123456789012");
  EXPECT_EQ(welcome().at("name"), "a2345678901234567890123456789012");
  play_out(longest);
}

TEST_F(InLobby, HelloOfTheWrongShapeMayBeSaidAgain) {
  listen();
  DialIn anna = dial();
  const auto refused = [&](const std::string& line) {
    anna.write(line + "\n");
    return code_of(anna.next());
  };
  EXPECT_EQ(refused("hello"), "malformed");
  EXPECT_EQ(refused("[]"), "malformed");
  EXPECT_EQ(refused(R"({"type":"hello"})"), "malformed");
  EXPECT_EQ(refused(R"({"type":"hello","protocol":"1"})"), "malformed");
  EXPECT_EQ(refused(R"({"type":"hello","protocol":1.0})"), "malformed");
  EXPECT_EQ(refused(R"({"type":"hello","protocol":1,"name":7})"), "malformed");
  EXPECT_EQ(refused(R"({"type":"hello","protocol":1,"name":")" + std::string(2000, 'a') + R"("})"),
            "malformed");
  EXPECT_EQ(refused(R"({"type":"hello","protocol":1,"name":"anna","resume":"yes"})"), "malformed");
  EXPECT_EQ(refused(R"({"type":"move","match":"m","turn":0,"move":"left"})"), "unexpected");
  EXPECT_EQ(refused(std::string(70000, 'x')), "oversize");
  anna.hello("anna");
  EXPECT_EQ(anna.next().at("type"), "welcome");
  play_out(anna);
}

TEST_F(InLobby, ConnectionWithoutAHelloTimesOut) {
  listen(R"({"kind":"per_move","ms":60000,"measure":"wall","init_ms":2000})");
  DialIn silent = dial();
  const Json error = silent.next();
  EXPECT_EQ(code_of(error), "timeout");
  EXPECT_EQ(error.at("message"), "no hello in 2000 ms: did you flush?");
  EXPECT_TRUE(silent.at_end());
  DialIn anna = join("anna");
  play_out(anna);
}

TEST_F(InLobby, KnownNameNeedsItsToken) {
  listen();
  DialIn anna = join("anna");
  for (const char* const token : {"", "0123456789abcdef0123456789abcdef"}) {
    const Json error = refusal("anna", {{"token", token}});
    EXPECT_EQ(code_of(error), "bad_token");
  }
  EXPECT_EQ(code_of(refusal("ANNA")), "bad_token");
  play_out(anna);
}

TEST_F(InLobby, FullLobbyTurnsAway) {
  listen();
  DialIn anna = join("anna");
  EXPECT_EQ(code_of(refusal("bert")), "full");
  play_out(anna);
}

TEST_F(InLobby, SilentConnectionsDisturbNobodyAndHoldNothingUp) {
  listen(R"({"kind":"per_move","ms":60000,"measure":"wall","init_ms":86400000})");
  std::vector<DialIn> silent;
  for (int i = 0; i < 64; ++i) {
    silent.push_back(dial());
  }
  DialIn anna = join("anna");
  play_out(anna);
  EXPECT_EQ(record().verdicts(1), times(kTurns, "ok"));
}

TEST_F(InLobby, ReturningBotResumesInMidMatch) {
  listen();
  DialIn before = join("anna");
  const Json token = welcome().at("token");
  const Json start = before.next("start");
  before.answer(before.next("turn"));
  before.answer(before.next("turn"));
  const Json open = before.next("turn");
  ASSERT_EQ(open.at("turn"), 5);
  before.close();

  DialIn after = join_again("anna", token, true);
  EXPECT_FALSE(welcome().contains("token"));
  EXPECT_EQ(after.next("start"), start);
  for (int turn = 0; turn < 5; ++turn) {
    const Json past = after.next();
    EXPECT_EQ(past.at("type"), "past");
    EXPECT_EQ(past.at("turn"), turn);
  }
  const Json again = after.next();
  EXPECT_EQ(again.at("type"), "turn");
  EXPECT_EQ(again.at("turn"), 5);
  EXPECT_EQ(again.at("view"), open.at("view"));
  after.answer(again);
  play_out(after);
  EXPECT_EQ(record().verdicts(1), times(kTurns, "ok"));
}

TEST_F(InLobby, ReturningBotWithoutResumeGetsNoPast) {
  listen();
  DialIn before = join("anna");
  const Json token = welcome().at("token");
  before.answer(before.next("turn"));
  before.next("turn");
  before.close();
  DialIn after = join_again("anna", token);
  after.next("start");
  const Json next = after.next();
  EXPECT_EQ(next.at("type"), "turn");
  after.answer(next);
  play_out(after);
}

TEST_F(InLobby, NewestConnectionTakesOverAndTheOldOneIsToldSo) {
  listen();
  DialIn old = join("anna");
  const Json token = welcome().at("token");
  const Json open = old.next("turn");
  DialIn young = join_again("anna", token);
  EXPECT_EQ(old.next("bye").at("reason"), "replaced");
  EXPECT_TRUE(old.at_end());
  EXPECT_EQ(young.next("turn").at("turn"), open.at("turn"));
  young.answer(open);
  play_out(young);
  EXPECT_EQ(record().verdicts(1), times(kTurns, "ok"));
}

TEST_F(InLobby, SixthTakeOverInAMinuteHasToWait) {
  listen();
  std::vector<DialIn> connections;
  connections.push_back(join("anna"));
  const Json token = welcome().at("token");
  for (int i = 0; i < 5; ++i) {
    connections.push_back(join_again("anna", token));
    EXPECT_EQ(welcome().at("type"), "welcome");
  }
  const Json error = refusal("anna", {{"token", token}});
  EXPECT_EQ(code_of(error), "take_over");
  EXPECT_GT(error.at("retry_after_ms"), 0);
  EXPECT_LE(error.at("retry_after_ms"), 60000);
  play_out(connections.back());  // the fifth plays on
}

}  // namespace
}  // namespace e2e
