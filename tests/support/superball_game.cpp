#include "tests/support/superball_game.h"

#include <ctime>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/support/plain_rules.h"

using engines::Superball;

superball::Board board_of(const Superball& game) {
  return {superball::rules_of(game.setup()),
          test_support::view_of(game).at("board").get<std::vector<std::string>>()};
}

bool play_move(Superball& game, const superball::Move& move, engines::Json* events) {
  const auto parsed = game.parse(0, superball::text_of(move, superball::rules_of(game.setup())));
  const auto* line = std::get_if<Superball::Move>(&parsed);
  if (line == nullptr || game.check(0, *line)) {
    return false;
  }
  const engines::Answer<Superball::Move> answer{*line, engines::Microseconds{0}, false};
  auto told = test_support::apply(game, {&answer, 1});
  if (events != nullptr) {
    *events = std::move(told);
  }
  return true;
}

SuperballGame play_superball(std::uint64_t seed, superball::Strategy& strategy, const LimitsFor& limits) {
  Superball game(Superball::Options{}, engines::Seed{seed, ""});
  SuperballGame result;
  while (!game.to_move().empty()) {
    const auto board = board_of(game);
    const auto limit = limits(game.scores().front(), result.seconds);
    const auto before = std::clock();
    const auto move = strategy.choose(board, limit);
    result.seconds += static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
    if (!play_move(game, move)) {
      result.refused = 1;
      break;
    }
    ++result.moves;
  }
  result.score = game.scores().front();
  return result;
}
