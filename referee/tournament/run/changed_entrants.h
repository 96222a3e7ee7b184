#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "referee/base/units.h"
#include "referee/store/store.h"
#include "referee/tournament/config/config.h"
#include "referee/tournament/standings/history.h"

namespace referee {

/// The numbers of entrants when play began, and after each time that others have entered since; empty: none
/// has. Throws fields::Exception if the store is damaged.
std::vector<std::size_t> entered_of(const StoreContent& content);

/// How the entrants of a tournament file differ from those that play in its store, and which games follow
/// from that: RULES.md 1.4.
class ChangedEntrants {
 public:
  /// Nothing differs before play has begun, and in formats without FormatTraits::plays_changes. Throws
  /// fields::Exception if the store is damaged. Both outlive it.
  ChangedEntrants(const TournamentConfig& config, StoreContent& content);

  bool any() const { return !added_.empty() || !replaced_.empty() || !gone_.empty(); }
  /// Which games are added and which become void, for people: "new: dave (18 matches in rounds 18 to 35, at
  /// most 36 games: r18 alice : dave, ...); 306 results stay". REQUIRES: any().
  std::string text() const;
  /// The finished and running games that become void, by their places in StoreContent::games.
  const std::vector<std::size_t>& void_games() const { return void_games_; }
  /// Why they do, for their records and for the standings.
  std::string void_note() const;
  /// Lets the new ones enter, withdraws those that are no longer listed, and lets those play again that were
  /// absent with another program: in the content and by what is added to `writes`, with notes. The void games
  /// are for the caller.
  void take(SystemTime now, std::vector<StoreWrite>& writes) const;
  /// Notes the programs that play from now on, likewise.
  void take_programs(std::vector<StoreWrite>& writes) const;

 private:
  /// What a launched entrant of the file plays with, where the content says nothing or something else of it.
  struct Program {
    std::string key;  // of StoreContent::meta
    std::string sha256;
  };

  void compare_programs();
  void compare_names();
  void find_void_games();
  void find_forfeits();
  void find_added_matches();
  bool is_replaced(Entrant entrant) const;
  bool plays(Entrant entrant) const;
  std::vector<Entrant> replaced_in(const StoredAttempt& game, const Encounter& encounter) const;
  std::vector<std::size_t> numbers_with_added() const;
  std::string names(const std::vector<Entrant>& entrants) const;
  std::string added_text() const;
  std::string forfeits_text() const;
  void set_meta(const std::string& key, std::string value, std::vector<StoreWrite>& writes) const;
  void note(SystemTime now, const std::string& text, std::vector<StoreWrite>& writes) const;

  const TournamentConfig& config_;
  StoreContent& content_;
  std::vector<const EntrantSpec*> added_;
  std::vector<Entrant> replaced_;  // that play with another program
  std::vector<Entrant> gone_;      // launched ones that are no longer listed
  std::vector<Program> programs_;
  std::vector<std::size_t> void_games_;
  std::vector<StoredRound> rounds_;  // in which they are to play what they have forfeited
  std::size_t forfeits_ = 0;
  std::vector<std::string> added_matches_;  // "r18 alice : dave", in the order of rounds
  int first_round_ = 0;                     // of the added ones
  int last_round_ = 0;
};

}  // namespace referee
