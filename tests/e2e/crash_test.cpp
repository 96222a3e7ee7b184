#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <map>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "tests/e2e/lifeline.h"
#include "tests/e2e/stored_tournament.h"

// A referee that is killed, or stopped, in the middle of a tournament, and then started again. Only these
// tests wait for a time, because they need a random moment.

namespace e2e {
namespace {

constexpr std::size_t kMatches = 72;  // of a round robin of nine, with both seats

using std::chrono::milliseconds;
using testing::AllOf;
using testing::HasSubstr;

class Crash : public StoredTournament {
 protected:
  /// Waits for a pseudo-random time, the same in each run of the test.
  void wait_up_to(milliseconds most) {
    const std::chrono::microseconds time(random_() % static_cast<std::uint64_t>(most.count() * 1000));
    waited_ += " " + std::to_string(time.count());
    std::this_thread::sleep_for(time);
  }
  std::uint64_t draw(std::uint64_t below) { return random_() % below; }
  /// All waits so far, in microseconds.
  const std::string& waited() const { return waited_; }

  /// The records are true. Returns how many of their matches have gone on after a crash.
  std::size_t expect_true_records() {
    std::vector<std::string> words = {"verify"};
    std::size_t resumed = 0;
    for (const auto& file : record_files()) {
      words.push_back(file.string());
      resumed += test_support::read_file(file).find("\"resumed\":true") == std::string::npos ? 0 : 1;
    }
    Child& verify = run(words);
    EXPECT_EQ(verify.code(), kDone) << verify.out() << verify.err();
    return resumed;
  }
  static bool is_result(const std::string& line) {
    return line.starts_with("r") && line.find("g") < line.find(": ") && line.find(": ") < 12;
  }
  /// A bot that holds that pipe open as long as it lives.
  static Json on_lifeline(const std::string& name, int seed, const std::string& pipe) {
    return launched(name, {"/bin/sh", "-c", "exec 3>\"$0\"; exec \"$@\"", pipe, sample_bot("walls_random"),
                           "--seed", std::to_string(seed)});
  }

 private:
  std::mt19937_64 random_{20261120};
  std::string waited_;
};

// ---- launched bots ----

class ManyCrashes : public Crash {
 protected:
  /// Keeps the results that this run of the program has printed, and the records of these matches.
  void note_results(Child& referee) {
    while (const auto line = referee.next_line()) {
      note(*line);
    }
    for (const std::string& match : told_) {
      records_.try_emplace(match, test_support::read_file(record_path(match)));
    }
  }
  /// Reads on until the program has printed `count` results.
  void await_results(Child& referee, std::uint64_t count) {
    while (count > 0) {
      const auto line = referee.next_line();
      if (!line) {
        return;
      }
      count -= note(*line) ? 1 : 0;
    }
  }
  /// "never replays a finished one": the referee prints each result once, and its record stays the same, byte
  /// by byte.
  void expect_nothing_told_is_lost() const {
    for (const auto& [match, record] : records_) {
      EXPECT_EQ(test_support::read_file(record_path(match)), record) << match;
    }
  }
  const std::set<std::string>& told() const { return told_; }
  /// Entrants whose bots play the same moves whenever they are asked the same, whatever they were asked
  /// before. One of them holds the lifeline.
  Json deterministic_entrants() {
    Json entrants = randoms(8);
    entrants.push_back(on_lifeline("watched", 9, path("lifeline")));
    return entrants;
  }
  /// What the lifeline needs: a pipe of a folder of this test's, which a sandbox would hide.
  static Json may_share_a_pipe() { return {{"sandbox", "none"}, {"as_root", true}}; }
  /// Plays the tournament of config.json to its end through so many kills of its referee. First plays it
  /// unbroken, with the reports in "calm".
  void play_through_kills(int kills) {
    const Lifeline lifeline(path("lifeline"));
    const auto begun = std::chrono::steady_clock::now();
    EXPECT_EQ(run({"run", "config.json", "--store", "calm.db", "--reports", "calm"}).code(), kDone);
    // As long as a match takes here and now: so some kills hit matches, and some what lies between them.
    const auto match = (std::chrono::steady_clock::now() - begun) / static_cast<int>(kMatches);
    for (int kill = 1; kill <= kills; ++kill) {
      Child& referee = start({"run", "config.json"});
      await_results(referee, draw(3));
      wait_up_to(std::chrono::ceil<milliseconds>(match));
      referee.signal(SIGKILL);
      referee.wait();
      ASSERT_EQ(referee.code(), kKilled) << "kill " << kill << " came too late;" << waited();
      EXPECT_EQ(referee.err().find("[error]"), std::string::npos) << referee.err() << waited();
      EXPECT_TRUE(lifeline.cut()) << "a bot outlives its referee;" << waited();
      note_results(referee);
      EXPECT_NO_THROW(standings_without_times()) << "half a file;" << waited();
    }
    Child& last = run({"run", "config.json"});
    EXPECT_EQ(last.code(), kDone) << last.err();
    note_results(last);
    EXPECT_TRUE(lifeline.cut());
  }
  /// After play_through_kills(): all that was told stands, and each match of `deterministic_entrants` has
  /// one record that counts.
  void expect_as_unbroken() {
    expect_nothing_told_is_lost();
    EXPECT_EQ(standings_without_times(), standings_without_times("calm"));
    EXPECT_EQ(expect_one_record_a_game(), kMatches);
  }
  void expect_no_leftovers() const {
    for (const char* const leftover :
         {"spring.db.lock", "spring.db.ctl", "spring.db-wal", "spring.db-shm", "spring.db.turns"}) {
      EXPECT_FALSE(std::filesystem::exists(folder() / leftover)) << leftover;
    }
  }

 private:
  bool note(const std::string& line) {
    if (!is_result(line)) {
      return false;
    }
    EXPECT_TRUE(told_.insert(line.substr(0, line.find(':'))).second) << "played twice: " << line;
    return true;
  }
  std::filesystem::path record_path(const std::string& match) const {
    return folder() / "out" / "records" / (match + ".jsonl");
  }

  std::set<std::string> told_;
  std::map<std::string, std::string> records_;
};

TEST_F(ManyCrashes, ThirtyKillsLeaveNoTraceInTheStandings) {
  // "serve/run on a store that is half way goes on with the remaining matches (an unfinished one is a new
  // attempt), never replays a finished one, and ends with the same standings as an unbroken run with
  // deterministic bots. Test: kill -9 at 30 random moments of one tournament, then compare."
  Json config = round_robin(deterministic_entrants());
  config["on_restart"] = "replay";
  config.update(may_share_a_pipe());
  write_config(config);
  play_through_kills(30);

  SCOPED_TRACE("waits in us:" + waited());
  expect_as_unbroken();
  EXPECT_GT(record_files().size(), kMatches) << "no kill has hit a match";
  for (const auto& file : record_files()) {
    const bool counts = file.stem().extension().empty();
    EXPECT_EQ(Record(file).last().at("status"), counts ? "done" : "void") << file;
  }
  expect_no_leftovers();
}

TEST_F(ManyCrashes, MatchesOfBotsThatResumeGoOnWhereTheyWere) {
  // "Each turn is written before the next leaves, so kill -9 loses none. [...] Standings equal an unbroken
  // run for deterministic bots."
  Json config = round_robin(deterministic_entrants());
  config.update(may_share_a_pipe());
  write_config(config);
  play_through_kills(30);

  SCOPED_TRACE("waits in us:" + waited());
  expect_as_unbroken();
  EXPECT_EQ(record_files().size(), kMatches) << "a match was played again";
  EXPECT_GT(expect_true_records(), 0U) << "no kill has hit a match";
  expect_no_leftovers();
}

TEST_F(ManyCrashes, FinishedTournamentIsShownAgainAndNotPlayedAgain) {
  write_config(round_robin(randoms(3)));
  Child& first = run({"run", "config.json"});
  EXPECT_EQ(first.code(), kDone) << first.err();
  note_results(first);
  EXPECT_EQ(told().size(), 6U);
  const Json before = standings_without_times();
  Child& again = run({"run", "config.json"});
  EXPECT_EQ(again.code(), kDone) << again.err();
  note_results(again);  // fails if it prints a result again
  expect_nothing_told_is_lost();
  EXPECT_EQ(standings_without_times(), before);
}

// ---- bots that dial in ----

TEST_F(Crash, BotsThatDialInGoOnWithTheNextReferee) {
  // "its bots dial again": join.py and referee join, four bots, on the same port.
  const std::vector<std::string> names = {"alice", "bob", "carol", "dave"};
  Json config = round_robin(all_dialled(names));
  config["format"]["cycles"] = 4;
  Json calm = config;
  Child* serving = &serve(config);
  config["listen"]["port"] = std::stoi(address().substr(address().find(':') + 1));
  write_config(config);

  // 24 games one after another, so that the tournament is not over before the last kill.
  const std::string slow_bot = "sleep 0.1; exec " + sample_bot("walls_random") + " --seed ";
  std::vector<Child*> joined;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string seed = std::to_string(i);
    std::vector<std::string> argv = {kReferee, "join"};
    if (i % 2 == 1) {
      argv = {"/usr/bin/python3", "-B", std::string(RUDE_BOTS) + "/../../../sample_bots/python/join.py"};
    }
    const std::vector<std::string> words = {
        address(), "--name",  names[i], "--token-file", token_file(names[i]),
        "--",      "/bin/sh", "-c",     slow_bot + seed};
    argv.insert(argv.end(), words.begin(), words.end());
    joined.push_back(&spawn(argv));
    calm["entrants"][i] = launched(names[i], {"sample:walls_random", "--seed", seed});
  }
  for (int kill = 1; kill <= 4; ++kill) {
    wait_up_to(milliseconds(500));
    serving->signal(SIGKILL);
    serving->wait();
    ASSERT_EQ(serving->code(), kKilled) << "kill " << kill << " came too late;" << waited();
    serving = &serve_again();
  }
  SCOPED_TRACE("waits in us:" + waited());
  finish();
  for (Child* const bot : joined) {
    bot->wait();
    EXPECT_EQ(bot->code(), 0) << bot->err();
    EXPECT_THAT(bot->err(), HasSubstr("the tournament is over"));
  }
  expect_no_faults(names);
  EXPECT_EQ(expect_one_record_a_game(), 48U);
  EXPECT_EQ(record_files().size(), 48U) << "a match was played again";
  (void)expect_true_records();  // on a slow machine all kills may come before the first turns
  test_support::write_file(path("calm.json"), calm.dump());
  EXPECT_EQ(run({"run", "calm.json", "--store", "calm.db", "--reports", "calm"}).code(), kDone);
  EXPECT_EQ(standings_without_times(), standings_without_times("calm"));
}

TEST_F(Crash, StoppedRefereeForfeitsNobody) {
  // "a loaded or stalled referee does not flag a bot that answered in time": the bot answers while the
  // referee is stopped, and the referee runs again only after the deadline.
  Json config = walls(1, all_dialled({"alice", "bob"}));
  config["clock"] = {{"kind", "per_move"}, {"ms", 900}};
  serve(config);
  DialIn alice = join("alice");
  DialIn bob = join("bob");
  for (int game = 1; game <= 2; ++game) {
    const bool alice_begins = alice.next("start").at("seat") == 0;
    for (int number = 0; number < 18; ++number) {
      DialIn& mover = (number % 2 == 0) == alice_begins ? alice : bob;
      const Json turn = mover.next("turn");
      ASSERT_FALSE(turn.is_null()) << number;
      const bool stop = number == 4 || number == 11;
      if (stop) {
        referee().signal(SIGSTOP);
      }
      mover.answer(turn);
      if (stop) {
        std::this_thread::sleep_for(milliseconds(1000));
        referee().signal(SIGCONT);
      }
    }
  }
  finish();
  expect_no_faults({"alice", "bob"});
}

}  // namespace
}  // namespace e2e
