#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sample_bots/cpp/superball/position.h"

namespace superball {

/// Where a set is, relative to the goal cells.
enum Reach : std::uint8_t { kApart, kBeside, kInside };

/// A set of a Position.
struct Group {
  CellSet cells = 0;
  CellSet border = 0;  ///< the cells beside it
  std::uint8_t size = 0;
  Reach reach = kApart;
  float value = 0;
};

/// Weights that estimate how long a game still lasts, learned by playing (bench/search/superball_train.cpp).
/// A game goes on only if all colours are scored, and a piece brings the same few points in every game: so
/// only the length counts. The value of a position is the sum of the weights of its sets, its colours and its
/// empty cells: minus the logarithm of the odds that the game ends soon. The kind of a set is its reach and
/// its size.
struct Weights {
  static constexpr int kReaches = 3;
  static constexpr int kSizes = 24;    ///< larger sets count as the largest
  static constexpr int kBorders = 10;  ///< cells beside a set; larger numbers count as the largest
  static constexpr int kTotals = 32;   ///< pieces of one colour; larger numbers count as the largest
  static constexpr int kBuckets = 16;  ///< ranges of such numbers, as single ones are too rare
  static constexpr int kEmpties =
      64;  ///< empty cells after the pieces were added; larger numbers count as the largest
  static constexpr int kKinds = kReaches * kSizes;

  std::array<float, kKinds * kBorders> room{};   ///< by kind of set and empty cells beside it
  std::array<float, kKinds * kBorders> wall{};   ///< by kind of set and pieces beside it
  std::array<float, kKinds * kBuckets> rest{};   ///< by kind of set and pieces of its colour outside
  std::array<float, kKinds * kBuckets> phase{};  ///< by kind of set and empty cells of the board
  std::array<float, kTotals> total{};            ///< by pieces of a colour
  std::array<float, 2 * kEmpties> empties{};     ///< after a swap, after a score

  static int kind_of(Reach reach, int size) { return reach * kSizes + size; }
  static std::size_t border_index(int kind, int border) {
    return static_cast<std::size_t>(kind * kBorders + std::min(border, kBorders - 1));
  }
  static std::size_t bucket_index(int kind, int number) {
    return static_cast<std::size_t>(kind * kBuckets + std::min(number, kBuckets - 1));
  }
  static int phase_of(int empty) { return empty / 3; }
  static std::size_t total_index(int pieces) {
    return static_cast<std::size_t>(std::min(pieces, kTotals - 1));
  }
  static std::size_t empties_index(bool score, int empty) {
    return static_cast<std::size_t>((score ? kEmpties : 0) + std::min(empty, kEmpties - 1));
  }
};

/// A move in a Position.
struct Choice {
  float value = 0;
  std::int16_t a = 0;
  std::int16_t b = -1;  ///< -1: the set of a is scored
};

/// A value below that of any position in which the game goes on.
inline constexpr float kLost = -1e6F;

/// Values every move by the position after it, before pieces are added. A swap does not change the empty
/// cells, and changes only the sets of two colours, each by one piece that leaves and one that arrives; so
/// the values of all of some 1,500 swaps are sums of a few numbers that are computed once.
class Outlook {
 public:
  Outlook(const Shape& shape, const Weights& weights);

  /// Sets the position for all other calls.
  void look(const Position& position);
  /// The best move; kLost if none keeps the game going.
  Choice best();
  /// The best `limit` moves, best first, swaps of two pieces of one colour left out.
  void best(std::size_t limit, std::vector<Choice>& found);

  /// Value after a move that was made, as the sum that it is: calls `add(table, index)` for every weight,
  /// where `table` is a pointer to a member of Weights.
  template <class Add>
  void features(const Position& after, bool score, Add add);

  std::span<const Group> groups() const { return {groups_.data(), groups_used_}; }

 private:
  template <class See>
  void each_move(See see);
  Group group_of(CellSet cells, int colour) const;
  void weigh_kinds(std::array<float, Weights::kKinds>& kinds, int total, int empty) const;
  /// The value of a set of this colour; its room are the cells beside it that are in `empty`.
  float value_of(int colour, int size, Reach reach, CellSet border, CellSet empty) const {
    const int kind = Weights::kind_of(reach, scaled_[static_cast<std::size_t>(size)]);
    const int room = count(border & empty);
    return weights_.room[Weights::border_index(kind, room)] +
           weights_.wall[Weights::border_index(kind, count(border) - room)] +
           by_kind_[static_cast<std::size_t>(colour)][static_cast<std::size_t>(kind)];
  }
  Reach reach_of(CellSet cells) const {
    return (cells & shape_.goals) != 0                  ? kInside
           : (shape_.around(cells) & shape_.goals) != 0 ? kBeside
                                                        : kApart;
  }
  void fill_alone();
  void fill_losses();
  void fill_gains();
  void fill_exceptions(std::size_t piece, int colour, const Group& group, std::span<const Group> parts);
  float gain(int cell, int colour, CellSet own, std::span<const Group> parts) const;
  float value_after_score(const Group& scored, int colour);

  const Shape& shape_;
  const Weights& weights_;
  std::array<std::uint8_t, kMaxBits + 1> scaled_{};  // sizes as if five pieces made a scoring set
  std::array<Reach, kMaxBits> alone_reach_{};        // by cell: of a piece that is alone

  const Position* position_ = nullptr;
  std::array<Group, kMaxBits> groups_;
  std::size_t groups_used_ = 0;
  std::array<std::uint8_t, kMaxBits> label_{};  // by cell: its group
  std::array<std::uint8_t, kMaxBits> order_{};  // pieces: their cells
  std::array<std::uint8_t, kMaxBits> rank_{};   // by cell: its place in order_
  std::array<float, kMaxBits> alone_{};         // by cell: value of a piece that is alone, without by_kind_
  std::size_t pieces_ = 0;
  std::array<std::array<float, Weights::kKinds>, kMaxColours> by_kind_{};  // rest and phase, by colour
  float base_ = 0;                      // value of the position, without the empty cells
  float swap_ = 0;                      // value of the empty cells after a swap
  std::array<float, kMaxBits> loss_{};  // by piece: change if it is removed
  std::array<std::array<float, kMaxBits>, kMaxBits> moved_{};  // by piece and place: change if it goes there
};

template <class Add>
void Outlook::features(const Position& after, bool score, Add add) {
  const int empty = count(after.empty);
  for (int colour = 0; colour < shape_.colours; ++colour) {
    const CellSet own = after.of[static_cast<std::size_t>(colour)];
    add(&Weights::total, Weights::total_index(count(own)));
    for (CellSet rest = own; rest != 0;) {
      const CellSet cells = shape_.flood(rest & (~rest + 1), own);
      rest &= ~cells;
      const int size = scaled_[static_cast<std::size_t>(count(cells))];
      const int kind = Weights::kind_of(reach_of(cells), size);
      const CellSet border = shape_.around(cells) & ~cells;
      const int room = count(border & after.empty);
      add(&Weights::room, Weights::border_index(kind, room));
      add(&Weights::wall, Weights::border_index(kind, count(border) - room));
      add(&Weights::rest, Weights::bucket_index(kind, std::max(count(own) - size, 0)));
      add(&Weights::phase, Weights::bucket_index(kind, Weights::phase_of(empty)));
    }
  }
  add(&Weights::empties, Weights::empties_index(score, std::max(empty - (score ? 3 : 5), 0)));
}

}  // namespace superball
