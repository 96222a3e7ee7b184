#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engines/game.h"

namespace engines {

/// Walls (COEN 352): two players in turn on an n x n board. A player goes forward or turns; leaving an
/// unmarked square lays a brick there, which only its owner may enter. Nine moves without a brick stall a
/// player for good. More bricks win. RULES.md has the rules, README.md the JSON shapes.
class Walls {
 public:
  static constexpr std::string_view kName = "walls";
  static constexpr int kVersion = 1;
  static constexpr std::string_view kClock = R"({"kind":"per_move","ms":1000})";
  static constexpr std::string_view kDecidedBy = "bricks";
  static constexpr int kMaxIdle = 9;  ///< consecutive moves without a brick that stall a player

  struct Options {
    int n = 5;       ///< squares on a side: odd, 3..99
    Seat first = 0;  ///< the seat that moves first: 0 or 1

    /// Mistakes are recorded in `in`; do not use the options that are returned then.
    static Options read(fields::Object& in);
    Json json() const;
  };

  enum class Move : std::uint8_t { forward, left, right };

  /// `options` as read() returns them without error. The game draws nothing: the seed has no effect.
  Walls(const Options& options, const Seed& seed);

  const Options& options() const { return options_; }
  std::size_t seats() const { return kSeats; }
  std::size_t max_turns() const;
  std::vector<Seat> to_move() const;
  std::variant<Move, Fault> parse(Seat seat, const Json& json) const;
  /// Every move is legal: a refused step forward is a move that changes nothing.
  std::optional<Fault> check(Seat seat, Move move) const;
  void write_move(Move move, JsonWriter& out) const;
  /// All three moves.
  std::optional<std::vector<Move>> legal(Seat seat) const;
  Move sample(Seat seat, Rng& rng) const;
  void apply(std::span<const Answer<Move>> by_seat, JsonWriter& events);
  Json setup() const;
  void write_view(Observer observer, JsonWriter& out) const;
  /// 2 for more bricks than the opponent, 1 for as many, 0 for fewer.
  std::vector<double> scores() const;
  Json outcome() const;

 private:
  static constexpr std::size_t kSeats = 2;
  static constexpr char kUnmarked = '.';
  static constexpr std::string_view kBricks = "AB";  // by seat
  enum class Face : std::uint8_t { north, east, south, west };
  struct Place {
    int row = 0;
    int col = 0;
    bool operator==(const Place&) const = default;
  };
  struct Player {
    Place at;
    Face face = Face::north;
    int bricks = 0;
    int idle = 0;  // consecutive moves without laying a brick
    bool stalled = false;
  };
  struct Effect {
    std::optional<Place> laid;
    bool blocked = false;
  };

  Effect move(Seat seat, Move move);
  Effect forward(Seat seat);
  bool may_enter(Seat seat, Place place) const;
  std::optional<Seat> next_mover() const;
  std::size_t index(Place place) const;
  std::array<int, kSeats> points() const;

  Options options_;
  std::string board_;  // row by row: kUnmarked or one of kBricks
  std::array<Player, kSeats> players_;
  std::optional<Seat> mover_;  // nothing: over
  int moves_ = 0;
};

}  // namespace engines
