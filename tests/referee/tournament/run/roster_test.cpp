#include "referee/tournament/run/roster.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "protocol/sha256.h"
#include "referee/store/store.h"
#include "tests/support/complaint.h"
#include "tests/support/tournament_fixture.h"

namespace referee {
namespace {

using test_support::dialling;
using testing::ElementsAre;
using testing::HasSubstr;

const EntrantSpec kLaunched{"cat", "The cat", BotCommand{{"/bin/cat"}}};

class RosterTest : public testing::Test {
 protected:
  /// Opens the roster like a start of the program, with the store that earlier starts have left.
  void open(std::vector<EntrantSpec> entrants, bool open_registration = false) {
    close();
    config_.file = "spring.json";
    config_.name = "Spring";
    config_.store = folder_ / "t.db";
    config_.entrants = std::move(entrants);
    config_.registration.open = open_registration;
    auto store = open_store(config_.store, StoreAccess::exclusive);
    const StoreContent content = store->load();
    writer_.emplace(world_.tasks(), std::move(store));
    changes_.emplace(world_.tasks().clock(), *writer_, content.changes);
    roster_.emplace(world_.tasks().clock(), config_, content, *writer_, *changes_);
    roster_->on_events({[](const Player&) { return ""; }, [this] { ++arrived_; },
                        [this](Entrant entrant) { enlisted_.push_back(entrant); }});
  }
  void close() {
    roster_.reset();
    changes_.reset();
    writer_.reset();
  }
  /// The entrants in the store, after all posted writes.
  std::vector<StoredEntrant> stored() {
    std::vector<StoreWrite> nothing;
    world_.run(writer_->write(std::move(nothing)));
    return open_store(config_.store, StoreAccess::read_only)->load().entrants;
  }
  std::string add_refused(const std::string& name) {
    return test_support::complaint([&] { roster_->add(name); });
  }
  std::string enlist_refused(const std::string& name) {
    const auto entry = roster_->enlist({name, "", {}});
    const auto* error = std::get_if<protocol::Error>(&entry);
    return error == nullptr ? "enlisted" : std::string(error->code) + ": " + error->message;
  }
  /// Notes a game for which the entrant came, or was absent.
  void game(Entrant entrant, bool came, const std::string& why = "") {
    std::vector<StoreWrite> writes = roster_->note_attendance(entrant, came, why);
    world_.run(writer_->write(std::move(writes)));
  }
  std::vector<std::string> notes() const {
    std::vector<std::string> texts;
    for (const StoredChange& change : changes_->all()) {
      texts.push_back(change.text);
    }
    return texts;
  }

  test_support::TempFolder folder_;
  test_support::World world_;
  TournamentConfig config_;
  std::optional<StoreWriter> writer_;
  std::optional<ChangeLog> changes_;
  std::optional<Roster> roster_;
  int arrived_ = 0;
  std::vector<Entrant> enlisted_;
};

// Tournaments 1.1, 1.2, 1.5: the entrants of the file, in its order; launched bots are always here.
TEST_F(RosterTest, ANewStoreTakesTheEntrantsOfTheConfig) {
  open({dialling("alice"), kLaunched});
  ASSERT_EQ(roster_->size(), 2U);
  EXPECT_FALSE(roster_->launched(0));
  EXPECT_FALSE(roster_->here(0));
  EXPECT_EQ(roster_->player(0)->name(), "alice");
  EXPECT_TRUE(roster_->launched(1));
  EXPECT_TRUE(roster_->here(1)) << "launched bots are always here";
  EXPECT_EQ(roster_->player(1), nullptr);
  EXPECT_THAT(roster_->seat_spec(1).bot->argv, ElementsAre("/bin/cat"));
  EXPECT_EQ(roster_->entrant_infos()[0].display, "alice") << "the name, if there is no other";
  EXPECT_EQ(roster_->entrant_infos()[1].display, "The cat");
  const auto kept = stored();
  ASSERT_EQ(kept.size(), 2U);
  EXPECT_EQ(kept[0].name, "alice");
  // Only the SHA-256 of a token is kept.
  EXPECT_EQ(kept[0].token_sha256, protocol::Sha256::hex_of("token of alice"));
  EXPECT_EQ(kept[1].token_sha256, "");
  EXPECT_FALSE(kept[0].joined.empty());
}

PlayableVersion version(int number) {
  return {number, std::string(64, 'a'), BotCommand{{"/bin/v" + std::to_string(number)}}};
}

TEST_F(RosterTest, AVersionPlaysFromTheNextMatchOnAndTheStoreSaysSo) {
  open({dialling("alice"), kLaunched});
  EXPECT_EQ(roster_->version(0), 0);
  roster_->play_version(0, version(1));
  roster_->play_version(1, version(4));
  EXPECT_EQ(arrived_, 2) << "who waits for a connection looks again";
  EXPECT_TRUE(roster_->launched(0));
  EXPECT_TRUE(roster_->here(0));
  EXPECT_EQ(roster_->seat_spec(0).player, nullptr);
  EXPECT_THAT(roster_->seat_spec(1).bot->argv, ElementsAre("/bin/v4"));
  EXPECT_EQ(stored()[0].version, 1);
  EXPECT_EQ(stored()[1].version, 4);
  EXPECT_THAT(roster_->waiting_for(*roster_->player(0)), HasSubstr("submission 1 of your bot"));
  open({dialling("alice"), kLaunched});
  EXPECT_EQ(roster_->version(1), 0) << "its files may be gone: whoever has them restores it";
  roster_->restore_version(1, version(4));
  EXPECT_EQ(roster_->played_version(1).sha256, std::string(64, 'a'));
  roster_->play_version(1, std::nullopt);
  EXPECT_THAT(roster_->seat_spec(1).bot->argv, ElementsAre("/bin/cat"));
  EXPECT_EQ(stored()[1].version, 0);
}

TEST_F(RosterTest, HeldVersionsPlayFromTheNextRoundOn) {
  open({dialling("alice"), kLaunched});
  roster_->hold_versions();
  EXPECT_TRUE(roster_->take_versions().empty());
  roster_->play_version(0, version(1));
  roster_->play_version(0, version(2));
  EXPECT_EQ(roster_->version(0), 0);
  EXPECT_EQ(roster_->next_version(0), 2);
  EXPECT_EQ(stored()[0].version, 0);
  std::vector<StoreWrite> writes = roster_->take_versions();
  world_.run(writer_->write(std::move(writes)));
  EXPECT_EQ(roster_->version(0), 2);
  EXPECT_EQ(roster_->next_version(0), std::nullopt);
  EXPECT_EQ(stored()[0].version, 2);
  close();
  EXPECT_FALSE(open_store(config_.store, StoreAccess::read_only)->load().meta.contains("next_version/alice"));
}

TEST_F(RosterTest, AVersionBringsAnEntrantBackThatWasWithdrawnForItsAbsences) {
  open({dialling("alice")});
  game(0, false);
  game(0, false);
  ASSERT_TRUE(roster_->withdrawn(0));
  roster_->play_version(0, version(1));
  EXPECT_FALSE(roster_->withdrawn(0));
  roster_->withdraw(0, "it cheats");
  roster_->play_version(0, version(2));
  EXPECT_TRUE(roster_->withdrawn(0)) << "the arbiter's word stands";
}

TEST_F(RosterTest, TheStoreOwnsTheRosterAndTheConfigAddsToIt) {
  // Tournaments 1.1, 1.2, 10.3: who is out of the file stays; numbers stay; commands and tokens may change.
  open({dialling("alice"), dialling("bob"), kLaunched});
  const std::string joined = stored()[1].joined;
  EntrantSpec bob = dialling("BOB");
  bob.token_sha256 = protocol::Sha256::hex_of("another");
  EntrantSpec cat = kLaunched;
  cat.bot->argv = {"/bin/cat", "-u"};
  cat.display = "Cat";
  open({dialling("carol"), cat, bob});
  ASSERT_EQ(roster_->size(), 4U);
  EXPECT_EQ(roster_->name(0), "alice") << "not in the config any more: stays";
  EXPECT_EQ(roster_->name(1), "bob") << "the first spelling";
  EXPECT_EQ(roster_->name(2), "cat");
  EXPECT_EQ(roster_->name(3), "carol");
  EXPECT_EQ(roster_->find("bob")->token_sha256, protocol::Sha256::hex_of("another"));
  EXPECT_THAT(roster_->seat_spec(2).bot->argv, ElementsAre("/bin/cat", "-u"));
  const auto kept = stored();
  ASSERT_EQ(kept.size(), 4U);
  EXPECT_EQ(kept[1].token_sha256, protocol::Sha256::hex_of("another"));
  EXPECT_EQ(kept[1].joined, joined);
  EXPECT_EQ(kept[2].display, "Cat");
  EXPECT_EQ(kept[3].name, "carol");
}

TEST_F(RosterTest, ALaunchedEntrantNeedsItsCommand) {
  open({dialling("alice"), kLaunched});
  stored();
  EXPECT_EQ(test_support::complaint([&] { open({dialling("alice")}); }),
            "spring.json: entrants: got no \"cat\", expected it with its command: it plays in " +
                config_.store.text());
}

TEST_F(RosterTest, WhoDialsInMayBeLaunchedFromNowOnAndTheOtherWayRound) {
  open({dialling("alice"), kLaunched});
  stored();
  open({{"alice", "", BotCommand{{"/bin/true"}}}, dialling("cat")});
  EXPECT_TRUE(roster_->launched(0));
  EXPECT_EQ(roster_->find("alice"), std::nullopt) << "nobody may dial in under that name";
  EXPECT_FALSE(roster_->launched(1));
  EXPECT_EQ(roster_->find("cat")->token_sha256, protocol::Sha256::hex_of("token of cat"));
  EXPECT_EQ(stored()[0].token_sha256, "");
}

// Tournaments 1.1: upper and lower case are the same.
TEST_F(RosterTest, NamesAreKnownWhateverTheirCase) {
  open({dialling("Alice")});
  EXPECT_EQ(roster_->entrant("aLICE"), 0U);
  EXPECT_EQ(roster_->entrant("alic"), std::nullopt);
  EXPECT_EQ(roster_->find("alice")->player->name(), "Alice");
}

TEST_F(RosterTest, WhyABotDidNotComeStandsInTheNoteOfItsWithdrawal) {
  open({dialling("alice"), dialling("bob")});
  game(0, false, "no hello in 10000 ms");
  game(0, false, "no hello in 10000 ms");
  EXPECT_THAT(notes(), ElementsAre(HasSubstr("(no hello in 10000 ms, twice)")));
  EXPECT_THAT(stored()[0].withdrawn, HasSubstr("no hello in 10000 ms, twice"));
  game(1, false, "no hello in 10000 ms");
  game(1, false, "its program ended");
  EXPECT_THAT(stored()[1].withdrawn, HasSubstr("(its program ended)"));
}

TEST_F(RosterTest, TwoNoShowsRunningAreAWithdrawal) {
  // Tournaments 4.5: two in a row, until it logs in.
  open({dialling("alice"), dialling("bob")});
  game(0, false);
  EXPECT_FALSE(roster_->withdrawn(0));
  game(0, true);
  game(0, false);
  EXPECT_FALSE(roster_->withdrawn(0)) << "not running";
  game(1, false);
  game(0, false);
  EXPECT_TRUE(roster_->withdrawn(0));
  EXPECT_FALSE(roster_->withdrawn(1));
  EXPECT_TRUE(roster_->entrant_infos()[0].withdrawn);
  EXPECT_THAT(notes(), ElementsAre("alice is withdrawn: it was absent from two games in a row"));
  EXPECT_TRUE(stored()[0].by_no_show);

  open({dialling("alice"), dialling("bob")});
  EXPECT_TRUE(roster_->withdrawn(0)) << "the store knows";
  roster_->arrived(*roster_->player(0));
  EXPECT_FALSE(roster_->withdrawn(0));
  EXPECT_EQ(notes().back(), "alice plays again: it has logged in again");
  EXPECT_EQ(stored()[0].no_shows, 0);
  EXPECT_EQ(stored()[1].no_shows, 1) << "bob's first one is not forgotten";
  game(0, false);
  EXPECT_FALSE(roster_->withdrawn(0)) << "counted anew";
}

// Tournaments 5.4: the arbiter lets it in again.
TEST_F(RosterTest, WhoIsWithdrawnByTheArbiterDoesNotComeBackByLoggingIn) {
  open({dialling("alice")});
  roster_->withdraw(0, "left the class");
  roster_->arrived(*roster_->player(0));
  EXPECT_TRUE(roster_->withdrawn(0));
  EXPECT_EQ(stored()[0].withdrawn, "left the class");
  roster_->reinstate(0, "a mistake");
  EXPECT_FALSE(roster_->withdrawn(0));
  roster_->withdraw(0, "");
  EXPECT_TRUE(roster_->withdrawn(0)) << "for no reason given, too";
  EXPECT_THAT(notes(), ElementsAre("alice is withdrawn: left the class", "alice plays again: a mistake",
                                   "alice is withdrawn"));
  EXPECT_EQ(arrived_, 1);
}

// Tournaments 1.1: the arbiter adds an entrant.
TEST_F(RosterTest, TheArbiterAddsAnEntrantAndGetsItsToken) {
  open({dialling("alice")});
  const std::string token = roster_->add("Bob");
  EXPECT_EQ(token.size(), 32U);
  EXPECT_EQ(roster_->find("bob")->token_sha256, protocol::Sha256::hex_of(token));
  EXPECT_THAT(enlisted_, ElementsAre(1U));
  EXPECT_THAT(notes(), ElementsAre("Bob has entered, registered by the arbiter"));
  EXPECT_EQ(stored()[1].token_sha256, protocol::Sha256::hex_of(token));
}

TEST_F(RosterTest, NamesThatAreTakenAreRefused) {
  // Tournaments 1.1: a name has one entrant; names of house bots have none.
  open({dialling("alice"), kLaunched}, true);
  for (const char* taken : {"ALICE", "cat", "house", "House-12"}) {
    EXPECT_EQ(add_refused(taken), std::string("name '") + taken + "': it is taken");
    EXPECT_EQ(enlist_refused(taken), std::string("bad_name: name '") + taken + "': it is taken");
  }
  EXPECT_THAT(add_refused("../x"), HasSubstr("expected a letter or digit"));
  EXPECT_EQ(roster_->size(), 2U);
  EXPECT_EQ(stored().size(), 2U);
}

// Tournaments 1.1: only while registration is open.
TEST_F(RosterTest, ClosedRegistrationLetsNobodyIn) {
  open({dialling("alice")});
  EXPECT_EQ(enlist_refused("bob"),
            "bad_name: name 'bob': it is not among the entrants, and registration is closed");
  EXPECT_EQ(roster_->size(), 1U);
}

// Tournaments 1.4: nobody enters a round robin once play has begun.
TEST_F(RosterTest, OnceEntryIsClosedNobodyComesInNotEvenByTheArbiter) {
  open({dialling("alice")}, true);
  EXPECT_EQ(enlist_refused("bob"), "enlisted");
  roster_->close_entry("everybody meets everybody, and play has begun");
  const std::string why =
      "name 'carol': nobody can enter any more: everybody meets everybody, and play has begun";
  EXPECT_EQ(enlist_refused("carol"), "bad_name: " + why);
  EXPECT_EQ(add_refused("carol"), why);
  EXPECT_EQ(stored().size(), 2U);
}

TEST_F(RosterTest, WithdrawnNamesLeaveRoomForOthers) {
  config_.registration.names = 3;
  open({dialling("alice")}, true);
  EXPECT_EQ(enlist_refused("ghost1"), "enlisted");
  EXPECT_EQ(enlist_refused("Ghost2"), "enlisted");
  EXPECT_EQ(enlist_refused("bob"), "enlisted") << "entrants of the file do not count";
  EXPECT_THAT(enlist_refused("carol"), HasSubstr("too_many_names"));
  const auto ghosts = roster_->matching("GHOST*");
  EXPECT_THAT(ghosts, ElementsAre(1U, 2U));
  roster_->withdraw(ghosts, "ghost*", "nobody knows them");
  EXPECT_TRUE(roster_->withdrawn(1) && roster_->withdrawn(2));
  EXPECT_FALSE(roster_->withdrawn(3));
  EXPECT_THAT(notes(), ElementsAre("2 entrants (ghost*) are withdrawn: nobody knows them"));
  EXPECT_EQ(stored()[2].withdrawn, "nobody knows them");
  EXPECT_EQ(enlist_refused("carol"), "enlisted");
  EXPECT_EQ(enlist_refused("dora"), "enlisted");
  EXPECT_THAT(enlist_refused("emil"), HasSubstr("too_many_names"));
  open({dialling("alice")}, true);
  EXPECT_THAT(enlist_refused("emil"), HasSubstr("too_many_names")) << "after a restart, too";
  roster_->reinstate(1, "a mistake");
  roster_->withdraw(3, "");
  EXPECT_THAT(enlist_refused("emil"), HasSubstr("too_many_names"));
  roster_->withdraw(4, "");
  EXPECT_EQ(enlist_refused("emil"), "enlisted");
}

TEST_F(RosterTest, OneAddressHasABoundOfItsOwn) {
  config_.registration.names_per_address = 2;
  open({dialling("alice")}, true);
  EXPECT_EQ(enlist_refused("bob"), "enlisted");
  EXPECT_EQ(enlist_refused("carol"), "enlisted");
  EXPECT_THAT(enlist_refused("dora"), HasSubstr("2 names have been registered from your address"));
  roster_->add("dora");
  roster_->withdraw(1, "");
  EXPECT_EQ(enlist_refused("emil"), "enlisted");
}

// Tournaments 1.7: who has to be approved is withdrawn until then, also over a restart.
TEST_F(RosterTest, ANewNameMayHaveToBeApproved) {
  config_.registration.approval = true;
  open({dialling("alice")}, true);
  EXPECT_EQ(enlist_refused("bob"), "enlisted");
  EXPECT_EQ(enlist_refused("carol"), "enlisted");
  roster_->add("dora");
  EXPECT_FALSE(roster_->awaits_approval(3)) << "the arbiter's own word";
  (void)stored();
  open({dialling("alice")}, true);
  EXPECT_TRUE(roster_->awaits_approval(1) && roster_->withdrawn(1));
  EXPECT_FALSE(roster_->awaits_approval(0) || roster_->withdrawn(0));
  roster_->approve({1});
  roster_->withdraw(2, "unknown");
  EXPECT_FALSE(roster_->awaits_approval(1) || roster_->withdrawn(1));
  EXPECT_FALSE(roster_->awaits_approval(2));
  EXPECT_TRUE(roster_->withdrawn(2));
  (void)stored();
  open({dialling("alice")}, true);
  EXPECT_FALSE(roster_->awaits_approval(1) || roster_->withdrawn(1));
  EXPECT_FALSE(roster_->awaits_approval(2));
  EXPECT_TRUE(roster_->withdrawn(2));
}

}  // namespace
}  // namespace referee
