#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/e2e/lifeline.h"
#include "tests/e2e/memory_room.h"
#include "tests/e2e/stored_tournament.h"

// Tournaments 6.1: what a bot does wrong has consequences in that match only. Everybody meets everybody; two
// honest bots are among them.

namespace e2e {
namespace {

using testing::Contains;
using testing::HasSubstr;

/// The kind of a bot that is absent from all games.
constexpr const char* kNeverComes = "no_show";

/// A bot of rude/, and the only kind of fault that it commits; "": none at all.
struct Rude {
  std::string name;
  std::string kind;
  std::vector<std::string> arguments = {};  // after the log's name
};

/// A clock on which a bot that hangs takes little time, and a busy machine does not harm a bot that computes.
constexpr const char* kHastyClock =
    R"({"kind":"per_move","ms":300,"measure":"cpu","wall_ms":1500,"init_ms":4000})";
/// The same, but a silent bot ends the match soon.
constexpr const char* kImpatientClock =
    R"({"kind":"mean","ms":300,"measure":"cpu","wall_ms":1500,"silence_ms":1500})";

/// They write to the test's own folder, and hold its pipe open.
const Json kUnconfined = {{"sandbox", "none"}, {"as_root", true}};

class RudeTournament : public StoredTournament {
 protected:
  RudeTournament() : lifeline_(path("lifeline")) {}

  /// Plays a tournament of them and two honest bots, and checks what must hold for all vices.
  Child& play(const std::vector<Rude>& rude, const std::string& clock, const Json& more = Json::object()) {
    Json entrants = Json::array();
    entrants.push_back(launched("honest-1", watched(rude_bot("honest_walls"))));
    for (const Rude& one : rude) {
      entrants.push_back(launched(one.name, command_of(one)));
    }
    entrants.push_back(launched("honest-2", watched(rude_bot("honest_walls"))));
    Json config = round_robin(entrants);
    config["format"]["best_of"] = 1;
    config["clock"] = Json::parse(clock);
    config["parallel"] = 3;
    config.update(kUnconfined);
    config.update(more);
    write_config(config);
    Child& referee = run({"run", "config.json"});
    EXPECT_EQ(referee.code(), kDone) << referee.err();
    expect_the_honest_untouched(rude.size());
    for (const Rude& one : rude) {
      one.kind == kNeverComes ? expect_withdrawn(one.name) : expect_only(one.kind, row(one.name));
    }
    expect_faults_as_recorded();
    EXPECT_TRUE(lifeline_.cut()) << "a process is left over";
    return referee;
  }
  /// The referee needs little more memory than with honest bots only.
  void expect_little_memory(const Child& referee) {
    Json entrants = Json::array();
    for (int i = 1; i <= 7; ++i) {
      entrants.push_back(launched("honest-" + std::to_string(i), rude_bot("honest_walls")));
    }
    Json config = round_robin(entrants);
    config["format"]["best_of"] = 1;
    config["parallel"] = 3;
    config.update(kUnconfined);
    write_config(config);
    const Child& calm = run({"run", "config.json", "--store", "calm.db", "--reports", "calm"});
    EXPECT_EQ(calm.code(), kDone) << calm.err();
    if (kMemoryTells) {
      EXPECT_LT(referee.max_memory_kb(), calm.max_memory_kb() + kMemoryRoomKb);
    }
  }
  /// The error messages that the bot received.
  std::string told(const std::string& name) const { return test_support::read_file(path(name + ".log")); }

 private:
  /// Holds the pipe of the test open as long as it or a child of it lives.
  std::vector<std::string> watched(const std::vector<std::string>& command) const {
    std::vector<std::string> words = {"/bin/sh", "-c", "exec 3>\"$0\"; exec \"$@\"", path("lifeline")};
    words.insert(words.end(), command.begin(), command.end());
    return words;
  }
  std::vector<std::string> command_of(const Rude& rude) const {
    std::vector<std::string> arguments = {path(rude.name + ".log")};
    arguments.insert(arguments.end(), rude.arguments.begin(), rude.arguments.end());
    const std::vector<std::string> command = rude_bot(rude.name, arguments);
    return rude.name == "lists_descriptors" ? command : watched(command);
  }
  void expect_the_honest_untouched(std::size_t rude) const {
    expect_no_faults({"honest-1", "honest-2"});
    for (const char* const name : {"honest-1", "honest-2"}) {
      EXPECT_GE(row(name).at("points").get<double>() + 0.5 * 2, static_cast<double>(rude)) << row(name);
      EXPECT_EQ(row(name).at("withdrawn"), false);
    }
    EXPECT_EQ(standings().at("finished"), true);
    expect_one_record_a_game();
  }
  static void expect_only(const std::string& kind, const Json& row) {
    const Json& kinds = row.at("faults_by_kind");
    EXPECT_EQ(kinds.size(), kind.empty() ? 0U : 1U) << row;
    EXPECT_TRUE(kind.empty() || kinds.contains(kind)) << row;
  }
  /// Tournaments 4.1, 4.5, 5.3: absent twice it is withdrawn for good, and annulled.
  void expect_withdrawn(const std::string& name) const {
    EXPECT_EQ(row(name).at("withdrawn"), true);
    EXPECT_EQ(row(name).at("annulled"), true);
    EXPECT_EQ(row(name).at("games"), 0);
    EXPECT_THAT(notes(), Contains(name + " is withdrawn: it did not come to two games running"));
  }
  /// The standings and the records have the same faults.
  void expect_faults_as_recorded() const {
    std::map<std::string, std::map<std::string, int>> kinds;
    for (const auto& file : record_files()) {
      const Record played(file);
      const Json& players = played.header().at("players");
      for (std::size_t seat = 0; seat < players.size(); ++seat) {
        for (const std::string& verdict : played.verdicts(seat)) {
          kinds[players[seat]][verdict] += verdict == "ok" ? 0 : 1;
        }
      }
      for (const Json& seat : played.last().value("no_show", Json::array())) {
        ++kinds[players[seat.get<std::size_t>()]]["no_show"];
      }
    }
    const Json page = standings();
    for (const Json& one : page.at("standings")) {
      auto& recorded = kinds[one.at("name")];
      recorded.erase("ok");
      if (!one.at("annulled")) {
        EXPECT_EQ(one.at("faults_by_kind"), Json(recorded)) << one;
      }
    }
  }

  Lifeline lifeline_;
};

TEST_F(RudeTournament, WrongAnswersCostTheirAuthorsOnly) {
  const Child& referee = play({{"garbage", "malformed"},
                               {"invalid_utf8", "malformed"},
                               {"debug_text", "malformed"},
                               {"bare_move", "malformed"},
                               {"nested", "malformed"}},
                              kPatientClock);
  expect_little_memory(referee);
  EXPECT_THAT(told("debug_text"), HasSubstr("not JSON: 'thinking about turn 0'"));
}

TEST_F(RudeTournament, TooManyAnswersCostTheirAuthorsOnly) {
  const Child& referee = play({{"answers_early", ""},
                               {"answers_twice", ""},
                               {"two_writes", ""},
                               {"ten_megabytes", "oversize"},
                               {"floods", "flood"}},
                              kPatientClock);
  expect_little_memory(referee);
  EXPECT_EQ(row("ten_megabytes").at("faults"), row("ten_megabytes").at("games"));
  EXPECT_THAT(told("answers_early"), HasSubstr("early: turn 1 has not been asked"));
}

TEST_F(RudeTournament, ProcessesThatLeaveHarmNobody) {
  play({{"dies_in_mid_game", "disconnected"},
        {"half_line", "disconnected"},
        {"closes_input", "disconnected", {"shutdown"}},
        {"floods_stderr", ""},
        {"closes_at_once", kNeverComes}},
       kPatientClock);
}

TEST_F(RudeTournament, ProcessesThatStayAreEnded) {
  const std::string pipe = path("lifeline");
  const Child& referee = play({{"ignores_sigterm", "", {pipe}},
                               {"changes_group", "", {pipe}},
                               {"leaves_child", "", {pipe, "group"}},
                               {"lists_descriptors", ""},
                               {"closes_input", "", {"close"}}},
                              kPatientClock);
  EXPECT_THAT(referee.err(), HasSubstr("lists_descriptors ended with exit status 1: descriptors 0 1 2"));
}

// Tournaments 6.1: a clock that takes a bot out ends that match only.
TEST_F(RudeTournament, SilenceEndsOnlyItsOwnMatches) {
  const std::string pipe = path("lifeline");
  play({{"says_nothing", "forfeited"}, {"never_reads", "forfeited"}, {"stops_itself", "forfeited", {pipe}}},
       kImpatientClock);
}

TEST_F(RudeTournament, LateAnswersEndNoMatch) {
  play({{"answers_late", "late"}, {"chatters", "late"}}, kHastyClock);
  EXPECT_THAT(told("answers_late"), HasSubstr("stale: turn "));
}

TEST_F(RudeTournament, ComputingSleepingAndNeverComingAreTheirOwnMatter) {
  play({{"spins", "late"}, {"sleeps", "late"}, {"never_hello", kNeverComes}}, kHastyClock);
}

TEST_F(RudeTournament, NumbersThatAreNoneLoseTheirCycles) {
  const Json cycles = {{"game", "lightcycle"},
                       {"options", {{"size", 20}, {"starts", Json::parse("[[[5,5]],[[14,14]]]")}}}};
  Json entrants = Json::array({launched("honest-1", {"sample:lightcycle_dumb"})});
  const std::vector<std::string> moves = {"[[6.5,5]]", "[[1e400,5]]", "[[18446744073709551615,5]]", "null"};
  for (std::size_t i = 0; i < moves.size(); ++i) {
    entrants.push_back(
        launched("odd-" + std::to_string(i), rude_bot("odd_numbers", {path("log"), moves[i]})));
  }
  entrants.push_back(launched("honest-2", {"sample:lightcycle_dumb"}));
  Json config = round_robin(entrants);
  config.update(cycles);
  config.update(kUnconfined);
  write_config(config);
  EXPECT_EQ(run({"run", "config.json"}).code(), kDone);
  expect_no_faults({"honest-1", "honest-2"});
  for (std::size_t i = 0; i < moves.size(); ++i) {
    EXPECT_EQ(row("odd-" + std::to_string(i)).at("faults_by_kind"), Json({{"malformed", 10}})) << moves[i];
  }
  EXPECT_EQ(expect_one_record_a_game(), 30U);
}

}  // namespace
}  // namespace e2e
