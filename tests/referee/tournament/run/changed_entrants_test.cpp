#include "referee/tournament/run/changed_entrants.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "protocol/sha256.h"
#include "referee/record/replay.h"
#include "referee/store/sqlite_store.h"
#include "referee/tournament/run/entrant_program.h"
#include "referee/tournament/run/opened_store.h"
#include "tests/support/complaint.h"
#include "tests/support/sample_record.h"
#include "tests/support/simulated_clock.h"
#include "tests/support/temp_folder.h"
#include "tests/support/tournament_fixture.h"

namespace referee {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Status = StoredAttempt::Status;

/// A round robin of launched bots, whose programs are scripts in its folder. Nothing is played: what play
/// leaves in the store is written there.
class ChangedEntrantsTest : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* const name : {"ann", "bob", "cy", "dee"}) {
      program(name, "first");
    }
  }
  void program(const std::string& name, const std::string& text) {
    test_support::write_file(folder_ / name, "#!/bin/sh\n# " + text + "\n");
    std::filesystem::permissions(folder_ / name, std::filesystem::perms::owner_all);
  }
  TournamentConfig config(const std::vector<std::string>& names) const {
    Json json = {{"name", "Spring"}, {"game", game_}, {"format", format_}};
    for (const std::string& name : names) {
      json["entrants"].push_back({{"name", name}, {"command", {(folder_ / name).string()}}});
    }
    return test_support::tournament(folder_, json);
  }
  OpenedStore open(const std::vector<std::string>& names, bool takes_changes = false) {
    TournamentConfig now = config(names);
    now.takes_changed_entrants = takes_changes;
    return open_tournament(now, *open_store(now.store, StoreAccess::exclusive), loop_.clock());
  }
  std::string refusal(const std::vector<std::string>& names) {
    return test_support::complaint([&] { open(names); });
  }
  void apply(const std::vector<StoreWrite>& writes) {
    SqliteStore(folder_ / "t.db", SqliteStore::Access::exclusive).apply(writes);
  }
  StoreContent stored() const { return SqliteStore(folder_ / "t.db", SqliteStore::Access::read_only).load(); }

  static StoredEntrant entrant(std::size_t number, const std::string& name) {
    StoredEntrant stored;
    stored.number = number;
    stored.name = name;
    return stored;
  }
  /// Begins with these entrants, and plays the matches of so many rounds: a game, or in a duel one of each.
  void play(const std::vector<std::string>& names, std::size_t rounds = 100) {
    const OpenedStore opened = open(names);
    std::vector<StoreWrite> writes;
    History history;
    for (const std::string& name : names) {
      writes.emplace_back(store_write::PutEntrant{entrant(history.entrants.size(), name)});
      history.entrants.push_back({.name = name, .display = name});
    }
    const auto system = opened.format->pairing_system(0);
    for (auto round = system->pair(history); !round.empty(); round = system->pair(history)) {
      history.rounds.emplace_back();
      writes.emplace_back(store_write::PutRound{{round.front().round, encounters_json(round)}});
      for (const Encounter& encounter : round) {
        for (int match_no = 1; match_no <= opened.format->encounter_rules().matches_a_game(encounter);
             ++match_no) {
          add_game({encounter.round, encounter.table, match_no}, writes);
        }
      }
      if (history.rounds.size() == rounds) {
        break;
      }
    }
    writes.emplace_back(store_write::SetMeta{meta_key::kFinished, "2026-11-20T08:00:00.000Z"});
    apply(writes);
  }
  static void add_game(const MatchPlace& place, std::vector<StoreWrite>& writes,
                       Status status = Status::done) {
    const std::string& record = test_support::walls_record();
    const StoredAttempt game{place.id(), place.round, place.table, place.game_no, 1, Status::running, ""};
    writes.emplace_back(store_write::BeginAttempt{game, record.substr(0, record.find('\n') + 1)});
    if (status != Status::running) {
      const GameResult result{
          .game_no = place.game_no, .scores = {1, 0}, .no_show = {false, false}, .tallies = {{}, {}}};
      writes.emplace_back(
          store_write::FinishAttempt{place.id(), 1, Status::done, game_result_json(result), record});
    }
  }
  /// The games with that status, by name.
  std::vector<std::string> games(Status status) const {
    std::vector<std::string> found;
    for (const StoredAttempt& game : stored().games) {
      if (game.status == status) {
        found.push_back(game.match);
      }
    }
    return found;
  }

  test_support::TempFolder folder_;
  test_support::SimulatedLoop loop_;
  std::string game_ = "walls";
  Json format_ = {{"kind", "round_robin"}, {"best_of", 1}};
};

// Tournaments 1.4: without the arbiter's word the games are listed, and nothing is changed.
TEST_F(ChangedEntrantsTest, AreListedWithTheirGamesAndChangeNothing) {
  play({"ann", "bob", "cy"});
  program("bob", "second");
  const StoreContent before = stored();
  EXPECT_THAT(refusal({"ann", "bob", "dee"}),
              AllOf(HasSubstr("test.json: entrants: "),
                    HasSubstr("t.db: new: dee (2 matches in rounds 4 to 6, at most 2 games: "),
                    HasSubstr("another program: bob (1 game void, and played again: r2t1g1)"),
                    HasSubstr("no longer in the tournament file: cy (withdrawn); 2 other results stay"),
                    HasSubstr("--changed-entrants")));
  const StoreContent after = stored();
  EXPECT_EQ(after.meta, before.meta);
  EXPECT_EQ(after.entrants, before.entrants);
  EXPECT_EQ(after.games, before.games);
}

// Tournaments 1.4: late matches are rounds after the last one; games of another program are void.
TEST_F(ChangedEntrantsTest, ArePlayedOnceTheArbiterSaysSo) {
  play({"ann", "bob", "cy"});
  program("bob", "second");
  const OpenedStore opened = open({"ann", "bob", "cy", "dee"}, true);
  EXPECT_THAT(games(Status::voided), ElementsAre("r1t1g1", "r2t1g1")) << "2-3, 1-2";
  EXPECT_THAT(games(Status::done), ElementsAre("r3t1g1"));
  ASSERT_EQ(opened.replaced.size(), 2U);
  EXPECT_TRUE(verify_record(opened.replaced[0].record).is_void);
  const StoreContent content = stored();
  EXPECT_EQ(content.meta.at(meta_key::kEntered), "[3,4]");
  EXPECT_FALSE(content.meta.contains(meta_key::kFinished)) << "it goes on";
  EXPECT_EQ(content.entrants.at(3).name, "dee");
  EXPECT_EQ(content.changes.size(), 2U);
  EXPECT_EQ(opened.format->pairing_system(0)->rounds(4), 6);
  // From now on that is the tournament: the change is made once, whatever ends the referee.
  const OpenedStore again = open({"ann", "bob", "cy", "dee"});
  EXPECT_TRUE(again.replaced.empty());
  EXPECT_EQ(again.format->pairing_system(0)->rounds(4), 6);
  EXPECT_EQ(stored().changes, content.changes);
}

// Tournaments 1.4: one that is not listed is withdrawn, and the file may lack it from then on.
TEST_F(ChangedEntrantsTest, OneThatIsNotListedIsWithdrawn) {
  play({"ann", "bob", "cy"});
  open({"ann", "bob"}, true);
  EXPECT_EQ(stored().entrants.at(2).withdrawn, "no longer in the tournament file");
  EXPECT_EQ(games(Status::done).size(), 3U);
  EXPECT_TRUE(open({"ann", "bob"}).resumed);
}

// Tournaments 1.4: what cannot be played again stays.
TEST_F(ChangedEntrantsTest, KeepGamesThatAreCancelledOrAgainstTheWithdrawn) {
  play({"ann", "bob", "cy", "dee"});
  StoredEntrant gone = stored().entrants.at(3);
  gone.withdrawn = "has gone home";
  apply({store_write::PutEntrant{gone},  // rounds: 1-4 2-3, 4-3 1-2, 2-4 3-1
         store_write::ChangeStatus{"r1t2g1", 1, Status::struck, test_support::walls_record()}});
  program("bob", "second");
  open({"ann", "bob", "cy", "dee"}, true);
  EXPECT_THAT(games(Status::voided), ElementsAre("r2t2g1"));
  EXPECT_THAT(games(Status::struck), ElementsAre("r1t2g1"));
}

// Tournaments 1.4: who was withdrawn because its program did not start plays all with another one.
TEST_F(ChangedEntrantsTest, WhoWasAbsentPlaysAgainAlsoWhatItHasForfeited) {
  play({"ann", "bob", "cy"}, 1);  // rounds: 2-3, 1-2, 3-1
  Encounter forfeit{.round = 2, .table = 1, .kind = Encounter::Kind::forfeit, .entrants = {0, 1}};
  forfeit.winner = 0;
  StoredEntrant absent = entrant(1, "bob");
  absent.withdrawn = "was absent";
  absent.by_no_show = true;
  absent.no_shows = 2;
  apply({store_write::PutEntrant{absent}, store_write::PutRound{{2, encounters_json({forfeit})}}});
  program("bob", "second");
  open({"ann", "bob", "cy"}, true);
  EXPECT_THAT(games(Status::voided), ElementsAre("r1t1g1"));
  const StoreContent content = stored();
  EXPECT_EQ(content.entrants.at(1), entrant(1, "bob"));
  const Encounter now = read_encounters(content.rounds.at(1).encounters).at(0);
  EXPECT_EQ(now.kind, Encounter::Kind::play);
  EXPECT_THAT(content.changes.at(0).text, HasSubstr("1 forfeited match is played"));
}

// Tournaments 1.4, 2.6: in a duel each has a game of its own.
TEST_F(ChangedEntrantsTest, InADuelOnlyTheirOwnGamesAreVoid) {
  game_ = "superball";
  play({"ann", "bob", "cy"});
  program("bob", "second");
  open({"ann", "bob", "cy"}, true);
  EXPECT_THAT(games(Status::voided), ElementsAre("r1t1g1", "r2t1g2")) << "2-3, 1-2";
}

TEST_F(ChangedEntrantsTest, DoNotGoOnInAGameThatWasRunning) {
  open({"ann", "bob"});
  std::vector<StoreWrite> writes{store_write::PutEntrant{entrant(0, "ann")},
                                 store_write::PutEntrant{entrant(1, "bob")}};
  Encounter encounter;
  encounter.entrants = {0, 1};
  writes.emplace_back(store_write::PutRound{{1, encounters_json({encounter})}});
  add_game({1, 1, 1}, writes, Status::running);
  apply(writes);
  program("bob", "second");
  EXPECT_THAT(refusal({"ann", "bob"}), HasSubstr("r1t1g1"));
  EXPECT_THAT(open({"ann", "bob"}, true).interrupted.at(0).why, HasSubstr("another program of bob"));
}

TEST_F(ChangedEntrantsTest, BeforePlayAndInOlderStoresAreTheEntrants) {
  open({"ann", "bob"});
  apply({store_write::PutEntrant{entrant(0, "ann")}, store_write::PutEntrant{entrant(1, "bob")}});
  program("bob", "second");
  EXPECT_TRUE(open({"ann", "bob", "cy"}).resumed);
  play({"ann", "bob", "cy"});
  apply({store_write::RemoveMeta{std::string(meta_key::kProgram) + "bob"}});
  program("bob", "third");
  EXPECT_TRUE(open({"ann", "bob", "cy"}).resumed) << "nothing is known of the program of before";
  program("bob", "fourth");
  EXPECT_THAT(refusal({"ann", "bob", "cy"}), HasSubstr("another program: bob"));
}

// Tournaments 1.4, 11.1: only a round robin at tables of two takes others after its begin.
TEST_F(ChangedEntrantsTest, OtherFormatsRefuseAndSayWhichDoes) {
  format_ = {{"kind", "double_elimination"}};
  play({"ann", "bob", "cy"}, 1);
  EXPECT_THAT(refusal({"ann", "bob", "cy", "dee"}),
              AllOf(HasSubstr("entrants[3].name: got \"dee\""), HasSubstr("a round robin at tables of two")));
}

TEST_F(ChangedEntrantsTest, ADamagedListOfNumbersIsNamed) {
  play({"ann", "bob", "cy"});
  for (const char* const damaged : {"", "[3]", "[4,3]", "[2,4]", "[2,-3]", "{}", "[0,3]"}) {
    apply({store_write::SetMeta{meta_key::kEntered, damaged}});
    EXPECT_THAT(test_support::complaint<fields::Exception>([&] {
                  open({"ann", "bob", "cy"});
                }),
                HasSubstr("entered: "))
        << damaged;
  }
}

/// What makes a program another one.
TEST_F(ChangedEntrantsTest, ProgramsAreToldByWhatTheyHold) {
  const auto hash = [](std::vector<std::string> argv, const std::filesystem::path& folder = {},
                       SandboxLevel sandbox = SandboxLevel::basic) {
    EntrantSpec entrant{.name = "ann", .display = "", .bot = BotCommand{std::move(argv)}};
    entrant.folder = folder;
    return program_hash(entrant, sandbox);
  };
  const std::string ann = folder_ / "ann";
  const std::string first = hash({ann});
  EXPECT_NE(first, hash({ann, "--seed", "2"}));
  EXPECT_NE(hash({ann, "--seed", "1"}), hash({ann, "--seed", "2"}));
  std::filesystem::create_directory(folder_ / "elsewhere");
  std::filesystem::copy(ann, folder_ / "elsewhere");
  EXPECT_EQ(first, hash({folder_ / "elsewhere/ann"})) << "wherever it lies";
  const std::string in_folder = hash({ann}, folder_ / "elsewhere");
  test_support::write_file(folder_ / "elsewhere/module.py", "pass");
  EXPECT_NE(in_folder, hash({ann}, folder_ / "elsewhere")) << "what it loads beside";
  EXPECT_EQ(first, hash({ann}, folder_ / "elsewhere", SandboxLevel::none)) << "it may write there";
  program("ann", "second");
  EXPECT_NE(first, hash({ann}));
}

}  // namespace
}  // namespace referee
