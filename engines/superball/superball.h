#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engines/game.h"
#include "engines/superball/board.h"
#include "engines/superball/deal.h"

namespace engines {

/// Superball (CS302, UT Knoxville): one seat on a board that fills with coloured pieces. A SWAP of two pieces
/// adds five new ones; a SCORE removes a large set of one colour that covers a goal cell, for points. The
/// game is over when a new piece has no room. RULES.md has the rules, README.md the JSON shapes.
class Superball {
 public:
  static constexpr std::string_view kName = "superball";
  static constexpr int kVersion = 1;
  static constexpr std::string_view kClock = R"({"kind":"score_rate","ms_per_1000":5000,"floor_ms":5000})";

  struct Options {
    int rows = 8;                  ///< 1..100: fewer than 5 have no goal cell
    int cols = 10;                 ///< 2..100; rows x cols is at least 5
    int min_score_size = 5;        ///< pieces that a set must have to be scored: 1..rows x cols
    std::string colors = "pbyrg";  ///< 1..26 different lower-case letters, worth 2, 3, 4, ...
    Deal::Kind deal = Deal::Kind::handout;
    std::int64_t max_moves = 100'000;  ///< applied moves after which the game is over: 1..100000

    /// Mistakes are recorded in `in`; do not use the options that are returned then.
    static Options read(fields::Object& in);
    Json json() const;
  };

  /// A line of the handout's player, parsed. Numbers may be beyond the board.
  struct Move {
    struct Place {
      std::uint32_t row = 0;
      std::uint32_t col = 0;
      bool operator==(const Place&) const = default;
    };
    enum class Kind : std::uint8_t { swap, score };
    Kind kind = Kind::swap;
    Place place;
    Place other;  ///< swap only
  };

  /// `options` as read() returns them without error. The pieces are drawn from the seed; with a secret deal
  /// from its salt, too, which may be any text.
  Superball(Options options, const Seed& seed);

  const Options& options() const { return options_; }
  std::size_t seats() const { return 1; }
  std::size_t max_turns() const { return static_cast<std::size_t>(options_.max_moves); }
  std::vector<Seat> to_move() const;
  std::variant<Move, Fault> parse(Seat seat, const Json& json) const;
  std::optional<Fault> check(Seat seat, const Move& move) const;
  /// The line with single spaces and without leading zeros.
  void write_move(const Move& move, JsonWriter& out) const;
  /// Each set that can be scored, by each of its goal cells, then each SWAP, once: the cell that comes first,
  /// row by row, stands first. Nothing if there may be more than kMaxListed.
  std::optional<std::vector<Move>> legal(Seat seat) const;
  static constexpr std::size_t kMaxListed = 10'000;
  /// If a set can be scored, scores it every other time; else swaps any two pieces.
  Move sample(Seat seat, Rng& rng) const;
  void apply(std::span<const Answer<Move>> by_seat, JsonWriter& events);
  Json setup() const;
  void write_view(Observer observer, JsonWriter& out) const;
  /// Points so far; a score_rate clock depends on them.
  std::vector<double> scores() const;
  Json outcome() const;

 private:
  using Cell = SuperballBoard::Cell;

  std::optional<Fault> check_on_board(const Move::Place& place) const;
  std::optional<Fault> check_swap(const Move& move) const;
  std::optional<Fault> check_score(const Move::Place& place) const;
  std::size_t min_score_size() const { return static_cast<std::size_t>(options_.min_score_size); }
  /// The cells with pieces, row by row.
  std::vector<Cell> pieces() const;
  /// The goal cells that can be scored now.
  std::vector<Cell> scoring_cells() const;
  Cell cell_of(const Move::Place& place) const {
    return board_.cell(static_cast<int>(place.row), static_cast<int>(place.col));
  }
  Move::Place place_of(Cell cell) const;
  /// Removes the set at that cell; returns its points.
  std::int64_t score(Cell cell);
  /// Adds this many pieces; the game is over if one of them has no room. Returns their cells.
  std::vector<Cell> add(std::size_t pieces);

  Options options_;
  Deal deal_;
  SuperballBoard board_;
  std::int64_t score_ = 0;
  std::int64_t moves_ = 0;
  bool over_ = false;
};

}  // namespace engines
