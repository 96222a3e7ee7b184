#include "referee/tournament/config/new_tournament.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include <nlohmann/json.hpp>

#include "referee/base/strict_json.h"
#include "referee/tournament/config/config_frame.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr std::chrono::system_clock::time_point kNow{std::chrono::sys_days{std::chrono::year{2030} / 1 / 2}};

const NewTournamentQuestion& question(std::string_view key) {
  return *std::ranges::find(new_tournament_questions(), key, &NewTournamentQuestion::key);
}

/// The answers to the first questions, the usual ones to the others.
NewTournament answered(const std::vector<std::string>& first) {
  NewTournament answers;
  std::size_t at = 0;
  for (const NewTournamentQuestion& one : new_tournament_questions()) {
    EXPECT_EQ(one.answer(answers, at < first.size() ? first[at] : one.usual(answers)), "");
    ++at;
  }
  return answers;
}

std::string text_of(const NewTournament& answers) {
  std::map<std::string, std::string> tokens;
  for (const NewTournament::Bot& bot : answers.bots) {
    tokens[bot.name] = std::string(62, '0') + std::to_string(10 + tokens.size());
  }
  return new_tournament_text(answers, "spring.json", tokens, kNow);
}

/// Walks through all answers; each question has its choices, and for some of them texts.
class AllAnswers {
 public:
  explicit AllAnswers(std::string list) : list_(std::move(list)) {}
  void walk() { walk_from(0, NewTournament{}); }
  std::size_t files = 0;
  std::set<std::string> formats;

 private:
  std::vector<std::string> all_answers(const NewTournamentQuestion& one, const NewTournament& answers) const {
    std::vector<std::string> all;
    for (const auto& choice : one.choices(answers)) {
      all.push_back(choice.word);
    }
    if (one.key == "who") {
      all.push_back(list_);
      if (answers.from != NewTournament::From::submissions) {
        all.push_back("ada,ben");
        all.push_back("a, b, c, d, e, f, g, h, i, j, k");
      }
    }
    if (one.key == "when" && one.choices(answers).back().word == "manual") {
      all.push_back("2040-01-01T00:00:00Z");
    }
    return all;
  }

  void walk_from(std::size_t number, const NewTournament& answers) {
    if (number == new_tournament_questions().size()) {
      check(answers);
      return;
    }
    const NewTournamentQuestion& one = new_tournament_questions()[number];
    for (const std::string& text : all_answers(one, answers)) {
      NewTournament more = answers;
      ASSERT_EQ(one.answer(more, text), "") << one.key << ": " << text;
      walk_from(number + 1, more);
    }
  }

  void check(const NewTournament& answers) {
    ++files;
    formats.insert(std::string(answers.game->name) + " " + std::string(answers.format->kind));
    const Json json = parse_commented(text_of(answers), "spring.json");  // throws what `check` would say
    const bool collects = answers.from == NewTournament::From::submissions;
    const TournamentConfig config =
        collects ? read_tournament_frame(json, "spring.json") : TournamentConfig::read(json, "spring.json");
    EXPECT_EQ(config.game, answers.game);
    EXPECT_EQ(json.at("format").at("kind"), answers.format->kind);
    EXPECT_EQ(config.listens(), answers.from == NewTournament::From::laptops);
    EXPECT_EQ(config.entrants.size(), answers.bots.size());
    EXPECT_EQ(config.roster.has_value(), !answers.roster.empty());
    EXPECT_EQ(config.start.when, answers.when);
    EXPECT_EQ(config.start.at, answers.at);
    EXPECT_EQ(config.web.listen.has_value(), answers.watch != NewTournament::Watch::nobody);
    EXPECT_FALSE(next_commands(answers, "spring.json").empty());
  }

  std::string list_;
};

TEST(NewTournament, WhateverIsAnsweredTheFileIsOneThatCheckAccepts) {
  const test_support::TempFolder folder;
  const std::filesystem::path list = folder.path() / "class.csv";
  std::ofstream(list)
      << "Student,ID,SIS Login ID,Section\n\"Liddell, Alice\",101,alice,1\n\"Hatter, Bob\",102,bob,1\n";
  AllAnswers all(list.string());
  all.walk();
  EXPECT_GT(all.files, 1000U);
  EXPECT_GE(all.formats.size(), engines::games().size() * 4) << "each game, in most formats";
}

TEST(NewTournament, AnswersAreWordsInAnyCaseOrNumbers) {
  for (const char* text : {"walls", "Walls", " WALLS ", "4"}) {
    NewTournament answers;
    EXPECT_EQ(question("game").answer(answers, text), "");
    EXPECT_EQ(answers.game->name, "walls") << text;
  }
}

TEST(NewTournament, AWordMayBeInTheSingular) {
  for (const auto& [text, from] : {std::pair{"laptop", NewTournament::From::laptops},
                                   {"Submission", NewTournament::From::submissions}}) {
    NewTournament answers;
    EXPECT_EQ(question("from").answer(answers, text), "");
    EXPECT_EQ(answers.from, from);
  }
}

TEST(NewTournament, ASwissHasRoundsThatFitItsBots) {
  const auto rounds = [](const std::string& game, const std::string& who) {
    return parse_commented(text_of(answered({game, "commands", who, "swiss"})), "spring.json")
        .at("format")
        .at("rounds");
  };
  EXPECT_EQ(rounds("walls", "a,b"), 1);
  EXPECT_EQ(rounds("walls", "samples"), 3) << "four bots: then all have met";
  EXPECT_EQ(rounds("walls", "a,b,c"), 3) << "each has a bye once";
  EXPECT_EQ(rounds("walls", "a,b,c,d,e,f,g,h"), 5);
  std::string forty = "b0";
  for (int i = 1; i < 40; ++i) {
    forty += ",b" + std::to_string(i);
  }
  EXPECT_EQ(rounds("walls", forty), 6);
  EXPECT_EQ(rounds("lightcycle", "a,b,c,d"), 1) << "one table of all";
}

TEST(NewTournament, AWrongAnswerIsToldInOneSentenceAndChangesNothing) {
  NewTournament answers = answered({"walls", "laptops", "ada,ben"});
  const auto told = [&](std::string_view key, std::string_view text) {
    const std::string sentence = question(key).answer(answers, text);
    EXPECT_THAT(sentence, AllOf(testing::EndsWith("."), Not(HasSubstr("\n"))));
    EXPECT_EQ(answers.bots.size(), 2U);
    return sentence;
  };
  EXPECT_THAT(told("game", "chess"), AllOf(HasSubstr("'chess'"), HasSubstr("planets, ")));
  EXPECT_THAT(told("game", "0"), HasSubstr("'0'"));
  EXPECT_THAT(told("from", "moon"), HasSubstr("submissions, laptops or commands"));
  EXPECT_THAT(told("who", "ada"), AllOf(HasSubstr("1 name,"), HasSubstr("2 to 1000")));
  EXPECT_THAT(told("who", "ada,b b"), HasSubstr("'b b'"));
  EXPECT_THAT(told("who", "ada,"), HasSubstr("''"));
  EXPECT_THAT(told("who", "ada,ADA"), AllOf(HasSubstr("'ADA'"), HasSubstr("twice")));
  EXPECT_THAT(told("who", "ada,house"), HasSubstr("house bots"));
  EXPECT_THAT(told("who", "nowhere.csv"), HasSubstr("nowhere.csv"));
  EXPECT_THAT(told("format", "field"), HasSubstr("swiss"));
  EXPECT_THAT(told("when", "25:00"), AllOf(HasSubstr("'25:00'"), HasSubstr("20:15")));
  EXPECT_THAT(told("when", "2040-02-30 10:00"), HasSubstr("20:15"));
  EXPECT_THAT(told("when", "2020-01-01T00:00:00Z"), HasSubstr("is over"));
  EXPECT_THAT(told("watch", "\x1b[2J"), HasSubstr("'?[2J'"));
  answers.from = NewTournament::From::submissions;
  EXPECT_THAT(told("who", "ada,ben"), HasSubstr("submissions"));
}

TEST(NewTournament, ATimeOfThisMachineBecomesOneInUtc) {
  NewTournament answers = answered({"walls", "commands"});
  EXPECT_EQ(question("when").answer(answers, "2040-05-06 20:15"), "");
  std::tm local{};
  const std::time_t at = std::chrono::system_clock::to_time_t(answers.at.value());
  ::localtime_r(&at, &local);
  EXPECT_EQ((std::vector{local.tm_year, local.tm_mon, local.tm_mday, local.tm_hour, local.tm_min}),
            (std::vector{140, 4, 6, 20, 15}));
  EXPECT_EQ(question("when").answer(answers, "20:15"), "");
  EXPECT_GT(answers.at.value(), std::chrono::system_clock::now()) << "of this day or of the next";
  EXPECT_LE(answers.at.value(), std::chrono::system_clock::now() + std::chrono::hours(25));
}

TEST(NewTournament, TheFileNamesNoTokenAndExplainsItself) {
  const std::string text = text_of(answered({"walls", "laptops", "ada,ben"}));
  EXPECT_THAT(text, HasSubstr("\"token_sha256\": \"" + std::string(62, '0') + "10\""));
  EXPECT_THAT(text, AllOf(HasSubstr("// The thinking time"), HasSubstr("// Where bots dial in"),
                          HasSubstr("// The bots.")));
  const std::string collects = text_of(answered({"walls", "submissions"}));
  EXPECT_THAT(collects, AllOf(HasSubstr("`referee collect`"), Not(HasSubstr("\"store\"")),
                              Not(HasSubstr("\"entrants\""))));
}

TEST(NewTournament, TheNextCommandsFollowFromTheAnswers) {
  const auto next = [](const std::vector<std::string>& answers, const std::string& file = "spring.json") {
    std::string text;
    for (const std::string& line : next_commands(answered(answers), file)) {
      text += line + "\n";
    }
    return text;
  };
  EXPECT_THAT(next({"walls", "commands"}), HasSubstr("referee run spring.json --web 127.0.0.1:7880"));
  EXPECT_THAT(next({"walls", "submissions"}),
              AllOf(HasSubstr("referee collect submissions.zip --tournament spring.json"),
                    HasSubstr("referee run class/tournament.json")));
  EXPECT_THAT(next({"walls", "laptops"}),
              AllOf(HasSubstr("referee serve spring.json"), HasSubstr("spring.db.ctl start"),
                    HasSubstr("spring.db.ctl status")));
  EXPECT_THAT(next({"walls", "commands"}, "a b.json"), HasSubstr("referee run 'a b.json'"));
}

TEST(NewTournament, StudentsAreToldWhatTheyType) {
  EXPECT_THAT(lines_for_students(answered({"walls", "laptops", "ada,ben", "swiss", "ready", "everybody"})),
              ElementsAre("python3 join.py HOST:7878 --name ada --token-file ada.token -- python3 my_bot.py",
                          HasSubstr("http://HOST:7880/?projector")));
  EXPECT_THAT(lines_for_students(answered({"walls", "laptops", "everyone", "swiss", "manual", "nobody"})),
              ElementsAre(HasSubstr("--name NAME --token-file NAME.token --code-file class.code")));
  EXPECT_THAT(lines_for_students(answered({"walls", "commands"})), IsEmpty());
}

}  // namespace
}  // namespace referee
