#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/e2e/fake_referee.h"
#include "tests/e2e/stored_tournament.h"
#include "tests/support/harm.h"

// Text from bots, people, files, file names and command lines never reaches a terminal or a report without
// escapes.

namespace e2e {
namespace {

using test_support::harm_in;
using testing::HasSubstr;
using testing::Not;

/// Text as a command line and the name of a file may contain it.
const std::string kRude(test_support::kHarm);
/// Text as JSON may contain it, which is UTF-8.
const std::string kRudeText =
    "a\x1b"
    "b\u009bc\u202ed\u2066e\u200bf";
/// kRude as messages show it.
constexpr const char* kShown = R"(a\x1bb\xc2\x9bc\xe2\x80\xaed\xe2\x81\xa6e\xe2\x80\x8bf\xffg)";

class OutsideText : public StoredTournament {
 protected:
  /// Runs the referee and checks that its output is safe for a terminal.
  const Child& run_safely(const std::vector<std::string>& arguments) {
    const Child& referee = run(arguments);
    expect_safe(referee);
    return referee;
  }
  static void expect_safe(const Child& referee) {
    EXPECT_EQ(harm_in(referee.out()), "") << referee.out();
    EXPECT_EQ(harm_in(referee.err()), "") << referee.err();
  }
  /// The referee refuses, with one line that shows kRude.
  void expect_quoted(const std::vector<std::string>& arguments) {
    const Child& referee = run_safely(arguments);
    EXPECT_NE(referee.code(), kDone) << referee.out();
    EXPECT_THAT(referee.out() + referee.err(), HasSubstr(kShown));
  }
  /// No report in the folder may contain harmful text; only records keep it as the bot said it.
  void expect_safe_reports(const std::filesystem::path& folder) const {
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.is_regular_file()) {
        EXPECT_EQ(harm_in(test_support::read_file(entry.path())), "") << entry.path();
        ++files;
      }
    }
    EXPECT_GT(files, 0);
  }
  static Json rude_tournament() {
    Json config = walls(1, Json::array());
    config["name"] = kRudeText;
    config["entrants"] = {launched("rude", rude_bot("harmful_text")),
                          launched("honest", rude_bot("honest_walls"))};
    for (Json& entrant : config["entrants"]) {
      entrant["display"] = kRudeText;
    }
    return config;
  }
};

// ---- command lines ----

TEST_F(OutsideText, NamesOfFilesAreQuoted) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"match", "walls", "--clock", "@" + kRude},
           {"match", "walls", "--bot", "sample:walls_random", "--bot", "sample:walls_random", "--reports",
            "/dev/null/" + kRude},
           {"run", kRude},
           {"run", "--store", "x:" + kRude, "config.json"},
           {"check", kRude},
           {"standings", kRude},
           {"grade", kRude, "--extra", "1"},
           {"ctl", "--socket", kRude, "status"},
           {"verify", kRude},
           {"show", kRude},
           {"ask", kRude, "--seat", "0", "--", "sample:walls_random"},
           {"pair", kRude},
           {"pair", "--check", kRude},
           {"token", "--roster", kRude},
           {"step", "walls", "--moves", kRude},
           {"superball", "player", "8", "10", "5", "pbyrg", kRude, "n", "n", "1"}}) {
    SCOPED_TRACE(words[0]);
    const Child& referee = run_safely(words);
    EXPECT_NE(referee.code(), kDone) << referee.out();
    EXPECT_FALSE((referee.out() + referee.err()).empty());
  }
  write_config(rude_tournament());
  expect_quoted({"check", kRude});
  expect_quoted({"standings", kRude});
  expect_quoted({"verify", kRude});
  expect_quoted({"ask", kRude, "--seat", "0", "--", "sample:walls_random"});
  expect_quoted({"pair", kRude});
}

TEST_F(OutsideText, OtherWordsOfTheCommandLineAreQuoted) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {kRude},
           {"match", kRude},
           {"match", "walls", kRude},
           {"match", "walls", "--games", kRude},
           {"match", "walls", "--bot", kRude, "--bot", kRude},
           {"match", "walls", "--bot", "sample:" + kRude, "--bot", "sample:walls_random"},
           {"match", "walls", "--option", kRude},
           {"match", "walls", "--option", kRude + "=1", "--bot", "cat", "--bot", "cat"},
           {"match", "walls", "--clock", kRude},
           {"match", "walls", "--listen", kRude},
           {"ctl", kRude},
           {"token", kRude},
           {"join", kRude, "--name", "a", "--", "cat"},
           {"join", "127.0.0.1:1", "--name", kRude, "--", "cat"},
           {"join", "127.0.0.1:1", "--name", "a", "--", kRude},
           {"check-bot", "--game", kRude, "--", "cat"},
           {"check-bot", "--game", "walls", "--", kRude},
           {"step", kRude},
           {"grade", "none.db", "--extra", kRude},
           {"grade", "none.db", "--extra", "1", "--csv", kRude + ":x"}}) {
    SCOPED_TRACE(testing::PrintToString(words));
    const Child& referee = run_safely(words);
    EXPECT_NE(referee.code(), kDone) << referee.out();
    EXPECT_FALSE(referee.err().empty());
  }
  expect_quoted({"match", kRude});
}

TEST_F(OutsideText, AnEndOfALineInTheCommandLineBeginsNoLineOfOurs) {
  const std::string forged = "x\nreferee: all is well";
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{forged},
                                             {"check", forged},
                                             {"standings", "none.db", "--format", forged},
                                             {"step", forged},
                                             {"match", "walls", forged}}) {
    SCOPED_TRACE(testing::PrintToString(words));
    const Child& referee = run_safely(words);
    EXPECT_NE(referee.code(), kDone);
    EXPECT_THAT(referee.err(), HasSubstr(R"(x\nreferee: all is well)"));
    EXPECT_THAT(referee.err(), Not(HasSubstr("\nreferee: all is well")));
  }
}

// ---- files ----

TEST_F(OutsideText, KeysAndValuesOfATournamentFileAreQuoted) {
  const auto refused = [&](const std::string& text) {
    test_support::write_file(path("config.json"), text);
    const Child& referee = run_safely({"check", "config.json"});
    EXPECT_EQ(referee.code(), kUsage);
  };
  Json config = rude_tournament();
  config[kRudeText] = 1;
  refused(config.dump());
  config = rude_tournament();
  for (const char* key : {"game", "format", "clock", "start", "listen", "sandbox", "seed", "house_bot"}) {
    config[key] = kRudeText;
    refused(config.dump());
    config = rude_tournament();
  }
  config["entrants"][0]["name"] = kRudeText;
  refused(config.dump());
  config["entrants"][0] = {{"name", "rude"}, {"command", {"./" + kRudeText}}};
  config["options"][kRudeText] = kRudeText;
  refused(config.dump());
  refused(R"({"name":")" + kRude);
  refused(kRude);
  refused(R"({"a)" + kRudeText + R"(":{"b":1,"b":2}})");
}

TEST_F(OutsideText, AStudentListIsQuoted) {
  test_support::write_file(path("list.csv"), "name,login\n" + kRudeText + ",ann\n,\n");
  run_safely({"token", "--roster", "list.csv", "--out", "tokens"});
  test_support::write_file(path("list.csv"), kRudeText + "," + kRudeText + "\n1,2\n");
  EXPECT_EQ(run_safely({"token", "--roster", "list.csv"}).code(), kUsage);
}

// ---- bots ----

TEST_F(OutsideText, OfABotInAMatch) {
  const std::string file = path(kRude + ".py");
  test_support::write_file(file, test_support::read_file(RUDE_BOTS "/harmful_text.py"));
  std::filesystem::copy_file(RUDE_BOTS "/talk.py", path("talk.py"));
  const Child& referee =
      run_safely(match("walls", {"/usr/bin/python3 -BS '" + file + "'", bot("honest_walls")}, kPatientClock,
                       {"--option", "n=3"}));
  EXPECT_EQ(referee.code(), kDone) << referee.err();
  EXPECT_THAT(referee.out(), HasSubstr("ended with exit status 5: last: a?b?c?d?e?f"));
  const std::string record = record_files().front().string();
  EXPECT_THAT(test_support::read_file(record), HasSubstr("b\u009bc\u202ed\u2066e\u200bf"))
      << "records hold what was said";
  EXPECT_EQ(run_safely({"verify", record}).code(), kDone);
  EXPECT_EQ(run_safely({"show", record}).code(), kDone);
}

TEST_F(OutsideText, OfABotThatIsChecked) {
  std::vector<std::string> words = {"check-bot",           "--game",     "walls", "--clock",
                                    kPatientClock,         "--pause-ms", "100",   "--json",
                                    path("findings.json"), "--"};
  for (const std::string& word : rude_bot("harmful_text")) {
    words.push_back(word);
  }
  const Child& referee = run_safely(words);
  EXPECT_EQ(referee.code(), kRefused) << referee.err();
  EXPECT_THAT(referee.out(), HasSubstr("last: a?b?c?d?e?f"));
  const std::string findings = test_support::read_file(path("findings.json"));
  EXPECT_EQ(harm_in(findings), "");
  EXPECT_TRUE(Json::accept(findings));
}

TEST_F(OutsideText, OfATournament) {
  const std::string config = kRude + ".json";
  test_support::write_file(path(config), rude_tournament().dump());
  const std::string store = kRude + ".db";
  for (const char* format : {"text", "json"}) {
    const Child& referee = run_safely({"run", config, "--store", store, "--reports", kRude, "--log-format",
                                       format, "--log-level", "debug"});
    EXPECT_EQ(referee.code(), kDone) << referee.err();
  }
  expect_safe_reports(path(kRude));
  for (const char* format : {"text", "json", "csv", "md", "html", "trf"}) {
    EXPECT_EQ(run_safely({"standings", store, "--format", format}).code(), kDone) << format;
  }
  EXPECT_EQ(run_safely({"standings", store, "--explain", "rude"}).code(), kDone);
  EXPECT_EQ(run_safely({"standings", store, "--explain", kRude}).code(), kUsage);
  EXPECT_EQ(run_safely({"standings", store, "--hall-of-fame"}).code(), kUsage);
  EXPECT_EQ(run_safely({"grade", store, "--extra", "5"}).code(), kDone);
  EXPECT_EQ(Json::parse(run({"standings", store, "--format", "json"}).out()).at("tournament"), kRudeText);
}

TEST_F(OutsideText, OfTheArbiter) {
  Json config = walls(1, all_dialled({"alice", "bob", "carol"}));
  config["name"] = kRudeText;
  Child& referee = serve(config);
  EXPECT_THAT(order({"status"}), HasSubstr("a"));
  ctl({"withdraw", "carol", kRude});
  ctl({"withdraw", kRude});
  ctl({"status"});
  referee.signal(SIGTERM);
  referee.wait();
  expect_safe(referee);
  expect_safe_reports(path("out"));
}

TEST_F(OutsideText, OfARefereeElsewhere) {
  FakeReferee fake;
  Child& alice = start({"join", fake.address(), "--name", "alice", "--", "cat"});
  DialIn connection = fake.accept();
  connection.next();
  connection.send(says::welcome("alice", {{"tournament", kRudeText}}));
  connection.send({{"type", "wait"}, {"reason", kRudeText}});
  connection.send(says::error(kRudeText, kRudeText));
  connection.send(says::bye(kRudeText));
  alice.wait();
  expect_safe(alice);
  EXPECT_THAT(alice.err(), HasSubstr("says bye: a?b?c?d?e?f\n"));
}

}  // namespace
}  // namespace e2e
