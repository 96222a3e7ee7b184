#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engines/game.h"
#include "engines/registry.h"
#include "referee/record/given_turns.h"
#include "referee/record/recorded_position.h"

namespace referee {

/// Where the matches of a series begin: at the start of the game, with openings from a list, with turns drawn
/// at random, or all at one position of a record. The same for all matches of a pair: moves are by seat, and
/// not by player.
///
/// In some games the deal decides which moves are legal, and when the game is over. So each opening is fitted
/// to the deal of its match: it ends before the first turn that the rules refuse, or that ends the game.
class Openings {
 public:
  /// All matches begin at the start of the game.
  Openings() = default;
  /// Openings from a text, one a line, each a JSON array of turns. Where one seat is to move, a turn is its
  /// move; where several are, a list of their moves in seat order. Empty lines, and lines that begin with #,
  /// are no openings. Pairs take them in order, and begin anew after the last. `file`: the name of the text,
  /// for messages. Throws std::invalid_argument, with file and line, if an opening cannot be played, or ends
  /// the game, in any of a few deals that are tried; if there is none; and for a game whose matches vary by
  /// map, maze or seed instead. Throws engines::RulesFailure.
  static Openings listed(std::string_view text, const std::string& file, const engines::Entry& game,
                         const engines::Json& options);
  /// `turns` turns of legal moves, drawn anew for each pair. Throws std::invalid_argument for a game whose
  /// matches vary by map, maze or seed instead, and if the game is over before in all deals that are tried.
  /// REQUIRES: turns >= 1.
  static Openings random(std::size_t turns, const engines::Entry& game, const engines::Json& options);
  /// All matches begin there. REQUIRES: matches have the game, the options and the seed of `position`.
  static Openings at(RecordedPosition position);

  /// What is given in a match of pair number `pair`, from 0, which is played with the seed `deal`: fewer
  /// turns than asked for where the deal does not allow them (GivenTurns::left_out). Drawn turns follow from
  /// `source`, from `pair` and from the deal. Any thread may call it. Throws engines::RulesFailure.
  GivenTurns of(std::size_t pair, const engines::Entry& game, const engines::Json& options,
                std::uint64_t source, const engines::Seed& deal) const;
  /// What there is to say, for people, of openings that do not fit all deals that were tried, or that could
  /// not be tried; "" if they fit.
  const std::string& note() const { return note_; }

  /// The position at which all matches begin; nullptr if they are from no record.
  const RecordedPosition* position() const { return std::get_if<RecordedPosition>(&source_); }
  /// How many openings a list has; 0: they are from no list.
  std::size_t listed() const;
  /// Whether the matches of different pairs begin differently: then of() plays turns, and may wait for rules
  /// that are a program.
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

  void try_drawn(std::size_t turns, const engines::Entry& game, const engines::Json& options);
  void try_listed(const engines::Entry& game, const engines::Json& options);

  Source source_ = Start{};
  std::string note_;
};

}  // namespace referee
