#pragma once

#include <exception>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "referee/tournament/run/arbiter.h"
#include "referee/tournament/run/practice.h"
#include "tests/referee/store/gated_store.h"
#include "tests/support/match_table.h"
#include "tests/support/temp_folder.h"

namespace test_support {

/// A tournament of Sums, one turn a game, between entrants who dial in; its store and its reports are in
/// `folder`. Nobody is late or does not come as long as the test does not make the times shorter.
referee::TournamentConfig sums_tournament(const TempFolder& folder, const std::vector<std::string>& names,
                                          const Json& format, Json options = {{"turns", 1}});
/// The same of a game of the registry: `json` needs name, game and format.
referee::TournamentConfig tournament(const TempFolder& folder, Json json);
/// One who dials in, with "token of NAME".
referee::EntrantSpec dialling(const std::string& name);
/// Everybody meets everybody once, and plays one game.
Json single_games();
Json swiss(int rounds, int best_of = 1);
/// It begins when the arbiter says so.
referee::TournamentConfig started_by_hand(referee::TournamentConfig config);
/// Between rounds it waits for the arbiter.
referee::TournamentConfig step_by_step(referee::TournamentConfig config);

/// The store of `config`, commits of which pass `gate` if they are described by `word`: "begin", "finish",
/// "put NAME", "round", "status", "note", "meta", "journal"; "": all of them.
std::unique_ptr<referee::Store> gated_store(const referee::TournamentConfig& config, Gate& gate,
                                            std::string word);

/// A tournament or an open practice that is played on the test's own loop, and the bots that dial in.
class TournamentFixture {
 public:
  using Script = MatchTable::Script;

  /// Opens the store, which is there already if it is to be gone on with. Throws what open_tournament()
  /// throws.
  explicit TournamentFixture(referee::TournamentConfig configured);
  TournamentFixture(referee::TournamentConfig configured, std::unique_ptr<referee::Store> store);
  ~TournamentFixture();
  TournamentFixture(const TournamentFixture&) = delete;
  TournamentFixture& operator=(const TournamentFixture&) = delete;

  /// A bot that says hello and then follows `script`; what it receives is kept by its name.
  Peer& dial(const std::string& name, Script script, const std::string& token);
  /// The same of an entrant, with its token; returns when it has been welcomed.
  Peer& enter(const std::string& name, Script script);
  /// From now on the bots that dial in say `resume` in their hello.
  void bots_resume() { resume_ = true; }
  /// Closes the newest connection of that name, and waits until the referee knows it.
  void leave(const std::string& name);

  /// Begins to play; the loop runs in the calls below.
  void start();
  void until(const std::function<bool()>& condition) { world_.until(condition); }
  /// Until so many rounds are over and the next one has not begun.
  void until_round_is_over(int round);
  /// To the end; throws what the course throws.
  void play();
  bool over() const { return over_; }
  /// The course is told to stop, as by a signal: play() returns once what runs is over.
  void drain() { runner_->drain(); }

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

  /// What the arbiter's command leads to.
  referee::ControlReply ask(const std::vector<std::string>& words);

  /// The standings as they are in the reports now.
  Json standings() const;
  /// The rank, points and the like of an entrant in them.
  Json standing(const std::string& name) const;
  /// The texts of the notes in them.
  std::vector<std::string> notes() const;
  /// The text of a file in the reports' records; "" if there is none.
  std::string record(const std::string& file) const;
  /// The record of an attempt as far as the store has it.
  std::string stored_record(const std::string& match, int attempt);
  /// What the store holds, beside the referee that has it open.
  referee::StoreContent stored() const;

  World& world() { return world_; }
  referee::TournamentContext& fixture() { return *context_; }
  referee::Tournament& tournament() { return *tournament_; }
  const referee::TournamentConfig& config() const { return config_; }
  const referee::OpenedStore& opened() const { return opened_; }
  /// The lines that people were shown.
  const std::vector<std::string>& lines() const { return lines_; }

 private:
  static referee::Task<> run(referee::TournamentRunner& course, bool& over, std::exception_ptr& failure);
  static referee::Task<> answer(referee::Arbiter& arbiter, referee::ControlRequest request,
                                referee::ControlReply& reply);
  static referee::Task<> read(referee::StoreWriter& store, std::string match, int attempt,
                              std::string& record);

  referee::TournamentConfig config_;
  World world_;
  referee::OpenedStore opened_;
  std::unique_ptr<referee::TournamentContext> context_;
  std::unique_ptr<referee::TournamentRunner> runner_;
  referee::Tournament* tournament_ = nullptr;
  std::unique_ptr<referee::Arbiter> arbiter_;
  std::map<std::string, std::vector<Json>> received_;
  std::map<std::string, std::vector<std::unique_ptr<Peer>>> peers_;
  std::vector<std::string> lines_;
  std::exception_ptr failure_;
  bool resume_ = false;
  bool started_ = false;
  bool over_ = false;
};

}  // namespace test_support
