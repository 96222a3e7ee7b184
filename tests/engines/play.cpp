#include "tests/engines/play.h"

#include <gtest/gtest.h>

#include "engines/random.h"
#include "engines/registry.h"

namespace engines {

Said says(std::string_view json, Microseconds spent) {
  return {.move = Json::parse(json), .spent = spent, .forfeited = false};
}

Said silent(Microseconds spent) { return {.move = std::nullopt, .spent = spent, .forfeited = false}; }

Said forfeits() { return {.move = std::nullopt, .spent = Microseconds(1000), .forfeited = true}; }

std::unique_ptr<Game> start(std::string_view name, std::string_view options, Seed seed) {
  return find_game(name)->make(Json::parse(options), seed);
}

void say(Game& game, const std::vector<Said>& by_seat) {
  for (const Seat seat : game.to_move()) {
    const Said& said = by_seat.at(seat);
    if (said.move) {
      const auto kept = game.submit(seat, *said.move);
      const auto* refusal = std::get_if<Refusal>(&kept);
      EXPECT_EQ(refusal, nullptr) << said.move->dump() << ": " << (refusal == nullptr ? "" : refusal->why);
    }
    game.settle(seat, said.spent, said.forfeited);
  }
}

Json turn(Game& game, const std::vector<Said>& by_seat) {
  say(game, by_seat);
  return game.step();
}

Fault refusal_of(Game& game, Seat seat, const Json& move, Refusal::Kind kind) {
  const auto kept = game.submit(seat, move);
  const auto* refusal = std::get_if<Refusal>(&kept);
  if (refusal == nullptr) {
    ADD_FAILURE() << "accepted: " << fields::brief(move);
    return "";
  }
  EXPECT_EQ(refusal->kind, kind) << refusal->why;
  return refusal->why;
}

std::vector<Said> draw_turn(const Game& game, Rng& rng, Habits habits) {
  std::vector<Said> by_seat(game.seats());
  for (const Seat seat : game.to_move()) {
    Said& said = by_seat[seat];
    said.spent = Microseconds(10'000 * below(rng, 4));  // few values, so that some charges are equal
    const std::uint64_t fate = below(rng, 1000);
    if (fate < habits.forfeited) {
      said.forfeited = true;
    } else if (fate >= habits.forfeited + habits.missing) {
      said.move = game.sample(seat, rng);
    }
  }
  return by_seat;
}

void expect_no_effect_of_the_seed(std::string_view name, std::string_view options, Habits habits) {
  const auto one = start(name, options, {.number = 1, .salt = "00112233445566778899aabbccddeeff"});
  const auto other = start(name, options, {.number = 2, .salt = "ffeeddccbbaa99887766554433221100"});
  EXPECT_EQ(one->setup(), other->setup());
  EXPECT_EQ(one->view(Observer::everybody()), other->view(Observer::everybody()));
  Rng rng(5);
  while (!one->to_move().empty()) {
    const auto said = draw_turn(*one, rng, habits);
    ASSERT_EQ(turn(*one, said), turn(*other, said));
    ASSERT_EQ(one->view(Observer::everybody()), other->view(Observer::everybody()));
  }
  EXPECT_EQ(one->outcome(), other->outcome());
}

std::vector<std::string> rows_of(const Game& game) {
  return game.view(Observer::everybody())["board"].get<std::vector<std::string>>();
}

std::string options_error(std::string_view name, const Json& options) {
  try {
    find_game(name)->make(options, Seed{});
  } catch (const fields::Exception& exception) {
    return exception.what();
  }
  ADD_FAILURE() << "accepted: " << options.dump();
  return "";
}

}  // namespace engines
