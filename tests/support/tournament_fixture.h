#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/referee/store/gated_store.h"
#include "tests/support/match_table.h"
#include "tests/support/running_tournament.h"
#include "tests/support/temp_folder.h"

namespace test_support {

/// A tournament of Sums, one turn per game, between entrants that dial in; its store and its reports are in
/// `folder`. No entrant is late or absent unless the test makes the times shorter.
referee::TournamentConfig sums_tournament(const TempFolder& folder, const std::vector<std::string>& names,
                                          const Json& format, Json options = {{"turns", 1}});
/// A tournament with a game of the registry: `json` needs name, game and format.
referee::TournamentConfig tournament(const TempFolder& folder, Json json);
/// An entrant that dials in, with the token "token of NAME".
referee::EntrantSpec dialling(const std::string& name);
/// A round robin of single games.
Json single_games();
Json swiss(int rounds, int best_of = 1);
/// The tournament begins at the arbiter's command.
referee::TournamentConfig started_by_hand(referee::TournamentConfig config);
/// The tournament waits for the arbiter between rounds.
referee::TournamentConfig step_by_step(referee::TournamentConfig config);

/// The store of `config`, whose commits pass `gate` if `word` describes them: "begin", "finish", "put NAME",
/// "round", "status", "note", "meta", "journal"; "": all of them.
std::unique_ptr<referee::Store> gated_store(const referee::TournamentConfig& config, Gate& gate,
                                            std::string word);

/// A tournament that runs on the test's own loop, and the bots that dial in.
class TournamentFixture {
 public:
  using Script = MatchTable::Script;

  /// Opens the store; an existing one continues its tournament. Throws what open_tournament() throws.
  explicit TournamentFixture(referee::TournamentConfig configured);
  TournamentFixture(referee::TournamentConfig configured, std::unique_ptr<referee::Store> store);
  ~TournamentFixture();
  TournamentFixture(const TournamentFixture&) = delete;
  TournamentFixture& operator=(const TournamentFixture&) = delete;

  /// A bot that says hello and then follows `script`; received() keeps its messages by name.
  Peer& dial(const std::string& name, Script script, const std::string& token);
  /// Dials in for an entrant, with its token; returns after its welcome.
  Peer& enter(const std::string& name, Script script);
  /// From now on the bots that dial in say `resume` in their hello.
  void bots_resume() { resume_ = true; }
  /// From now on their hello says that they can play another match.
  void bots_take_new_match() { features_ = {"new_match"}; }
  /// Closes the newest connection of that name, and waits until the referee has noticed.
  void leave(const std::string& name);

  /// Begins to play; the loop runs in the calls below.
  void start();
  /// Begins to play, and has these bots enter.
  void start(const std::vector<std::pair<std::string, Script>>& bots);
  void until(const std::function<bool()>& condition) { world_.until(condition); }
  /// Until round `round` is over and the next one has not begun.
  void until_round_is_over(int round);
  /// Plays to the end; throws what the TournamentRunner throws.
  void play();
  bool over() const { return running_.over(); }
  /// Stops the TournamentRunner as a signal does: play() returns when the running matches have ended.
  void drain() { running_.runner().drain(); }
  void stop() {
    drain();
    play();
  }

  /// Until the newest message that the bot has received is a turn.
  void until_asked(const std::string& name);
  /// Answers the newest turn that the bot has received.
  void move(const std::string& name, int digit);
  /// Until the bot has received that many messages of a type.
  void until_received(const std::string& name, std::string_view type, std::size_t times = 1);
  const std::vector<Json>& received(const std::string& name) { return received_[name]; }
  std::vector<Json> received(const std::string& name, std::string_view type);
  /// Until the newest `wait` has that reason.
  void until_told(const std::string& name, const std::string& reason);
  /// The reason of the newest `wait`; "" if there was none.
  std::string waits_for(const std::string& name);

  /// The reply to a command of the arbiter.
  referee::ControlReply ask(const std::vector<std::string>& words);

  /// The current standings in the reports.
  Json standings() const;
  /// The rank, points and the like of an entrant in them.
  Json standing(const std::string& name) const;
  /// The texts of the notes in them.
  std::vector<std::string> notes() const;
  /// The text of a file in the reports' records; "" if there is none.
  std::string record(const std::string& file) const;
  /// The record of an attempt in the store.
  std::string stored_record(const std::string& match, int attempt);
  /// The content of the store, read while the referee has it open.
  referee::StoreContent stored() const;

  World& world() { return world_; }
  referee::TournamentParts& parts() { return running_.parts(); }
  referee::Tournament& tournament() { return *running_.tournament(); }
  referee::Ladder& ladder() { return *running_.ladder(); }
  const referee::TournamentConfig& config() const { return config_; }
  const referee::OpenedStore& opened() const { return running_.opened(); }
  /// The lines printed for people.
  const std::vector<std::string>& lines() const { return running_.lines(); }

 private:
  static referee::Task<> read(referee::StoreWriter& store, std::string match, int attempt,
                              std::string& record);

  referee::TournamentConfig config_;
  World world_;
  RunningTournament running_;
  std::map<std::string, std::vector<Json>> received_;
  std::map<std::string, std::vector<std::unique_ptr<Peer>>> peers_;
  bool resume_ = false;
  std::vector<std::string> features_;
};

}  // namespace test_support
