#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// All that the pairing of a Swiss round depends on, as a tournament report file (TRF) has it.
namespace referee::swiss {

/// A player's place in the list from 0; its pairing number (TPN) is one more.
using PlayerIndex = std::size_t;

/// Tenths of a point, so that every value of a report file is exact.
using Tenths = std::int32_t;

enum class Colour : std::uint8_t { white, black };
constexpr Colour opposite(Colour colour) { return colour == Colour::white ? Colour::black : Colour::white; }

/// What one player did in one round.
struct RoundEntry {
  enum class Kind : std::uint8_t {
    win,           ///< played: "1", or "W" if it was short and unrated
    draw,          ///< played: "=" or "D"
    loss,          ///< played: "0" or "L"
    forfeit_win,   ///< "+"
    forfeit_loss,  ///< "-"
    bye,           ///< the pairing-allocated bye (PAB): "U"
    full_bye,      ///< given, not requested: "F"
    half_bye,      ///< requested: "H"
    zero_bye,      ///< absent, withdrawn or not entered yet: "Z" or blank
    open           ///< paired, and the game has no result yet: a blank behind opponent and colour
  };
  Kind kind = Kind::zero_bye;
  std::optional<PlayerIndex> opponent;  ///< where a game was played; where one was forfeited if it is known
  std::optional<Colour> colour;         ///< where a game was played; where one was forfeited if it is known

  /// Whether a game was played over the board: only those count for C1 and for colours.
  bool played() const { return kind == Kind::win || kind == Kind::draw || kind == Kind::loss; }
  bool operator==(const RoundEntry&) const = default;
};

/// What results are worth. C.04.3 speaks of a win's and a loss's points only.
struct PointSystem {
  Tenths win = 10;
  Tenths draw = 5;
  Tenths loss = 0;
  Tenths absence = 0;  ///< of a zero-point bye and of a forfeit loss
  Tenths bye = 10;     ///< of the pairing-allocated bye

  Tenths of(RoundEntry::Kind kind) const;
  bool operator==(const PointSystem&) const = default;
};

struct Player {
  std::string name;
  int rating = 0;                  ///< 0: unrated
  std::vector<RoundEntry> rounds;  ///< by round; missing at the end: zero_bye

  /// Points after the first rounds.
  Tenths score(const PointSystem& points, std::size_t rounds_played) const;
  /// What the player did in a round, from 0.
  const RoundEntry& in(std::size_t round) const;
};

/// Players who must not meet each other in some of the rounds.
struct ForbiddenGroup {
  std::vector<PlayerIndex> players;
  int first_round = 1;  ///< from 1
  int last_round = 999;
};

/// A player is left out of a round that has not been paired: on request ("H", "Z"), or because it was given a
/// point ("F").
struct RequestedBye {
  PlayerIndex player = 0;
  int round = 1;                                       ///< from 1
  RoundEntry::Kind kind = RoundEntry::Kind::zero_bye;  ///< full_bye, half_bye or zero_bye
};

/// Points that some players have in the pairing of some rounds only: accelerated rounds (C.04.7).
struct VirtualPoints {
  Tenths points = 0;
  int first_round = 1;  ///< from 1
  int last_round = 1;
  PlayerIndex first = 0;
  PlayerIndex last = 0;
  bool operator==(const VirtualPoints&) const = default;
};

struct Tournament {
  std::string name;
  std::vector<Player> players;  ///< in the order of pairing numbers
  int rounds = 0;               ///< planned: in the last one C3 does not bind topscorers
  std::size_t played = 0;       ///< rounds that have been paired; the next is played + 1
  PointSystem points;
  /// The colour that the higher ranked player with an odd number gets where neither has a preference (5.2.5).
  /// Nothing: the colour of first_colour(), or White if that is nothing.
  std::optional<Colour> initial_colour;
  std::vector<ForbiddenGroup> forbidden;
  std::vector<RequestedBye> byes;
  std::vector<VirtualPoints> virtual_points = {};  ///< those of a player and a round add up

  /// C.04.7, 1.5: the score by which a player was or is paired in a round, from 0: the points before it and
  /// the virtual ones.
  Tenths pairing_score(PlayerIndex player, std::size_t round) const;
};

/// The virtual points of the Baku acceleration (C.04.7, 1.2 to 1.4): the first half of the players, rounded
/// up to an even number, has those of a win in the first half of the accelerated rounds, and those of a draw
/// in the rest of them; accelerated is the first half of all rounds. Halves are rounded up.
std::vector<VirtualPoints> baku_acceleration(std::size_t players, int rounds, const PointSystem& points);

}  // namespace referee::swiss
