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
/// lets five new ones in, a SCORE takes a large set of one colour off a goal cell, for points. No room for a
/// new piece: over. RULES.md has the rules, README.md the JSON shapes.
class Superball {
 public:
  static constexpr std::string_view kName = "superball";
  static constexpr int kVersion = 1;
  static constexpr std::string_view kClock = R"({"kind":"score_rate","ms_per_1000":5000,"floor_ms":5000})";

  struct Options {
    int rows = 8;                  ///< 5..100: fewer have no goal cell
    int cols = 10;                 ///< 2..100
    int min_score_size = 5;        ///< pieces that a set must have to be scored: 1..rows x cols
    std::string colors = "pbyrg";  ///< 1..26 different lower-case letters, worth 2, 3, 4, ...
    Deal::Kind deal = Deal::Kind::handout;
    std::int64_t max_moves = 100'000;  ///< applied moves after which the game is over: 1..100000

    /// Mistakes are recorded in `in`; the options returned then are not to be used.
    static Options read(fields::Object& in);
    Json json() const;
  };

  /// A line of the handout's player, taken apart. Numbers may be beyond the board.
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
  /// from its salt, too, which may be anything.
  Superball(Options options, const Seed& seed);

  const Options& options() const { return options_; }
  std::size_t seats() const { return 1; }
  std::size_t max_turns() const { return static_cast<std::size_t>(options_.max_moves); }
  std::vector<Seat> to_move() const;
  std::variant<Move, Fault> parse(Seat seat, const Json& json) const;
  std::optional<Fault> check(Seat seat, const Move& move) const;
  /// The line with single spaces and without leading zeros.
  void write_move(const Move& move, JsonWriter& out) const;
  /// A set that can be scored, every other time if there is one; else a swap of any two pieces.
  Move sample(Seat seat, Rng& rng) const;
  void apply(std::span<const Answer<Move>> by_seat, JsonWriter& events);
  Json setup() const;
  void write_view(Observer observer, JsonWriter& out) const;
  /// Points so far: the clock goes by them.
  std::vector<double> scores() const;
  Json outcome() const;

 private:
  using Cell = SuperballBoard::Cell;

  std::optional<Fault> check_on_board(const Move::Place& place) const;
  std::optional<Fault> check_swap(const Move& move) const;
  std::optional<Fault> check_score(const Move::Place& place) const;
  std::size_t min_score_size() const { return static_cast<std::size_t>(options_.min_score_size); }
  /// The goal cells that can be scored now.
  std::vector<Cell> scoring_cells() const;
  Cell cell_of(const Move::Place& place) const {
    return board_.cell(static_cast<int>(place.row), static_cast<int>(place.col));
  }
  Move::Place place_of(Cell cell) const;
  /// Empties the set at that cell; its points.
  std::int64_t score(Cell cell);
  /// Adds so many pieces; the game is over if there is no room for one. Returns their cells.
  std::vector<Cell> add(std::size_t pieces);

  Options options_;
  Deal deal_;
  SuperballBoard board_;
  std::int64_t score_ = 0;
  std::int64_t moves_ = 0;
  bool over_ = false;
};

}  // namespace engines
