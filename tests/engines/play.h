#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/game.h"

/// Helpers to play a game through its virtual interface, as the referee does.
namespace engines {

/// The value of JSON text.
inline Json parsed(std::string_view text) { return Json::parse(text); }

/// The answer of one seat in one turn, its charge, and whether it forfeits.
struct Said {
  std::optional<Json> move;  ///< nothing: no answer
  Microseconds spent{1000};
  bool forfeited = false;
};

Said says(std::string_view json, Microseconds spent = Microseconds(1000));
Said silent(Microseconds spent = Microseconds(1000));
Said forfeits();

/// A game from the registry; options are JSON text. Throws like Entry::make.
std::unique_ptr<Game> start(std::string_view name, std::string_view options = "{}", Seed seed = {});

/// Submits the moves of the seats that are to move. `by_seat`: one entry per seat; entries of other seats are
/// not used. Fails the test if the game refuses a move.
void say(Game& game, const std::vector<Said>& by_seat);
/// Plays one turn: say() and a step. Returns its events.
Json turn(Game& game, const std::vector<Said>& by_seat);

/// Why the game refuses a move; fails the test if it accepts it, or if `kind` differs.
Fault refusal_of(Game& game, Seat seat, const Json& move, Refusal::Kind kind = Refusal::Kind::malformed);

/// Faults in a random game: chances in one thousand per seat and turn.
struct Habits {
  std::uint64_t missing = 0;
  std::uint64_t forfeited = 0;
};

/// Random answers for one turn, one entry per seat; moves are legal.
std::vector<Said> draw_turn(const Game& game, Rng& rng, Habits habits);

/// Plays a random game twice, with two seeds and the same answers, and expects the same setup, events, views
/// and outcome.
void expect_no_effect_of_the_seed(std::string_view name, std::string_view options, Habits habits);

/// The rows of the board that viewers see.
std::vector<std::string> rows_of(const Game& game);

/// The error text of options that make() refuses; fails the test if it accepts them.
std::string options_error(std::string_view name, const Json& options);

}  // namespace engines
