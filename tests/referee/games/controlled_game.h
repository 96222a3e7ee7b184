#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "referee/games/game_parts.h"

namespace test_support {

using Json = nlohmann::json;

inline referee::screen::KeyPress key_of(char letter) { return {referee::screen::Key::letter, letter}; }
inline referee::screen::KeyPress key_of(referee::screen::Key key) { return {key}; }

/// A game of the engines whose seat `seat` is steered with keys; the test makes the moves of the other seats.
class ControlledGame {
 public:
  ControlledGame(std::string_view game, const Json& options, std::size_t seat = 0,
                 std::vector<std::string> players = {"person"})
      : game_(engines::find_game(game)->make(options, {})),
        input_(referee::parts_of(game).input({game_->setup(), seat, std::move(players)})),
        seat_(seat) {
    ask();
  }

  referee::play::InputController& input() { return *input_; }
  engines::Game& game() { return *game_; }
  std::vector<std::string> notes() const { return input_->notes(); }

  /// The move that a key makes, if any; the game does not change.
  template <class Key>
  std::optional<Json> press(Key key) {
    return input_->press(key_of(key));
  }
  /// Plays the move that a key makes, with `others` for the other seats that are to move, in their order, and
  /// asks again if the person is to move then. Throws if the key makes no move, or no legal one.
  template <class Key>
  void play(Key key, const std::vector<Json>& others = {}) {
    step(press(key).value(), others);
  }
  /// Plays a turn in which only the other seats move.
  void let_move(const Json& move) { step(std::nullopt, {move}); }

 private:
  void step(const std::optional<Json>& own, const std::vector<Json>& others) {
    auto next = others.begin();
    for (const engines::Seat seat : game_->to_move()) {
      const Json& move = seat == seat_ ? own.value() : *next++;
      (void)std::get<std::string>(game_->submit(seat, move));
      game_->settle(seat, {}, false);
    }
    game_->step();
    ask();
  }
  void ask() {
    for (const engines::Seat seat : game_->to_move()) {
      if (seat == seat_) {
        input_->ask(game_->view(engines::Observer::seat(seat_)));
      }
    }
  }

  std::unique_ptr<engines::Game> game_;
  std::unique_ptr<referee::play::InputController> input_;
  std::size_t seat_;
};

}  // namespace test_support
