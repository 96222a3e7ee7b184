#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/game.h"
#include "protocol/json_writer.h"
#include "protocol/verdict.h"

namespace referee {

/// What a seat answered in a turn, and what the rules said of it. Texts are JSON.
struct PlayedAnswer {
  engines::Seat seat = 0;
  protocol::Verdict verdict = protocol::Verdict::ok;  ///< late: there was no answer
  std::string move;                                   ///< applied; empty if none
  std::optional<std::string> offered;                 ///< refused
  std::string fault;                                  ///< why the verdict is not ok; plain text
};

/// A game after given answers. A copy is an independent position.
class Position {
 public:
  using Json = nlohmann::json;

  explicit Position(std::unique_ptr<engines::Game> game) : game_(std::move(game)) {}
  Position(const Position& other);
  Position(Position&&) = default;
  Position& operator=(Position&&) = default;

  /// Plays a turn. `answers`: that of the seat to move; where several are to move, a list of theirs, in seat
  /// order. null is no move, and so is an answer that the rules refuse. Throws std::invalid_argument,
  /// beginning with `where`, if the game is over or the list has another length; nothing has changed then.
  void play(const Json& answers, const std::string& where);

  const engines::Game& game() const { return *game_; }
  bool over() const { return game_->to_move().empty(); }
  std::int64_t turns() const { return turns_; }  ///< that were played
  /// The answers of the latest turn, in seat order; empty before the first turn.
  const std::vector<PlayedAnswer>& answers() const { return answers_; }
  const std::string& events() const { return events_; }  ///< of the latest turn, JSON; null before the first

  /// What the rules say of a move now: why they refuse it, or nothing. REQUIRES: `seat` is to move.
  std::optional<engines::Refusal> refusal_of(engines::Seat seat, const Json& move) const;
  /// A legal move of each seat to move, drawn from `seed`, in the form of play()'s answers. null if the game
  /// is over.
  Json sample(std::uint64_t seed) const;

 private:
  std::unique_ptr<engines::Game> game_;
  std::int64_t turns_ = 0;
  std::vector<PlayedAnswer> answers_;
  std::string events_ = "null";
};

/// Which parts of a position are written beside the others.
struct PositionParts {
  bool setup = true;
  bool view = true;    ///< of the observer
  bool views = false;  ///< of each seat
  bool legal = false;  ///< moves of each seat to move
};

/// Writes the legal moves of a seat to move, one object: "seat", and either "moves", a list, null where the
/// rules do not list them, or "parts", a list for each part of an answer.
void write_legal(const engines::Game& game, engines::Seat seat, protocol::LineWriter& out);

/// Writes turn, to_move, setup, view, views, events, refused, over, scores, outcome and legal as members of
/// an object. In a game of hidden information that is not over, an observer gets only what it may know:
/// faults of its own answers, its own legal moves, and no scores, which may depend on what is hidden.
void write_position(const Position& position, engines::Observer observer, const PositionParts& parts,
                    protocol::LineWriter& out);

}  // namespace referee
