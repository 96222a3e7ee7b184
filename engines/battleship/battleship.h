#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "engines/battleship/fleet.h"
#include "engines/battleship/sea.h"
#include "engines/game.h"

namespace engines {

/// Battleship: two seats place their ships at once, each hidden from the other, and then shoot in turns at
/// the opponent's board. The seat with more hits wins. RULES.md has the rules, README.md the JSON shapes.
class Battleship {
 public:
  static constexpr std::string_view kName = "battleship";
  static constexpr int kVersion = 1;
  static constexpr std::string_view kClock = R"({"kind":"per_move","ms":1000})";
  static constexpr std::string_view kDecidedBy = "hits";
  static constexpr bool kHidden = true;

  using Options = battleship::Options;
  /// A fleet in the first turn, a shot in all others.
  using Move = std::variant<battleship::Fleet, battleship::Cell>;

  /// `options` as read() returns them without error. The seed and its salt decide only the places of ships
  /// that a seat did not place.
  Battleship(Options options, const Seed& seed);

  const Options& options() const { return options_; }
  std::size_t seats() const { return kSeats; }
  std::size_t max_turns() const;
  std::vector<Seat> to_move() const;
  std::variant<Move, Fault> parse(Seat seat, const Json& json) const;
  std::optional<Fault> check(Seat seat, const Move& move) const;
  void write_move(const Move& move, JsonWriter& out) const;
  /// The cells that the seat has not shot at, row by row; nothing while ships are placed.
  std::optional<std::vector<Move>> legal(Seat seat) const;
  Move sample(Seat seat, Rng& rng) const;
  void apply(std::span<const Answer<Move>> by_seat, JsonWriter& events);
  Json setup() const;
  void write_view(Observer observer, JsonWriter& out) const;
  /// 1 for a win, 1/2 for a draw, 0 for a loss.
  std::vector<double> scores() const;
  Json outcome() const;

 private:
  static constexpr std::size_t kSeats = 2;
  enum class Phase : std::uint8_t { place, shoot, over };

  void place(std::span<const Answer<Move>> by_seat, JsonWriter& events);
  void shoot(const Answer<Move>& answer, JsonWriter& events);
  void end_turn();
  battleship::Sea& target_of(Seat seat) { return seas_[1 - seat]; }
  const battleship::Sea& target_of(Seat seat) const { return seas_[1 - seat]; }
  /// The cells that the seat may shoot at, row by row.
  std::vector<Move> shots_of(Seat seat) const;
  std::optional<Seat> winner() const;
  /// The most turns in which one seat may shoot.
  std::size_t max_rounds() const;

  Options options_;
  std::array<std::uint64_t, kSeats> drawn_from_{};  // seeds of the fleets for seats that place none
  std::array<battleship::Sea, kSeats> seas_;
  std::array<bool, kSeats> forfeited_{};
  Phase phase_ = Phase::place;
  Seat mover_ = 0;  // the seat to shoot, in phase shoot
  std::size_t rounds_ = 0;
};

}  // namespace engines
