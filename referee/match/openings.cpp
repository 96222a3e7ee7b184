#include "referee/match/openings.h"

#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include <nlohmann/json.hpp>

#include "engines/text_lines.h"
#include "protocol/fields.h"
#include "protocol/parse.h"
#include "protocol/sha256.h"

namespace referee {
namespace {

using engines::Json;

constexpr int kMostDraws = 100;
constexpr std::size_t kShownOpening = 80;  // bytes of an opening in a message

/// The answer of `seat` with `move`, as a record has it if it is legal.
SeatAnswer given_move(engines::Game& game, engines::Seat seat, const Json& move) {
  SeatAnswer answer;
  answer.seat = seat;
  auto submitted = game.submit(seat, move);
  auto* const as_played = std::get_if<std::string>(&submitted);
  answer.move = as_played != nullptr ? std::move(*as_played) : move.dump();
  return answer;
}

/// "walls, lightcycle, battleship": the games that have openings with their default options.
std::string games_with_openings() {
  std::string names;
  for (const engines::Entry& entry : engines::games()) {
    if (!entry.file_option && entry.facts(Json::object()).seats > 1) {
      names.append(names.empty() ? "" : ", ").append(entry.name);
    }
  }
  return names;
}

/// Openings vary the matches of games that always begin alike. Others have maps, mazes or deals for that.
void refuse_varied(const engines::Entry& entry, const Json& options) {
  const std::string game(entry.name);
  const std::string expected = ", expected a game that always begins alike: " + games_with_openings();
  if (entry.file_option) {
    const std::string key(entry.file_option->key);
    throw std::invalid_argument("got " + game + ", which has no openings: vary its " + key + " (--option " +
                                key + "=...) or its seed (--seed)" + expected);
  }
  if (entry.facts(options).seats == 1) {
    throw std::invalid_argument("got " + game + ", which has no openings: vary its seed (--seed)" + expected);
  }
}

/// The moves of the seats to move, in their order.
std::vector<Json> moves_of(const Json& turn, std::size_t number, std::size_t movers) {
  if (movers == 1) {
    return {turn};
  }
  if (!turn.is_array() || turn.size() != movers) {
    throw std::invalid_argument("turn " + std::to_string(number) + ": got " +
                                fields::brief(turn, kShownOpening) + ", expected a list of " +
                                std::to_string(movers) + " moves, one of each seat to move");
  }
  return turn.get<std::vector<Json>>();
}

GivenTurns read_opening(const std::string& line, std::unique_ptr<engines::Game> game) {
  auto parsed = protocol::parse_line(line);
  if (std::holds_alternative<protocol::Unreadable>(parsed)) {  // it says why for the author of a bot
    throw std::invalid_argument("got " + fields::brief(Json(line), kShownOpening) +
                                ", which is not JSON; expected a list of turns, as [\"left\"]");
  }
  const Json& opening = std::get<Json>(parsed);
  if (!opening.is_array()) {
    throw std::invalid_argument("got " + fields::brief(opening, kShownOpening) +
                                ", expected a list of turns");
  }
  GivenTurns given;
  std::string events;
  for (std::size_t number = 0; number < opening.size(); ++number) {
    const auto movers = game->to_move();
    if (movers.empty()) {
      refuse_ended(*game, number);
    }
    const std::vector<Json> moves = moves_of(opening[number], number, movers.size());
    GivenTurns::Turn& turn = given.turns.emplace_back();
    for (std::size_t i = 0; i < movers.size(); ++i) {
      turn.push_back(given_move(*game, movers[i], moves[i]));
    }
    play_given(turn, static_cast<std::int64_t>(number), *game, events);
  }
  refuse_ended(*game, given.turns.size());
  return given;
}

engines::Rng rng_of(std::size_t pair, const engines::Seed& seed) {
  const std::string text = std::to_string(seed.number) + "/random-plies/" + std::to_string(pair);
  return engines::Rng(std::stoull(protocol::Sha256::hex_of(text).substr(0, 16), nullptr, 16));
}

/// Nothing if the game is over before all turns are drawn, or after them.
std::optional<GivenTurns> drawn(std::size_t turns, std::unique_ptr<engines::Game> game, engines::Rng& rng) {
  GivenTurns given;
  std::string events;
  while (given.turns.size() < turns) {
    const auto movers = game->to_move();
    if (movers.empty()) {
      return std::nullopt;
    }
    GivenTurns::Turn& turn = given.turns.emplace_back();
    for (const engines::Seat seat : movers) {
      turn.push_back(given_move(*game, seat, game->sample(seat, rng)));
    }
    play_given(turn, static_cast<std::int64_t>(given.turns.size()) - 1, *game, events);
  }
  return game->to_move().empty() ? std::nullopt : std::optional(std::move(given));
}

GivenTurns drawn_for(std::size_t turns, const engines::Game& game, engines::Rng rng) {
  for (int i = 0; i < kMostDraws; ++i) {
    if (auto given = drawn(turns, game.clone(), rng)) {
      return std::move(*given);
    }
  }
  throw std::invalid_argument("--random-plies: got " + std::to_string(turns) + ", expected fewer: each of " +
                              std::to_string(kMostDraws) + " drawn openings ends the game");
}

}  // namespace

Openings Openings::listed(std::string_view text, const std::string& file, const engines::Entry& game,
                          const Json& options) {
  refuse_varied(game, options);
  const auto start = game.make(options, {});
  List list;
  std::size_t number = 0;
  for (const std::string& line : engines::lines_of(text)) {
    ++number;
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string::npos || line[begin] == '#') {
      continue;
    }
    try {
      list.push_back(read_opening(line, start->clone()));
    } catch (const std::invalid_argument& wrong) {
      throw std::invalid_argument(file + ":" + std::to_string(number) + ": " + wrong.what());
    }
  }
  if (list.empty()) {
    throw std::invalid_argument(file + ": got no opening, expected one a line: a list of turns as JSON");
  }
  return Openings(std::move(list));
}

Openings Openings::random(std::size_t turns, const engines::Entry& game, const Json& options) {
  refuse_varied(game, options);
  return Openings(Drawn{turns});
}

Openings Openings::at(RecordedPosition position) { return Openings(std::move(position)); }

std::size_t Openings::listed() const {
  const auto* const list = std::get_if<List>(&source_);
  return list == nullptr ? 0 : list->size();
}

bool Openings::are_one_start(const engines::Entry& game, const Json& options) const {
  if (!std::holds_alternative<Start>(source_)) {
    return false;
  }
  const auto one = game.make(options, {.number = 1, .salt = std::string(32, '1')});
  const auto other = game.make(options, {.number = 2, .salt = std::string(32, '2')});
  const auto all = engines::Observer::everybody();
  return one->setup() == other->setup() && one->view(all) == other->view(all);
}

GivenTurns Openings::of(std::size_t pair, const engines::Entry& game, const Json& options,
                        const engines::Seed& seed) const {
  if (const RecordedPosition* const recorded = position()) {
    return recorded->given;
  }
  if (const auto* list = std::get_if<List>(&source_)) {
    return (*list)[pair % list->size()];
  }
  if (const auto* random = std::get_if<Drawn>(&source_)) {
    return drawn_for(random->turns, *game.make(options, seed), rng_of(pair, seed));
  }
  return {};
}

}  // namespace referee
