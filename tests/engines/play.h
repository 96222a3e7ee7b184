#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/game.h"

/// Helpers to play a game behind its virtual interface, as the daemon does.
namespace engines {

/// What one seat does in one turn.
struct Said {
  std::optional<Json> move;  ///< nothing: no answer
  Microseconds spent{1000};
  bool forfeited = false;
};

Said says(std::string_view json, Microseconds spent = Microseconds(1000));
Said silent(Microseconds spent = Microseconds(1000));
Said forfeits();

/// A game of that name by the registry; options are JSON text. Throws what Entry::make throws.
std::unique_ptr<Game> start(std::string_view name, std::string_view options = "{}", Seed seed = {});

/// Hands in what the seats to move do in this turn. `by_seat`: one entry a seat; those of seats not to move
/// are not used. A move that is refused is a failure of the test.
void say(Game& game, const std::vector<Said>& by_seat);
/// Plays one turn: say() and a step. Returns its events.
Json turn(Game& game, const std::vector<Said>& by_seat);

/// Why a move is refused; fails the test if it is not. `kind` is checked.
Fault refusal_of(Game& game, Seat seat, const Json& move, Refusal::Kind kind = Refusal::Kind::malformed);

/// How a random game is played: chances in one thousand a seat and turn.
struct Habits {
  std::uint64_t missing = 0;
  std::uint64_t forfeited = 0;
};

/// Random answers for one turn, one entry a seat; moves are legal.
std::vector<Said> draw_turn(const Game& game, Rng& rng, Habits habits);

/// Plays a random game twice, with two seeds and the same answers, and expects the same setup, events, views
/// and outcome.
void expect_no_effect_of_the_seed(std::string_view name, std::string_view options, Habits habits);

/// The rows of the board that viewers see.
std::vector<std::string> rows_of(const Game& game);

/// The error text of options that make() refuses; fails the test if it accepts them.
std::string options_error(std::string_view name, const Json& options);

}  // namespace engines
