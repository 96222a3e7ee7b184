#include "referee/record/given_turns.h"

#include <algorithm>
#include <stdexcept>
#include <variant>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "referee/base/text.h"

namespace referee {
namespace {

constexpr std::size_t kShownMove = 120;  // bytes of a move in a message

[[noreturn]] void refuse(std::int64_t turn, const std::string& what) {
  throw std::invalid_argument("turn " + std::to_string(turn) + what);
}

[[noreturn]] void refuse_move(std::int64_t turn, const SeatAnswer& answer, const engines::Refusal& refusal) {
  refuse(turn, ", seat " + std::to_string(answer.seat) + ": got " +
                   fields::brief(engines::Json::parse(answer.move), kShownMove) +
                   ", expected a legal move: " + refusal.why);
}

void refuse_other_seats(const GivenTurns::Turn& turn, std::int64_t number,
                        const std::vector<engines::Seat>& movers) {
  if (movers.empty()) {
    refuse(number, ": the game is over before it");
  }
  if (!std::ranges::equal(turn, movers, {}, &SeatAnswer::seat)) {
    std::string seats;
    for (const engines::Seat seat : movers) {
      seats += (seats.empty() ? "" : ", ") + std::to_string(seat);
    }
    refuse(number,
           ": got " + std::to_string(turn.size()) + " answers, expected one of each seat to move: " + seats);
  }
}

}  // namespace

void begin_given(const GivenTurns::Turn& turn, std::int64_t number, engines::Game& game,
                 std::string& events) {
  refuse_other_seats(turn, number, game.to_move());
  for (const SeatAnswer& answer : turn) {
    if (!answer.move.empty()) {
      const auto move = engines::Json::parse(answer.move);
      const auto submitted = game.submit(answer.seat, move);
      if (const auto* refusal = std::get_if<engines::Refusal>(&submitted)) {
        refuse_move(number, answer, *refusal);
      }
    }
    game.settle(answer.seat, answer.spent, answer.forfeited);
  }
  game.step(events);
}

void refuse_refused(const GivenTurns::Turn& turn, std::int64_t number, const engines::Game& game) {
  for (const engines::LateRefusal& late : game.refused()) {
    refuse_move(number, *std::ranges::find(turn, late.seat, &SeatAnswer::seat), late.refusal);
  }
}

void play_given(const GivenTurns::Turn& turn, std::int64_t number, engines::Game& game, std::string& events) {
  begin_given(turn, number, game, events);
  refuse_refused(turn, number, game);
}

void play_given(const GivenTurns& given, engines::Game& game) {
  std::string events;
  for (std::size_t i = 0; i < given.turns.size(); ++i) {
    events.clear();
    play_given(given.turns[i], static_cast<std::int64_t>(i), game, events);
  }
  refuse_ended(game, given.turns.size());
}

void refuse_ended(const engines::Game& game, std::size_t turns) {
  if (game.to_move().empty()) {
    throw std::invalid_argument("the game is over after " + counted(turns, "turn") +
                                ", expected one that can be played on");
  }
}

}  // namespace referee
