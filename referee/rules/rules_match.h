#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/game.h"
#include "referee/rules/rules_answer.h"
#include "referee/rules/rules_folder.h"
#include "referee/rules/rules_program.h"
#include "referee/rules/rules_request.h"
#include "referee/rules/rules_thread.h"
#include "referee/rules/untold_events.h"

namespace referee::rules {

/// What has become of "new" or of a step, with the draws that followed it.
struct Turn {
  std::string failure;  ///< for people, with the game's name; if it is not empty nothing else counts
  Position position;
  std::string events = "[]";                  ///< of the step and of its draws
  std::vector<SeatMove> moves;                ///< with which it was played
  std::vector<engines::LateRefusal> refused;  ///< moves without which it was played
};

/// One match in a rules program. It sends a step again without the moves that were refused, and draws at
/// chance nodes. Any thread may make the calls, one after the other; they never wait.
class RulesMatch : public std::enable_shared_from_this<RulesMatch> {
 public:
  /// Called once, on the RulesThread.
  using Done = std::function<void(Turn)>;

  RulesMatch(std::shared_ptr<RulesThread> thread, std::shared_ptr<RulesProgram> program,
             std::shared_ptr<const RulesFolder> folder, engines::Facts facts, engines::Seed seed);

  void begin(Done done);
  /// `moves`: an entry for each seat to move, in their order. `readers`: of the position that follows.
  /// REQUIRES: the turn before is done.
  void step(std::vector<SeatMove> moves, Readers readers, Done done);
  /// The match is needed no more. What still is awaited is told nobody. Called once, if begin() was.
  void end();

 private:
  static constexpr std::size_t kMostDraws = 1000;                     // without a move between them
  static constexpr std::size_t kMostEvents = std::size_t{64} << 20U;  // bytes, of a match

  void start(std::function<void()> call);
  void send_new();
  void send_step();
  void send_draw(const ChanceNode& node);
  void send(std::string request);
  void on_reply(Reply reply);
  void take(Position position);
  void take(ChanceNode node);
  void take(Refused refused);
  void take(const AuthorsError& error);
  void add_events(std::string events, bool in_list);
  void tell_events(Position& position);
  void fail(const std::string& what);
  void finish();
  AnswerTerms terms() const;
  const Json& draw(const ChanceNode& node);

  const std::shared_ptr<RulesThread> thread_;
  const std::shared_ptr<RulesProgram> program_;
  const std::shared_ptr<const RulesFolder> folder_;
  const engines::Facts facts_;
  const engines::Seed seed_;
  const std::string id_;

  // All that follows is used on the RulesThread.
  RulesProgram::Run run_ = 0;
  bool open_ = false;
  bool first_ = true;
  bool sent_moves_ = false;  // the request that is awaited has moves
  Readers readers_ = Readers::all;
  Turn turn_;
  Done done_;
  std::string state_;
  std::optional<Json> setup_;
  std::vector<bool> forfeited_;
  std::size_t steps_ = 0;
  std::size_t events_ = 0;  // bytes, of the match
  std::optional<UntoldEvents> untold_;
  std::uint64_t draws_ = 0;  // of the match
  std::size_t draws_in_row_ = 0;
};

}  // namespace referee::rules
