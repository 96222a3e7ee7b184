#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/game.h"
#include "engines/registry.h"
#include "referee/lab/check.h"
#include "referee/rules/rules_answer.h"
#include "referee/rules/rules_game.h"
#include "referee/rules/rules_match.h"

namespace referee {

/// A program of rules has breached a check.
struct GameFault {
  const Check* check = nullptr;
  std::string what;            ///< for the author
  std::string line;            ///< the answer; empty: there is none
  std::string_view mend = {};  ///< what its author can do; empty: what the check says
};

/// A number and a salt that nobody writes by chance: a program that shows them gives away all chance.
engines::Seed examined_seed(std::uint64_t number);

/// Draws at chance nodes: one of that many outcomes, from 0.
using DrawOutcome = std::function<std::size_t(std::size_t outcomes)>;

/// One match with a program of rules, request by request, on the thread that calls: for who tries the
/// program. Unlike RulesMatch it tells what was refused, sends any state, and keeps all answers. Calls throw
/// GameFault.
class GameTrial {
 public:
  using Json = engines::Json;
  using Moves = std::vector<rules::SeatMove>;  ///< an entry for each seat to move

  /// `name`: of the match, another one than that of each match that is open. Sends nothing.
  GameTrial(rules::RulesHost host, engines::Facts facts, engines::Seed seed, std::string name);
  /// The program is told the end.
  ~GameTrial();
  GameTrial(const GameTrial&) = delete;
  GameTrial& operator=(const GameTrial&) = delete;

  /// Has `draw` called at chance nodes, in place of chance that follows from the seed. REQUIRES: begin() has
  /// not been called.
  void draw_by(DrawOutcome draw) { draw_ = std::move(draw); }
  /// From the next step on only seats to move read their views, as in a match that is played.
  void only_movers_look() { readers_ = rules::Readers::movers; }
  /// Sends "new", and draws.
  void begin();
  /// Sends a step, and draws. What was refused: then the position is the same, and nothing was played.
  std::optional<rules::Refused> step(const Moves& moves);
  /// Goes on from where `other` is, which has state: in a program that may not know the match.
  void take_up(const GameTrial& other);

  bool over() const { return position_.to_move.empty(); }
  const rules::Position& position() const { return position_; }
  /// The answers that were positions or draws, in their order: compact JSON without "id".
  const std::vector<std::string>& heard() const { return heard_; }
  /// The events of the newest step and of its draws, each as compact JSON; "" at the start, whose events are
  /// shown to nobody.
  const std::string& events() const { return events_; }
  /// How often it has drawn.
  std::size_t draws() const { return drawn_; }
  std::size_t steps() const { return steps_; }
  const std::string& state() const { return state_; }
  const engines::Facts& facts() const { return facts_; }

  /// Moves by chance, of those that are listed; none for a seat without a list. `rng`: of the moves.
  Moves random_moves(engines::Rng& rng) const;

 private:
  std::optional<rules::Refused> send(std::string request, const Moves& moves);
  Json ask(const std::string& request);

  rules::RulesHost host_;
  engines::Facts facts_;
  engines::Seed seed_;
  std::string name_;
  rules::RulesProgram::Run run_ = 0;
  rules::Position position_;
  std::string state_;
  std::vector<bool> out_;
  std::vector<std::string> heard_;
  std::size_t steps_ = 0;
  std::string events_;
  bool first_ = true;
  rules::Readers readers_ = rules::Readers::all;
  DrawOutcome draw_;
  std::size_t drawn_ = 0;
};

}  // namespace referee
