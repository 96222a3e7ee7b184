#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engines/game.h"
#include "engines/registry.h"
#include "referee/match/given_turns.h"
#include "referee/match/recorded_position.h"

namespace referee {

/// Where the matches of a series begin: at the start of the game, with openings from a list, with turns drawn
/// at random, or all at one position of a record. The same for all matches of a pair: moves are by seat, and
/// not by player.
class Openings {
 public:
  /// All matches begin at the start of the game.
  Openings() = default;
  /// Openings from a text, one a line, each a JSON array of turns. Where one seat is to move, a turn is its
  /// move; where several are, a list of their moves in seat order. Empty lines, and lines that begin with #,
  /// are no openings. Pairs take them in order, and begin anew after the last. `file`: the name of the text,
  /// for messages. Throws std::invalid_argument, with file and line, if an opening cannot be played or ends
  /// the game; if there is none; and for a game whose matches vary by map, maze or seed instead.
  static Openings listed(std::string_view text, const std::string& file, const engines::Entry& game,
                         const engines::Json& options);
  /// `turns` turns of legal moves, drawn anew for each pair. Throws std::invalid_argument for a game whose
  /// matches vary by map, maze or seed instead. REQUIRES: turns >= 1.
  static Openings random(std::size_t turns, const engines::Entry& game, const engines::Json& options);
  /// All matches begin there. REQUIRES: matches have the game, the options and the seed of `position`.
  static Openings at(RecordedPosition position);

  /// What is given in the matches of pair number `pair`, from 0. `seed`: of this pair; drawn turns follow
  /// from its number and from `pair`. Any thread may call it. Throws std::invalid_argument if each of
  /// 100 drawn openings ends the game, and engines::RulesFailure.
  GivenTurns of(std::size_t pair, const engines::Entry& game, const engines::Json& options,
                const engines::Seed& seed) const;

  /// The position at which all matches begin; nullptr if they are from no record.
  const RecordedPosition* position() const { return std::get_if<RecordedPosition>(&source_); }
  /// How many openings a list has; 0: they are from no list.
  std::size_t listed() const;
  /// Whether of() draws, and so may wait for rules that are a program.
  bool are_drawn() const { return std::holds_alternative<Drawn>(source_); }
  /// Whether the matches of different pairs begin differently.
  bool vary() const { return !std::holds_alternative<Start>(source_) && position() == nullptr; }
  /// Whether all matches begin at one start of the game, which no seed changes.
  bool are_one_start(const engines::Entry& game, const engines::Json& options) const;

 private:
  struct Start {};
  struct Drawn {
    std::size_t turns = 0;
  };
  using List = std::vector<GivenTurns>;  // at least one
  using Source = std::variant<Start, List, Drawn, RecordedPosition>;

  explicit Openings(Source source) : source_(std::move(source)) {}

  Source source_ = Start{};
};

}  // namespace referee
