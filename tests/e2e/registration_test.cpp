#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <string>

#include "tests/e2e/tournament_match.h"

// Who is let into a tournament.

namespace e2e {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

class Registration : public TournamentMatch {
 protected:
  /// Whoever wants to may come; it begins when three are there.
  static Json open() {
    Json config = walls(1, Json::array());
    config["registration"] = "open";
    config["start"] = {{"min_entrants", 3}};
    return config;
  }
  static std::string words_of(const Json& error) { return error.value("message", ""); }
  /// Dials in under a new name; the connection has been welcomed.
  DialIn enter(const std::string& name) { return join(name, {{"token", ""}}); }
};

// Tournaments 1.1: a new name is an entrant; upper and lower case are the same.
TEST_F(Registration, NewNameIsGivenATokenThatItNeedsFromThenOn) {
  serve(open());
  const DialIn anna = enter("Anna");
  const Json token = welcome().at("token");
  EXPECT_THAT(token.get<std::string>(), MatchesRegex("[0-9a-f]{32}"));
  EXPECT_EQ(welcome().at("tournament"), "Spring");
  EXPECT_EQ(code_of(refusal("Anna")), "bad_token");
  EXPECT_EQ(code_of(refusal("anna")), "bad_token");  // upper and lower case are the same
  EXPECT_EQ(code_of(refusal("Anna", {{"token", token_of("Anna")}})), "bad_token");
  const DialIn again = join("anna", {{"token", token}});
  EXPECT_EQ(welcome().at("name"), "Anna");
  EXPECT_FALSE(welcome().contains("token"));  // only when newly issued
}

TEST_F(Registration, TokenOutlivesAKilledReferee) {
  serve(open());
  DialIn anna = enter("anna");
  const Json token = welcome().at("token");
  referee().signal(SIGKILL);
  EXPECT_TRUE(anna.next("bye").is_null());  // only the end of the connection
  referee().wait();

  serve_again();
  EXPECT_EQ(code_of(refusal("anna")), "bad_token");
  play_on(join("anna", {{"token", token}}));
  EXPECT_FALSE(welcome().contains("token"));
  play_on(enter("bert"));
  play_on(enter("cleo"));
  finish();
  EXPECT_EQ(standings().at("standings").size(), 3U);
  expect_no_faults({"anna", "bert", "cleo"});
}

TEST_F(Registration, SampleBotKeepsTheTokenInAFileOfItsOwn) {
  serve(open());
  play_on(enter("anna"));
  play_on(enter("bert"));
  const std::string file = path("new.token");
  Child& cleo =
      spawn({sample_bot("walls_random"), "--connect", address(), "--name", "cleo", "--token-file", file});
  finish();
  cleo.wait();
  EXPECT_EQ(cleo.code(), 0) << cleo.err();
  EXPECT_THAT(test_support::read_file(file), MatchesRegex("[0-9a-f]{32}\n"));
  struct stat status {};
  ASSERT_EQ(::stat(file.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600U);
}

// Tournaments 1.1: only while registration is open.
TEST_F(Registration, ClosedOneLetsInOnlyEntrantsWithTheirTokens) {
  serve(walls(1, all_dialled({"anna", "bert"})));
  const Json unknown = refusal("zoe", {{"token", token_of("zoe")}});
  EXPECT_EQ(code_of(unknown), "bad_name");
  EXPECT_THAT(words_of(unknown), HasSubstr("it is not among the entrants, and registration is closed"));
  const Json wrong = refusal("anna", {{"token", token_of("bert")}});
  EXPECT_EQ(code_of(wrong), "bad_token");
  EXPECT_THAT(words_of(wrong), HasSubstr("this is another one"));
  EXPECT_THAT(words_of(refusal("anna")), HasSubstr("none was shown"));
  play_on(join("anna"));
  EXPECT_FALSE(welcome().contains("token"));
  play_on(join("bert"));
  finish();
}

// The code is in a file of its owner's and in ctl status, and in no output of the referee.
TEST_F(Registration, ClassNeedsItsCodeOnlyForNewNames) {
  Json config = open();
  config["registration"] = {{"code", true}};
  serve(config, {"--log-level", "debug"});
  std::string code_file;
  for (const auto& entry : std::filesystem::directory_iterator(folder())) {
    code_file = entry.path().extension() == ".code" ? entry.path().string() : code_file;
  }
  ASSERT_NE(code_file, "");
  struct stat status {};
  ASSERT_EQ(::stat(code_file.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0600U);
  std::string code = test_support::read_file(code_file);
  code.pop_back();
  EXPECT_THAT(ctl({"status"}).out(), HasSubstr("registration is open, code " + code + "\n"));

  EXPECT_EQ(code_of(refusal("anna", {{"token", ""}})), "bad_code");
  EXPECT_EQ(code_of(refusal("anna", {{"token", ""}, {"registration_code", "aaaa-aaaa-aaaa"}})), "bad_code");
  Child& without = start({"join", address(), "--name", "bert", "--", sample_bot("walls_random")});
  without.wait();
  EXPECT_EQ(without.code(), kUsage);
  EXPECT_THAT(without.err(), HasSubstr("put it into a file and add --code-file FILE"));

  { const DialIn anna = join("anna", {{"token", ""}, {"registration_code", code}}); }
  play_on(join("anna", {{"token", welcome().at("token")}}));
  Child& bert = start(
      {"join", address(), "--name", "bert", "--code-file", code_file, "--", sample_bot("walls_random")});
  Child& cleo = spawn({sample_bot("walls_random"), "--connect", address(), "--name", "cleo", "--token-file",
                       path("cleo.token"), "--code-file", code_file});
  finish();
  for (Child* const bot : {&bert, &cleo}) {
    bot->wait();
    EXPECT_EQ(bot->code(), 0) << bot->err();
  }
  EXPECT_THAT(referee().out() + referee().err(), Not(HasSubstr(code)));
}

TEST_F(Registration, GhostsAreBoundedAndTakenOutAtOnce) {
  Json config = open();
  config["registration"] = {{"names_per_address", 5}, {"names", 6}};
  config["start"] = {{"when", "manual"}};
  serve(config);
  for (int i = 0; i < 5; ++i) {
    enter("ghost" + std::to_string(i));
  }
  const Json refused = refusal("anna", {{"token", ""}});
  EXPECT_EQ(code_of(refused), "too_many_names");
  EXPECT_THAT(words_of(refused), HasSubstr("5 names have been registered from your address"));
  Child& order = ctl({"withdraw", "--glob", "ghost*", "who is that?"});
  EXPECT_EQ(order.code(), 0) << order.err();
  EXPECT_EQ(order.out(), "withdrawn: 5 entrants, ghost0 ghost1 ghost2 ghost3 ghost4\n");
  play_on(enter("anna"));
  play_on(enter("bert"));
  EXPECT_EQ(ctl({"start"}).code(), 0);
  finish();
  EXPECT_THAT(notes(), Contains("5 entrants (ghost*) are withdrawn: who is that?"));
  expect_no_faults({"anna", "bert"});
}

// Tournaments 1.7: with approval, who registers plays once the arbiter says so.
TEST_F(Registration, NewNamesMayWaitForTheArbiter) {
  Json config = open();
  config["registration"] = {{"approval", true}};
  config["start"] = {{"when", "manual"}};
  serve(config);
  DialIn anna = enter("anna");
  EXPECT_EQ(anna.next("wait").at("reason"),
            "your registration waits for the arbiter: you play as soon as it is approved");
  play_on(std::move(anna));
  play_on(enter("bert"));
  play_on(enter("ghost"));
  EXPECT_EQ(ctl({"approve", "anna"}).out(), "anna is approved\n");
  EXPECT_EQ(ctl({"approve", "--glob", "b*"}).out(), "approved: 1 entrant, bert\n");
  EXPECT_EQ(ctl({"start"}).code(), 0);
  finish();
  EXPECT_EQ(row("anna").at("games"), 2);
  EXPECT_EQ(row("bert").at("games"), 2);
  EXPECT_EQ(row("ghost").at("games"), 0);
  expect_no_faults({"anna", "bert"});
}

// Tournaments 1.1: names of house bots are not for entrants.
TEST_F(Registration, NamesOfHouseBotsAreTaken) {
  serve(open());
  for (const char* const name : {"house", "HOUSE", "house-2"}) {
    const Json error = refusal(name);
    EXPECT_EQ(code_of(error), "bad_name") << name;
    EXPECT_THAT(words_of(error), HasSubstr("it is taken"));
  }
  const DialIn other = enter("household");
  EXPECT_EQ(welcome().at("name"), "household");
}

TEST_F(Registration, HighestVersionOfBothIsSpokenAndOthersAreUnsupported) {
  serve(walls(1, all_dialled({"anna", "bert"})));
  const Json error = refusal("anna", {{"protocol", 0}, {"token", token_of("anna")}});
  EXPECT_EQ(code_of(error), "unsupported");
  EXPECT_EQ(error.at("supported"), Json::array({1}));
  EXPECT_EQ(code_of(refusal("anna", {{"role", "spectator"}, {"token", token_of("anna")}})), "unsupported");
  play_on(join("anna", {{"protocol", 99}}));
  EXPECT_EQ(welcome().at("protocol"), 1);
  play_on(join("bert", {{"role", "bot"}}));
  finish();
  expect_no_faults({"anna", "bert"});
}

// ---- who does not come ----

class NoShow : public TournamentMatch {
 protected:
  /// Nobody is waited for at the start, and only a moment at a match.
  static Json config(int rounds, const std::vector<std::string>& entrants) {
    Json json = walls(rounds, all_dialled(entrants));
    json["start"] = {{"when", "manual"}};
    json["no_show_ms"] = 300;
    return json;
  }
  void order(const std::vector<std::string>& words) {
    const Child& done = ctl(words);
    EXPECT_EQ(done.code(), 0) << done.err();
  }
};

// Tournaments 4.1, 4.2, 4.5: those present win after no_show_ms; absent twice in a row is a withdrawal.
TEST_F(NoShow, ThosePresentWinAndWhoeverStaysAwayTwiceIsWithdrawn) {
  serve(config(3, {"anna", "bert", "cleo"}));
  play_on(join("anna"));
  play_on(join("cleo"));
  order({"start"});
  finish();

  std::size_t missed = 0;
  for (const auto& file : record_files()) {
    const Record played(file);
    if (std::ranges::count(played.header().at("players"), "bert") == 0) {
      continue;
    }
    ++missed;
    const std::size_t seat = seat_in(played, "bert");
    EXPECT_EQ(played.last().at("no_show"), Json::array({seat}));
    EXPECT_EQ(played.last().at("result").at("scores"), seat == 0 ? Json({0, 1}) : Json({1, 0}));
    EXPECT_TRUE(played.answers(seat).empty());
  }
  EXPECT_EQ(missed, 2U);  // and it is not called again
  EXPECT_THAT(notes(), Contains("bert is withdrawn: it did not come to two games running"));
  const Json bert = row("bert");
  EXPECT_EQ(bert.at("withdrawn"), true);
  EXPECT_EQ(bert.at("faults_by_kind"), Json({{"no_show", 2}}));
  expect_no_faults({"anna", "cleo"});
}

// Tournaments 4.5: it plays again from when it logs in.
TEST_F(NoShow, WhoeverLogsInAgainPlaysAgain) {
  Json json = config(2, {"anna", "bert"});
  json["between_rounds"] = "manual";
  serve(json);
  DialIn anna = join("anna");
  order({"start"});
  for (Json wait = anna.next("wait"); wait.at("reason") != "round 1 is over; the arbiter begins the next one";
       wait = anna.next("wait")) {
  }
  EXPECT_EQ(row("bert").at("withdrawn"), true);
  play_on(join("bert"));
  order({"start"});
  anna.play();
  anna.play();
  for (Json wait = anna.next("wait"); wait.at("reason") != "round 2 is over; the arbiter begins the next one";
       wait = anna.next("wait")) {
  }
  play_on(std::move(anna));
  order({"start"});
  finish();
  EXPECT_THAT(notes(), Contains("bert plays again: it has logged in again"));
  const Json bert = row("bert");
  EXPECT_EQ(bert.at("withdrawn"), false);
  EXPECT_EQ(bert.at("games"), 4);
  EXPECT_EQ(bert.at("faults_by_kind"), Json({{"no_show", 2}}));
  expect_no_faults({"anna"});
}

// Tournaments 4.2, 4.3: nobody came, and nobody has points.
TEST_F(NoShow, MatchThatNobodyComesToIsWorthNothing) {
  serve(config(1, {"anna", "bert"}));
  order({"start"});
  finish();
  for (const char* const name : {"anna", "bert"}) {
    EXPECT_EQ(row(name).at("points"), 0);
    EXPECT_EQ(row(name).at("faults_by_kind"), Json({{"no_show", 2}}));
  }
  EXPECT_EQ(record_of("r1t1g1").last().at("no_show"), Json({0, 1}));
}

}  // namespace
}  // namespace e2e
