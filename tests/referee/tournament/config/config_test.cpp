#include "referee/tournament/config/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "referee/tournament/config/config_frame.h"
#include "tests/support/complaint.h"
#include "tests/support/temp_folder.h"

// Maps in files: tests/e2e/check_test.py. Wrong values, key by key: tests/configs/config_test.py.

namespace referee {
namespace {

using test_support::TempFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
using Words = std::vector<std::string>;

constexpr const char* kHash = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/// The least that a tournament needs: two entrants who dial in.
Json least() {
  return Json::parse(R"({"name":"Spring","game":"walls","format":{"kind":"round_robin"},"entrants":[
    {"name":"alice","token_sha256":"0000000000000000000000000000000000000000000000000000000000000000"},
    {"name":"bob","token_sha256":"1111111111111111111111111111111111111111111111111111111111111111"}]})");
}

Json with(const char* key, Json value) {
  Json json = least();
  json[key] = std::move(value);
  return json;
}

TournamentConfig read_config(const Json& json) { return TournamentConfig::read(json, "configs/spring.json"); }

std::string refusal_of_config(const Json& json) {
  return test_support::complaint<fields::Exception>([&] { read_config(json); });
}

// "$schema" is for editors.
TEST(TournamentConfig, AKeyThatNobodyReadsIsRefused) {
  EXPECT_EQ(refusal_of_config(with("$schema", 1)), "accepted");
  EXPECT_THAT(refusal_of_config(with("sede", 1)),
              AllOf(StartsWith("configs/spring.json: sede: got 1, expected one of the keys"),
                    HasSubstr("did you mean 'seed'?")));
  Json entrant = least();
  entrant["entrants"][0]["comand"] = Json::array({"bot"});
  EXPECT_THAT(refusal_of_config(entrant), HasSubstr("entrants[0].comand: got"));
}

// The reader gives up at once where a key is missing.
TEST(TournamentConfig, AMisspeltKeyIsNamedBeforeTheOneThatIsMissingForIt) {
  Json nameless = least();
  nameless.erase("name");
  EXPECT_THAT(refusal_of_config(nameless), StartsWith("configs/spring.json: name: missing"))
      << "it has a game";
  Json json = with("fromat", 5);
  json.erase("format");
  EXPECT_EQ(refusal_of_config(json),
            "configs/spring.json: fromat: got 5, expected no such key: did you mean 'format'?");
}

TEST(TournamentFrame, HasNoEntrantsYet) {
  Json frame = with("forbidden_pairs", Json::parse(R"([["ada","bob"]])"));
  frame["format"] = {{"kind", "swiss"}, {"rounds", 3}};
  frame["clock"] = {{"kind", "per_move"}, {"ms", 1000}, {"measure", "cpu"}};
  frame.erase("entrants");
  EXPECT_TRUE(read_tournament_frame(frame, "spring.json").entrants.empty());
  EXPECT_EQ(
      test_support::complaint<fields::Exception>([] { (void)read_tournament_frame(least(), "spring.json"); }),
      "spring.json: entrants: got 2 of them, expected none: they are still to come");
}

// Tournaments 1.5, 2.1, 4.1: the defaults.
TEST(TournamentConfig, TheLeastTakesTheDefaults) {
  const TournamentConfig config = read_config(least());
  EXPECT_EQ(config.name, "Spring");
  EXPECT_EQ(config.game->name, "walls");
  EXPECT_EQ(config.options, Json::parse(R"({"n":5,"first":0})"));
  EXPECT_EQ(config.seats, 2U);
  EXPECT_EQ(config.instances.size(), 1U);
  EXPECT_EQ(config.clock.json(), ClockSpec::read(Json::parse(config.game->clock), "").json());
  EXPECT_EQ(config.seed, std::nullopt);
  EXPECT_EQ(config.format->encounter_rules().best_of, 2);
  EXPECT_FALSE(config.registration.open);
  EXPECT_EQ(config.start.when, StartSpec::When::all);
  EXPECT_EQ(config.start.at, std::nullopt);
  EXPECT_EQ(config.start.min_entrants, 2U);
  EXPECT_EQ(config.between_rounds, BetweenRounds::go_on);
  EXPECT_EQ(config.no_show, Milliseconds(60000));
  EXPECT_GE(config.parallel, 1U);
  EXPECT_FALSE(config.keep_bots);
  EXPECT_TRUE(config.house_bot.empty());
  EXPECT_EQ(config.listen.host, "127.0.0.1");
  EXPECT_EQ(config.listen.port, 7878);
  EXPECT_FALSE(config.tls);
  EXPECT_EQ(config.store.text(), "spring.db") << "the file's stem, in the current folder";
  EXPECT_EQ(config.reports, "out/");
  EXPECT_EQ(config.sandbox, SandboxLevel::basic);
  EXPECT_FALSE(config.as_root);
}

TEST(TournamentConfig, EveryKeyIsTaken) {
  Json json = Json::parse(R"({"$schema":"x","name":"A","game":"lightcycle",
    "options":{"size":20,"starts":[[[0,0]],[[5,5]],[[9,9]]]},"instances":[{"seeds":"3-4"}],
    "clock":{"kind":"bank","ms":7},"seed":9007199254740991,"format":{"kind":"swiss","rounds":4,"table":3,"best_of":5,"tie_breaks":["SB"]},
    "registration":"open","start":{"when":"at","at":"2026-11-20T08:00:01Z","min_entrants":3},
    "between_rounds":"manual","no_show_ms":5,"parallel":9,"keep_bots":true,"house_bot":["/bin/true","x"],
    "listen":{"host":"::1","port":0},"store":"a/b.db","reports":"r","sandbox":"bwrap",
    "memory_mib":300,"tls":{"certificate":"c/a.crt","key":"/a.key","optional":true}})");
  json["entrants"] = Json::array({{{"name", "cat"},
                                   {"display", "Çat"},
                                   {"command", {"/bin/cat", ""}},
                                   {"folder", "/var"},
                                   {"readable", {"/tmp", "/etc/passwd"}}},
                                  {{"name", "alice"}, {"token_sha256", kHash}}});
  const TournamentConfig config = read_config(json);
  EXPECT_EQ(config.seats, 3U);
  EXPECT_EQ(config.instances.size(), 2U);
  EXPECT_EQ(config.clock.kind, ClockKind::bank);
  EXPECT_EQ(config.seed, 9007199254740991U);
  EXPECT_EQ(config.format->json(),
            Json::parse(R"({"kind":"swiss","rounds":4,"table":3,"best_of":5,"tie_breaks":["SB"]})"));
  EXPECT_TRUE(config.registration.open);
  EXPECT_EQ(config.start.when, StartSpec::When::at);
  EXPECT_EQ(config.start.at, std::chrono::system_clock::from_time_t(1795161601));
  EXPECT_EQ(config.start.min_entrants, 3U);
  EXPECT_EQ(config.between_rounds, BetweenRounds::manual);
  EXPECT_EQ(config.no_show, Milliseconds(5));
  EXPECT_EQ(config.parallel, 9U);
  EXPECT_TRUE(config.keep_bots);
  EXPECT_EQ(config.house_bot, (Words{"/bin/true", "x"}));
  ASSERT_TRUE(config.tls);
  EXPECT_EQ(config.tls->certificate, "c/a.crt");
  EXPECT_EQ(config.tls->key, "/a.key");
  EXPECT_TRUE(config.tls->optional);
  EXPECT_EQ(config.listen.host, "::1");
  EXPECT_EQ(config.listen.port, 0);
  EXPECT_EQ(config.store.text(), "a/b.db");
  EXPECT_EQ(config.reports, "r");
  EXPECT_EQ(config.sandbox, SandboxLevel::bwrap);
  ASSERT_EQ(config.entrants.size(), 2U);
  EXPECT_EQ(config.entrants[0].display, "Çat");
  EXPECT_EQ(config.entrants[0].bot->argv, (Words{"/bin/cat", ""}));
  ASSERT_TRUE(config.entrants[0].bot->confinement);
  EXPECT_EQ(config.entrants[0].bot->confinement->folder, "/var");
  EXPECT_EQ(config.entrants[0].bot->confinement->readable.size(), 2U);
  EXPECT_EQ(config.memory_mib, 300);
  EXPECT_EQ(config.entrants[0].bot->confinement->memory_mib, 300);
  EXPECT_EQ(config.entrants[1].token_sha256, kHash);
  EXPECT_FALSE(config.entrants[1].bot);
}

// Tournaments 8.5, 9.2, 10.3: one author, forbidden pairs and byes; they are not frozen.
TEST(TournamentConfig, WhatItAsksOfPairings) {
  Json json = with("format", {{"kind", "swiss"}, {"rounds", 5}});
  json["entrants"].push_back({{"name", "Carol"}, {"token_sha256", kHash}, {"author", "Ada"}});
  json["entrants"][0]["author"] = "Ada";
  json["entrants"][1]["author"] = "Bert";
  json["entrants"][1]["byes"] = {{{"round", 5}, {"kind", "zero"}}, {{"round", 2}, {"kind", "half"}}};
  json["forbidden_pairs"] = Json::parse(R"([["BOB","alice"]])");
  using Bye = PairingRequests::Bye;
  EXPECT_EQ(read_config(json).requests(),
            (PairingRequests{.asked = {{"bob", {{2, Bye::half}, {5, Bye::zero}}}},
                             .ruled = {},
                             .apart = {{"alice", "carol"}, {"bob", "alice"}}}));
  EXPECT_EQ(read_config(json).frozen(),
            read_config(with("format", {{"kind", "swiss"}, {"rounds", 5}})).frozen())
      << "it may change";
  json.erase("forbidden_pairs");
  json["entrants"][1].erase("byes");
  json["format"] = {{"kind", "round_robin"}};
  EXPECT_EQ(read_config(json).requests(), PairingRequests()) << "everybody meets everybody";
}

// Tournaments 9.2: a round robin has no byes and no forbidden pairs, and authors meet.
TEST(TournamentConfig, StaffBotsAreNamedAndHaveNoPlaceInABracket) {
  Json json = least();
  EXPECT_TRUE(read_config(json).requests().staff.empty());
  json["entrants"][1]["staff"] = true;
  EXPECT_EQ(read_config(json).requests().staff, Words{"bob"});
  json["format"] = {{"kind", "swiss"}, {"rounds", 1}};
  EXPECT_EQ(refusal_of_config(json), "accepted");
  json["format"]["final"] = {{"kind", "double_elimination"}, {"top", 2}};
  EXPECT_THAT(
      refusal_of_config(json),
      HasSubstr("entrants[1].staff: got true, expected false: a bracket has no place for staff bots"));
  json["format"] = {{"kind", "double_elimination"}};
  EXPECT_THAT(refusal_of_config(json), HasSubstr("entrants[1].staff: got true, expected false"));
}

TEST(TournamentConfig, ARoundRobinTakesNoRequests) {
  Json json = least();
  json["entrants"][0]["author"] = "Ada";
  json["entrants"][1]["author"] = "Ada";
  EXPECT_EQ(read_config(json).requests(), PairingRequests());
  json["forbidden_pairs"] = Json::parse(R"([["alice","bob"]])");
  EXPECT_THAT(refusal_of_config(json), HasSubstr("only the pairings of a swiss keep entrants apart"));
  json = least();
  json["entrants"][0]["byes"] = Json::parse(R"([{"round":1,"kind":"half"}])");
  EXPECT_THAT(refusal_of_config(json), HasSubstr("no such key: byes are for the rounds of a swiss"));
}

TEST(TournamentConfig, TheFrozenPartIsCompleteAndNothingElse) {
  // Tournaments 10.3: game, options, format, seed, instances.
  EXPECT_EQ(read_config(least()).frozen(), Json::parse(R"({"game":"walls","options":{"n":5,"first":0},
    "format":{"kind":"round_robin","cycles":1,"best_of":2,"tie_breaks":["DE","WIN","SB"]},"seed":null,
    "instances":[{"options":{"n":5,"first":0},"seeds":null}]})"));
  EXPECT_EQ(read_config(with("seed", 7)).frozen()["seed"], 7);
  EXPECT_EQ(read_config(with("options", {{"first", 0}})).frozen(), read_config(least()).frozen())
      << "a default written out is the same";
  for (const char* key : {"store", "reports", "name"}) {
    EXPECT_EQ(read_config(with(key, "x")).frozen(), read_config(least()).frozen())
        << "\"may change\": " << key;
  }
}

TEST(TournamentConfig, TheStoreIsNamedAsOnTheCommandLine) {
  EXPECT_EQ(read_config(with("store", "sqlite:a:b.db")).store, StoreUri::read("sqlite:a:b.db"));
  EXPECT_EQ(read_config(with("store", "postgresql://db/spring")).store,
            StoreUri::read("postgresql://db/spring"));
  const std::string expected = ", expected " + std::string(StoreUri::kExpected);
  EXPECT_EQ(refusal_of_config(with("store", "mysql://db/spring")),
            "configs/spring.json: store: got \"mysql://db/spring\"" + expected);
  EXPECT_EQ(refusal_of_config(with("store", "postgresql://me:secret@db/spring")),
            "configs/spring.json: store: got \"postgresql://me:***@db/spring\"" + expected);
}

TEST(TournamentConfig, AStoreThatIsNotNamedIsAFileWhateverTheFilesNameIs) {
  EXPECT_EQ(TournamentConfig::read(least(), "folder/a:b.json").store.text(), "./a:b.db");
}

TEST(TournamentConfig, ListensWhenAnybodyMayDialIn) {
  EXPECT_TRUE(read_config(least()).listens());
  Json json = least();
  for (Json& entrant : json["entrants"]) {
    entrant.erase("token_sha256");
    entrant["command"] = {"/bin/true"};
  }
  EXPECT_FALSE(read_config(json).listens());
  json["registration"] = "open";
  EXPECT_TRUE(read_config(json).listens());
}

// Tournaments 1.5, 1.6: nobody knows who is still to come.
TEST(TournamentConfig, OpenRegistrationNeverBeginsByItselfUnlessTheFileSaysSo) {
  Json json = least();
  EXPECT_EQ(read_config(json).start.when, StartSpec::When::all);
  json["registration"] = "open";
  EXPECT_EQ(read_config(json).start.when, StartSpec::When::manual);
  json["start"] = {{"min_entrants", 5}};
  EXPECT_EQ(read_config(json).start.when, StartSpec::When::all);
}

TEST(TournamentConfig, AMessageNamesFileKeyPathValueAndWhatWasExpected) {
  EXPECT_THAT(refusal_of_config(with("entrants", Json::parse(R"([{"name":"a b"}])"))),
              StartsWith("configs/spring.json: entrants[0].name: got \"a b\", expected a name: "));
  EXPECT_EQ(refusal_of_config(Json::array()), "configs/spring.json: got [], expected an object");
}

TEST(TournamentConfig, ControlCharactersOfKeysDoNotReachTheTerminal) {
  EXPECT_THAT(refusal_of_config(with("a\x1b[2J\n", 1)),
              StartsWith("configs/spring.json: a?[2J?: got 1, expected one of"));
}

TEST(TournamentConfig, ProgramsAreLookedUpInPath) {
  const TempFolder folder;
  test_support::write_file(folder / "my_bot", "#!/bin/sh\n");
  std::filesystem::permissions(folder / "my_bot", std::filesystem::perms::owner_all);
  test_support::write_file(folder / "text", "");
  const std::string path = std::getenv("PATH");
  const auto launching = [](const char* program) { return with("house_bot", Json::array({program})); };
  EXPECT_THAT(refusal_of_config(launching("my_bot")),
              HasSubstr("house_bot[0]: got \"my_bot\", expected a program in PATH"));
  ::setenv("PATH", (path + ":" + folder.path().string()).c_str(), 1);
  EXPECT_EQ(read_config(launching("my_bot")).house_bot, Words{"my_bot"});
  EXPECT_THAT(refusal_of_config(launching("text")), HasSubstr("house_bot[0]: got \"text\""))
      << "not executable";
  EXPECT_THAT(refusal_of_config(launching("")), HasSubstr("house_bot[0]: got \"\""));
  ::setenv("PATH", path.c_str(), 1);
}

TEST(TournamentConfig, PracticeBeginsWithOne) {
  // Tournaments 1.5, 9.5: practice begins with one entrant.
  Json json = least();
  json["format"] = {{"kind", "practice"}};
  json["house_bot"] = {"/bin/true"};
  json["entrants"].erase(1);
  EXPECT_EQ(read_config(json).start.min_entrants, 1U);
  json["entrants"] = Json::array();
  EXPECT_THAT(refusal_of_config(json), HasSubstr("entrants: got 0 of them, expected at least 1"));
  json["registration"] = "open";
  EXPECT_EQ(refusal_of_config(json), "accepted");
}

TEST(TournamentConfig, OnlyPracticeHasAPaceAndForgets) {
  // Tournaments 9.5: 50 matches, one each 10 s.
  Json json = least();
  json["keep"] = 5;
  EXPECT_THAT(refusal_of_config(json),
              HasSubstr("keep: got 5, expected no such key: it is for practice and ladders only"));
  json["format"] = {{"kind", "practice"}};
  json["house_bot"] = {"/bin/true"};
  json["entrants"] = Json::array();
  json["registration"] = "open";
  EXPECT_EQ(read_config(json).keep, 5U);
  EXPECT_EQ(read_config(json).pace, std::chrono::seconds(10));
  json["keep"] = {{"days", 3}};
  EXPECT_THAT(refusal_of_config(json), HasSubstr("no such key: it is for ladders only"));
  json.erase("keep");
  json["pace_ms"] = 0;
  EXPECT_EQ(read_config(json).keep, 50U);
  EXPECT_EQ(read_config(json).pace.count(), 0);
}

TEST(TournamentConfig, LoadReadsAFile) {
  const TempFolder folder;
  test_support::write_file(folder / "x.json", "\xEF\xBB\xBF" + least().dump());
  const TournamentConfig config = TournamentConfig::load(folder / "x.json");
  EXPECT_EQ(config.name, "Spring");
  EXPECT_EQ(config.store.text(), "x.db");
  EXPECT_THROW(TournamentConfig::load(folder / "y.json"), std::invalid_argument);
}

TEST(TournamentConfig, IsLoadedForGradesWhereProgramsAreGoneAndNothingElseIsWrong) {
  const TempFolder folder;
  Json json = least();
  json["clock"] = {{"kind", "per_move"}, {"ms", 1000}, {"measure", "cpu"}};
  json["entrants"] = {{{"name", "ada"}, {"command", {"/bin/true"}}},
                      {{"name", "bob"}, {"command", {"/none/bot"}}},
                      {{"name", "cra"}, {"command", {"./bot"}}, {"folder", "/none"}},
                      {{"name", "dee"}, {"command", {"/bin/true"}}, {"readable", {"/none"}}}};
  const auto load = [&] {
    test_support::write_file(folder / "x.json", json.dump());
    return load_with_gone_programs(folder / "x.json");
  };
  std::vector<std::string> gone;
  for (const EntrantSpec& entrant : load().entrants) {
    gone.push_back(entrant.gone.substr(0, entrant.gone.find(':')));
  }
  EXPECT_THAT(gone,
              ElementsAre("", "entrants[1].command[0]", "entrants[2].folder", "entrants[3].readable[0]"));
  EXPECT_THROW((void)TournamentConfig::load(folder / "x.json"), fields::Exception);
  json["entrants"][3]["name"] = "Bob";
  EXPECT_THAT(test_support::complaint<fields::Exception>([&] { (void)load(); }),
              HasSubstr("x.json: entrants[3].name: got \"Bob\""));
}

TEST(TournamentConfig, BotsSeeNeitherResultsNorVersionsOfOthers) {
  const TournamentConfig config = read_config(least());
  const std::filesystem::path versions = std::filesystem::absolute("spring.db.versions");
  const std::filesystem::path marks = std::filesystem::absolute("spring.db.marks");
  EXPECT_THAT(config.hidden_from({}), testing::ElementsAre("spring.db", "out/", marks, versions))
      << "it has no folder";
  Confinement own;
  own.folder = versions / "abc";
  EXPECT_THAT(config.hidden_from(own), testing::ElementsAre("spring.db", "out/", marks));
  own.folder = versions.parent_path();
  EXPECT_THAT(config.hidden_from(own), testing::Contains(versions));
}

TEST(ReadUtc, TakesOneFormOnly) {
  EXPECT_EQ(read_utc("1970-01-01T00:00:00Z"), std::chrono::system_clock::from_time_t(0));
  EXPECT_EQ(read_utc("2024-02-29T23:59:59Z"), std::chrono::system_clock::from_time_t(1709251199));
  for (const char* text :
       {"", "2026-11-20", "2026-11-20T08:00:00", "2026-11-20T08:00:00z", "2026-11-20T08:00Z",
        "2026-11-20T08:00:00.5Z", "2026-11-20T08:00:00+01:00", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
        "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:60Z", "-026-01-01T00:00:00Z",
        " 2026-11-20T08:00:00Z"}) {
    EXPECT_EQ(read_utc(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace referee
