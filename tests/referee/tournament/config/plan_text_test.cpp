#include "referee/tournament/config/plan_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include <nlohmann/json.hpp>

#include "referee/tournament/config/config_frame.h"
#include "referee/tournament/config/plan.h"
#include "tests/referee/tournament/config/sample_classes.h"

namespace referee {
namespace {

using test_support::class_of_laptops;
using test_support::class_of_launched;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Json field_of_superball(const Json& format) {
  Json json = class_of_launched(3);
  json["game"] = "superball";
  json["format"] = format;
  json.erase("clock");
  return json;
}

TournamentConfig read(const Json& json) { return TournamentConfig::read(json, "spring.json"); }

/// What is said about one thing, "Size"; "" if nothing is.
std::string said(const TournamentConfig& config, std::string_view about, std::size_t entrants) {
  const PlanSentences all = plan_sentences(config, entrants);
  const auto found = std::ranges::find(all.lines, about, &PlanLine::label);
  return found == all.lines.end() ? "" : found->text;
}
std::string said(const Json& json, std::string_view about) {
  const TournamentConfig config = read(json);
  return said(config, about, config.entrants.size());
}
std::vector<std::string> warnings_of(const Json& json) {
  const TournamentConfig config = read(json);
  return plan_sentences(config, config.entrants.size()).warnings;
}

TEST(PlanSentences, SayWhatIsPlayedAndHowMuch) {
  Json json = class_of_launched(4);
  json["options"] = {{"n", 5}};
  json["instances"] = Json::parse(R"([{"n":3},{"n":5},{"n":7},{"n":9},{"n":11}])");
  EXPECT_EQ(said(json, "Game"),
            "walls, a game for 2 bots. It is played on 5 instances: 1, 2, 3, 4 and 1 more.");
  EXPECT_THAT(said(json, "Format"),
              AllOf(HasSubstr("Everybody meets everybody (round_robin, cycles 1, best of 2)"),
                    HasSubstr("at most 2 games"), HasSubstr("DE, WIN, SB")));
  EXPECT_EQ(said(json, "Bots"), "4 bots: the referee starts all of them.");
  EXPECT_EQ(said(json, "Size"), "3 rounds, 6 matches, at most 12 games.");
  json.erase("instances");
  json["options"]["n"] = 7;
  EXPECT_EQ(said(json, "Game"), "walls, a game for 2 bots. With n = 7.");
}

TEST(PlanSentences, SayTheTypicalTimeAndTheLongest) {
  const std::string time = said(class_of_launched(4), "Time");
  const Plan plan = plan_of(read(class_of_launched(4)), 4);
  EXPECT_THAT(time, HasSubstr("about " + duration_text(plan.typical.time)));
  EXPECT_THAT(time, HasSubstr("at most 243 turns and 5 min"));
  EXPECT_THAT(time, HasSubstr("typically takes about " + duration_text(plan.typical_total)));
  EXPECT_THAT(time, HasSubstr("at most 50 min"));
}

TEST(PlanSentences, AClockThatGrowsWithTheScoreBoundsNothing) {
  EXPECT_THAT(said(field_of_superball({{"kind", "field"}}), "Time"),
              AllOf(HasSubstr("about"), HasSubstr("no upper bound")));
}

TEST(PlanSentences, SayTheClock) {
  Json json = class_of_launched(2);
  json["clock"]["rules_time"] = "none";
  EXPECT_EQ(
      said(json, "Clock"),
      "A bot may think 1 s for each answer. The wall clock counts. The rules of the game do not see these "
      "times (rules_time none).");
  json["clock"] = Json::parse(R"({"kind":"mean","ms":50,"burst_ms":3000,"lag_credit_ms":100})");
  EXPECT_THAT(
      said(json, "Clock"),
      AllOf(HasSubstr("50 ms for each answer, on average, and 3 s more in a game"),
            HasSubstr("Processor time counts. Sleep is free, up to 1 s"), HasSubstr("up to 100 ms a turn")));
  EXPECT_THAT(said(json, "Clock"), HasSubstr("computes between its turns is free (ponder free)"));
  json["clock"]["ponder"] = "charged";
  EXPECT_THAT(said(json, "Clock"), HasSubstr("charged with its next turn (ponder charged)"));
  json["clock"] = Json::parse(R"({"kind":"per_move","ms":1000,"late_in_a_row":3})");
  EXPECT_THAT(said(json, "Clock"), HasSubstr("late in 3 turns in a row forfeits"));
  json = class_of_laptops(2);
  json["clock"] = Json::parse(R"({"kind":"bank","ms":60000,"increment_ms":100,"margin_ms":20})");
  EXPECT_THAT(said(json, "Clock"), AllOf(HasSubstr("60 s in a game, and 100 ms more for each turn"),
                                         HasSubstr("The wall clock counts."), HasSubstr("20 ms late"),
                                         Not(HasSubstr("Processor")), Not(HasSubstr("ponder"))));
}

TEST(PlanSentences, SayWhoPlaysAndWhoMayEnter) {
  Json json = class_of_laptops(2);
  EXPECT_EQ(said(json, "Bots"), "2 bots: all of them dial in with a token.");
  json["entrants"].push_back(class_of_launched(1)["entrants"][0]);
  json["entrants"][2]["name"] = "launched";
  EXPECT_EQ(said(json, "Bots"), "3 bots: the referee starts 1, and 2 dial in.");
  json["registration"] = {{"code", true}, {"approval", true}};
  EXPECT_THAT(said(json, "Bots"), AllOf(HasSubstr("3 bots so far"), HasSubstr("with the code of the class"),
                                        HasSubstr("referee ctl approve")));
}

TEST(PlanText, ASilenceThatIsShorterThanWhatTheClockAllowsIsWarnedOf) {
  Json json = class_of_launched(2);
  json["clock"] = {{"kind", "per_move"}, {"ms", 120000}};
  EXPECT_THAT(warnings_of(json), IsEmpty());
  json["clock"]["silence_ms"] = 119999;
  EXPECT_THAT(warnings_of(json),
              ElementsAre(AllOf(HasSubstr("clock.silence_ms"), HasSubstr("119999"), HasSubstr("120000"))));
}

TEST(PlanSentences, WarnWherePlayBeginsWithoutThoseWhoRegister) {
  Json json = class_of_launched(2);
  json["registration"] = "open";
  const auto warnings = [&] { return plan_sentences(read(json), 2).warnings; };
  EXPECT_THAT(said(json, "Begins"), testing::StartsWith("When you say \"referee ctl start\"."));
  EXPECT_THAT(warnings(), IsEmpty());
  json["start"] = {{"when", "all"}};
  EXPECT_THAT(warnings(), ElementsAre(AllOf(HasSubstr("start: "), HasSubstr("\"manual\""))));
  json["start"]["min_entrants"] = 3;
  EXPECT_THAT(warnings(), IsEmpty()) << "it waits for one more";
}

TEST(PlanSentences, SupposeNumbersWhileRegistrationIsOpen) {
  Json json = class_of_laptops(3);
  json["registration"] = "open";
  const TournamentConfig config = read(json);
  const std::string text = plan_text(config, 12);
  EXPECT_THAT(text, HasSubstr("\n  bots           rounds  matches  games  typically     at most\n"
                              "  the 12 so far      11       66    132"));
  EXPECT_THAT(text, HasSubstr("\n  20 "));
  EXPECT_THAT(text, HasSubstr("\n  40 "));
  EXPECT_THAT(text, Not(HasSubstr("\n  10 "))) << "they are more already";
  EXPECT_THAT(plan_text(config, 0), Not(HasSubstr("the 0 so far"))) << "it would not begin";
  EXPECT_EQ(said(json, "Size"), "");
}

// `referee collect` adds the bots of a class.
TEST(PlanSentences, AFileWithoutBotsIsOneForCollect) {
  Json json = class_of_launched(2);
  json.erase("entrants");
  const TournamentConfig frame = read_tournament_frame(json, "spring.json");
  EXPECT_THAT(said(frame, "Bots", 0), HasSubstr("referee collect"));
  EXPECT_THAT(plan_text(frame, 0), AllOf(HasSubstr("\n  10 "), HasSubstr("\n  40 ")));
}

TEST(PlanSentences, SayThatBotsMayRememberWhereTheyAreKept) {
  Json json = class_of_launched(2);
  EXPECT_THAT(said(json, "Bots"), Not(HasSubstr("keep_bots")));
  json["keep_bots"] = true;
  EXPECT_THAT(said(json, "Bots"), AllOf(HasSubstr("keep_bots"), HasSubstr("remember")));
}

TEST(PlanSentences, SayWhenItBegins) {
  Json json = class_of_launched(2);
  EXPECT_EQ(said(json, "Begins"), "As soon as you start it.");
  json["start"] = {{"when", "at"}, {"at", "2026-11-20T08:00:00Z"}};
  EXPECT_THAT(said(json, "Begins"), HasSubstr("2026-11-20T08:00:00Z (Fri 20 Nov, "));
  json["start"] = {{"when", "manual"}};
  json["between_rounds"] = "manual";
  EXPECT_THAT(said(json, "Begins"), AllOf(HasSubstr("referee ctl start"), HasSubstr("After each round")));
  EXPECT_THAT(said(class_of_laptops(2), "Begins"),
              AllOf(HasSubstr("all bots are connected"), HasSubstr("60 s")));
}

TEST(PlanSentences, SayFromWhereItIsReached) {
  Json json = class_of_laptops(2);
  EXPECT_THAT(said(json, "Dial in"),
              AllOf(HasSubstr("127.0.0.1:7878, from this machine only"), HasSubstr("0.0.0.0")));
  EXPECT_THAT(said(json, "Watch"), HasSubstr("http://127.0.0.1:7880/, from this machine only"));
  json["listen"] = {{"host", "0.0.0.0"}};
  json["web"] = {
      {"listen", "0.0.0.0:7880"}, {"freeze_rounds", 1}, {"delay_turns", 5}, {"show", {{"turn_ms", 250}}}};
  EXPECT_THAT(said(json, "Dial in"), AllOf(HasSubstr("every machine"), HasSubstr("no TLS")));
  EXPECT_THAT(said(json, "Watch"),
              AllOf(HasSubstr("every machine"), HasSubstr("5 turns later"), HasSubstr("last 1 round "),
                    HasSubstr("ctl reveal"), HasSubstr("250 ms for each turn")));
  json["web"] = nullptr;
  EXPECT_THAT(said(json, "Watch"), AllOf(HasSubstr("Nobody while"), HasSubstr("/site/index.html")));
  EXPECT_EQ(said(class_of_launched(2), "Dial in"), "");
}

TEST(PlanSentences, SayWhatIsSecret) {
  Json json = class_of_launched(2);
  EXPECT_THAT(said(json, "Secret"), HasSubstr("draws the seed"));
  json["seed"] = 42;
  EXPECT_THAT(said(json, "Secret"), HasSubstr("The seed 42 stands in the file"));
  json["game"] = "battleship";
  EXPECT_THAT(said(json, "Secret"), HasSubstr("until its game is over"));
  EXPECT_THAT(said(field_of_superball({{"kind", "field"}}), "Secret"),
              HasSubstr("until all bots have played it"));
}

// Tournaments 8.6: four entrants have three rounds without a repetition, five have five: one of them has the
// bye in each.
TEST(PlanSentences, TellOfMoreSwissRoundsThanThereAreOpponents) {
  const auto size_of = [](std::size_t entrants, int rounds) {
    Json json = class_of_launched(entrants);
    json["format"] = {{"kind", "swiss"}, {"rounds", rounds}};
    return said(json, "Size");
  };
  const char* const warning = "everybody has met everybody: pairings are repeated.";
  EXPECT_THAT(size_of(4, 4), HasSubstr(std::string("After round 3 ") + warning));
  EXPECT_THAT(size_of(4, 3), Not(HasSubstr(warning)));
  EXPECT_THAT(size_of(5, 6), HasSubstr(std::string("After round 5 ") + warning));
  EXPECT_THAT(size_of(5, 5), Not(HasSubstr(warning)));
}

// Tournaments 9.1: the plan names the construction, or says how evenly the search lets entrants meet.
TEST(PlanSentences, SayHowARoundRobinOfTablesIsMade) {
  Json json = class_of_launched(4);
  json["game"] = "lightcycle";
  json["format"] = {{"kind", "round_robin"}};
  const TournamentConfig config = read(json);
  EXPECT_EQ(
      said(config, "Size", 13),
      "13 rounds, 39 matches, at most 39 games. Every two meet 3 times: near-resolvable design, difference "
      "family over Z13.");
  EXPECT_THAT(said(config, "Size", 65), HasSubstr("ery two meet 0 to "));
}

TEST(PlanSentences, SayWhatARepeatWeighs) {
  Json json = class_of_launched(4);
  json["game"] = "lightcycle";
  json["format"] = {{"kind", "swiss"}, {"rounds", 3}, {"repeat_weight", 0.5}};
  EXPECT_THAT(said(json, "Format"), HasSubstr("tables of 4, best of 1, repeat_weight 0.5)"));
}

TEST(PlanSentences, PracticeAndLaddersHaveNoRounds) {
  Json json = class_of_laptops(1);
  json["format"] = {{"kind", "practice"}};
  json["house_bot"] = {"/bin/true"};
  EXPECT_THAT(said(json, "Bots"), HasSubstr("against the house bot"));
  EXPECT_EQ(said(json, "Ends"), "It goes on until you stop it.");
  EXPECT_THAT(said(json, "Kept"),
              AllOf(HasSubstr("10 matches at once, then one every 10 s"), HasSubstr("newest 50 matches")));
  EXPECT_THAT(said(json, "Time"), AllOf(HasSubstr("A game typically"), Not(HasSubstr("All of it"))));
  json = class_of_launched(2);
  json["format"] = {{"kind", "ladder"}, {"matches", 60}, {"until", "2030-01-01T00:00:00Z"}};
  json["keep"] = {{"matches", 5}, {"days", 7}};
  EXPECT_EQ(said(json, "Ends"), "It ends at 2030-01-01T00:00:00Z, or after 60 matches.");
  EXPECT_THAT(said(json, "Kept"),
              AllOf(HasSubstr("All results"), HasSubstr("newest 5 matches"), HasSubstr("7 days")));
}

// ---- warnings ----

TEST(PlanWarnings, ASeedIsWrittenWhereInstancesAreSecret) {
  for (const char* format :
       {R"({"kind":"field"})", R"({"kind":"ladder","blocks":{"first_closes":"2030-01-01T00:00:00Z"}})"}) {
    Json json = field_of_superball(Json::parse(format));
    EXPECT_THAT(warnings_of(json), IsEmpty()) << format;
    json["seed"] = 42;
    EXPECT_THAT(warnings_of(json), ElementsAre(AllOf(HasSubstr("seed: "), HasSubstr("Leave \"seed\" out"))))
        << format;
  }
  Json duels = class_of_launched(4);
  duels["seed"] = 42;
  EXPECT_THAT(warnings_of(duels), IsEmpty());
  Json practice = class_of_laptops(1);
  practice["format"] = {{"kind", "practice"}};
  practice["house_bot"] = {"/bin/true"};
  practice["seed"] = 42;
  EXPECT_THAT(warnings_of(practice), IsEmpty()) << "it hides no seed";
}

TEST(PlanWarnings, AllBotsAtOnceMayTakeMoreThanTheMachineHas) {
  // Walls asks one seat at a time: two matches side by side, with four bots.
  Json json = class_of_launched(6);
  json["memory_mib"] = 500;
  EXPECT_EQ(memory_warning(read(json), 2000), "");
  EXPECT_THAT(memory_warning(read(json), 1999), AllOf(HasSubstr("4 bots at once may take 500 MiB each"),
                                                      HasSubstr("Lower memory_mib or parallel")));
  EXPECT_EQ(memory_warning(read(class_of_laptops(6)), 1), "");
  json["parallel"] = 100;
  EXPECT_THAT(memory_warning(read(json), 1999), HasSubstr("6 bots at once")) << "there are no more";
  json["memory_mib"] = 1024 * 1024;
  EXPECT_THAT(warnings_of(json), ElementsAre(HasSubstr("memory_mib: 6 bots at once")));
}

// Tournaments 2.4: house bots play on empty seats.
TEST(PlanWarnings, TablesAreNotFull) {
  Json json = class_of_launched(4);
  json["game"] = "lightcycle";
  json["format"] = {{"kind", "swiss"}, {"rounds", 3}};
  const auto warnings = [&](std::size_t entrants) { return plan_sentences(read(json), entrants).warnings; };
  EXPECT_THAT(warnings(4), IsEmpty());
  EXPECT_THAT(warnings(5), ElementsAre(HasSubstr("house_bot: ")));
  json["format"] = {{"kind", "round_robin"}};
  EXPECT_THAT(warnings(13), IsEmpty()) << "all tables are full";
  EXPECT_THAT(warnings(15), ElementsAre(HasSubstr("house_bot: ")));
  json["house_bot"] = {"/bin/true"};
  EXPECT_THAT(warnings(15), IsEmpty());
}

// Tournaments 13.1: whoever is there plays.
TEST(PlanWarnings, AFormatWithoutRoundsHasKeysOfRounds) {
  Json json = class_of_laptops(4);
  json["house_bot"] = {"/bin/true"};
  const std::vector<std::pair<Json, const char*>> keys = {
      {Json::parse(R"({"start":{"when":"at","at":"2026-11-20T08:00:00Z"}})"), "start.when: "},
      {Json::parse(R"({"start":{"when":"manual","min_entrants":3},"between_rounds":"manual"})"),
       "start.when, start.min_entrants, between_rounds: "}};
  for (const char* format : {"ladder", "practice", "round_robin"}) {
    json["format"] = {{"kind", format}};
    EXPECT_THAT(warnings_of(json), IsEmpty()) << format;
    for (const auto& [more, named] : keys) {
      Json with_keys = json;
      with_keys.update(more);
      if (format == std::string("round_robin")) {
        EXPECT_THAT(warnings_of(with_keys), IsEmpty());
      } else {
        EXPECT_THAT(warnings_of(with_keys),
                    ElementsAre(AllOf(testing::StartsWith(named), HasSubstr("start"))));
      }
    }
  }
}

// ---- forms ----

TEST(PlanText, FitsATerminal) {
  Json json = class_of_laptops(3);
  json["registration"] = "open";
  json["name"] = "Spring \x1b[2J";
  const std::string text = plan_text(read(json), 3);
  EXPECT_THAT(text, testing::StartsWith("Spring ?[2J\n  Game     walls, "));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 80U) << line;
  }
}

TEST(PlanJson, HasTheFiguresAndTheSentences) {
  const Json json = plan_json(read(class_of_launched(4)), 4);
  EXPECT_EQ(json.at("rounds"), 3);
  EXPECT_EQ(json.at("matches"), 6);
  EXPECT_EQ(json.at("games_at_most"), 12);
  EXPECT_EQ(json.at("at_most").at("turns"), 243);
  EXPECT_EQ(json.at("entrants"), Json::parse(R"({"launched":4,"dial_in":0})"));
  EXPECT_LT(json.at("typical").at("total_s").get<double>(), json.at("at_most").at("total_s").get<double>());
  EXPECT_EQ(json.at("explanation").at(0).at("about"), "Game");
  Json practice = class_of_laptops(1);
  practice["format"] = {{"kind", "practice"}};
  practice["house_bot"] = {"/bin/true"};
  EXPECT_TRUE(plan_json(read(practice), 1).at("at_most").at("total_s").is_null());
}

}  // namespace
}  // namespace referee
