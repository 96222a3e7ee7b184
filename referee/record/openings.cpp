#include "referee/record/openings.h"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include <nlohmann/json.hpp>

#include "engines/text_lines.h"
#include "protocol/fields.h"
#include "protocol/parse.h"
#include "protocol/require.h"
#include "protocol/sha256.h"

namespace referee {
namespace {

using engines::Json;

constexpr int kMostDraws = 100;
constexpr std::size_t kTriedDeals = 8;
constexpr std::size_t kTriedOpenings = 20;  // of a list, each in all these deals
constexpr std::size_t kShownOpening = 80;   // bytes of an opening in a message

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

/// A deal in which openings are tried before any match.
engines::Seed tried_deal(std::size_t number) {
  constexpr std::size_t kSaltDigits = 32;
  return {number, std::string(kSaltDigits, static_cast<char>('0' + number))};
}

/// An opening of a list, as it can be played in one of the tried deals. Throws what is wrong in the first
/// one.
GivenTurns read_for_any_deal(const std::string& line, const engines::Entry& game, const Json& options,
                             const engines::Game& first) {
  try {
    return read_opening(line, first.clone());
  } catch (const std::invalid_argument&) {
    for (std::size_t deal = 1; deal < kTriedDeals; ++deal) {
      try {
        return read_opening(line, game.make(options, tried_deal(deal)));
      } catch (const std::invalid_argument&) {
        continue;
      }
    }
    throw;
  }
}

/// The turns of `opening` before the first one that the rules refuse in this deal, or that ends the game.
GivenTurns fitted(const GivenTurns& opening, std::unique_ptr<engines::Game> game) {
  GivenTurns given;
  std::string events;
  for (const GivenTurns::Turn& turn : opening.turns) {
    try {
      play_given(turn, static_cast<std::int64_t>(given.turns.size()), *game, events);
    } catch (const std::invalid_argument&) {
      break;  // left_out tells it
    }
    if (game->to_move().empty()) {
      break;
    }
    given.turns.push_back(turn);
  }
  given.left_out = opening.turns.size() - given.turns.size();
  return given;
}

engines::Rng rng_of(std::size_t pair, std::uint64_t source) {
  const std::string text = std::to_string(source) + "/random-plies/" + std::to_string(pair);
  return engines::Rng(std::stoull(protocol::Sha256::hex_of(text).substr(0, 16), nullptr, 16));
}

/// Plays a turn of moves that the rules have given as legal.
void play_drawn(const GivenTurns::Turn& turn, std::size_t number, engines::Game& game) {
  std::string events;
  try {
    play_given(turn, static_cast<std::int64_t>(number), game, events);
  } catch (const std::invalid_argument& wrong) {
    throw engines::RulesFailure(std::string("the rules refuse a move that they list as legal: ") +
                                wrong.what());
  }
}

/// So many turns, or those before the one that ends the game.
GivenTurns drawn(std::size_t turns, std::unique_ptr<engines::Game> game, engines::Rng& rng) {
  GivenTurns given;
  while (given.turns.size() < turns && !game->to_move().empty()) {
    GivenTurns::Turn turn;
    for (const engines::Seat seat : game->to_move()) {
      turn.push_back(given_move(*game, seat, game->sample(seat, rng)));
    }
    play_drawn(turn, given.turns.size(), *game);
    if (!game->to_move().empty()) {
      given.turns.push_back(std::move(turn));
    }
  }
  given.left_out = turns - given.turns.size();
  return given;
}

/// The first of many draws that does not end the game; if each does, the longest.
GivenTurns drawn_for(std::size_t turns, const engines::Game& game, engines::Rng rng) {
  GivenTurns longest = drawn(turns, game.clone(), rng);
  for (int i = 1; i < kMostDraws && longest.left_out > 0; ++i) {
    GivenTurns given = drawn(turns, game.clone(), rng);
    if (given.left_out < longest.left_out) {
      longest = std::move(given);
    }
  }
  return longest;
}

}  // namespace

Openings Openings::listed(std::string_view text, const std::string& file, const engines::Entry& game,
                          const Json& options) {
  refuse_varied(game, options);
  const auto start = game.make(options, tried_deal(0));
  List list;
  std::size_t number = 0;
  for (const std::string& line : engines::lines_of(text)) {
    ++number;
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string::npos || line[begin] == '#') {
      continue;
    }
    try {
      list.push_back(read_for_any_deal(line, game, options, *start));
    } catch (const std::invalid_argument& wrong) {
      throw std::invalid_argument(file + ":" + std::to_string(number) + ": " + wrong.what());
    }
  }
  if (list.empty()) {
    throw std::invalid_argument(file + ": got no opening, expected one a line: a list of turns as JSON");
  }
  Openings openings(std::move(list));
  openings.try_listed(game, options);
  return openings;
}

Openings Openings::random(std::size_t turns, const engines::Entry& game, const Json& options) {
  REQUIRE(turns >= 1);
  refuse_varied(game, options);
  Openings openings(Drawn{turns});
  openings.try_drawn(turns, game, options);
  return openings;
}

void Openings::try_drawn(std::size_t turns, const engines::Entry& game, const Json& options) {
  std::size_t shorter = 0;
  try {
    for (std::size_t deal = 0; deal < kTriedDeals; ++deal) {
      shorter += of(deal, game, options, 0, tried_deal(deal)).left_out > 0 ? 1 : 0;
    }
  } catch (const engines::RulesFailure& failure) {
    note_ = std::string("turns could not be drawn: ") + failure.what();
    return;
  }
  if (shorter == kTriedDeals) {
    throw std::invalid_argument("got " + std::to_string(turns) + ", expected fewer: each of " +
                                std::to_string(kMostDraws) + " drawn openings ends the game");
  }
  if (shorter > 0) {
    note_ = "in " + std::to_string(shorter) + " of " + std::to_string(kTriedDeals) +
            " deals that were tried the game is over after fewer than " + std::to_string(turns) +
            " turns: there fewer are drawn";
  }
}

void Openings::try_listed(const engines::Entry& game, const Json& options) {
  const std::size_t tried = std::min(listed(), kTriedOpenings);
  std::size_t cut = 0;
  for (std::size_t deal = 0; deal < kTriedDeals; ++deal) {
    const auto start = game.make(options, tried_deal(deal));
    for (std::size_t opening = 0; opening < tried; ++opening) {
      cut += fitted(std::get<List>(source_)[opening], start->clone()).left_out > 0 ? 1 : 0;
    }
  }
  if (cut > 0) {
    note_ =
        "in " + std::to_string(cut) + " of " + std::to_string(tried * kTriedDeals) +
        " tries an opening of the list did not fit the deal: there it ends before the first turn that the "
        "rules refuse, or that ends the game";
  }
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
                        std::uint64_t source, const engines::Seed& deal) const {
  if (const RecordedPosition* const recorded = position()) {
    return recorded->given;
  }
  if (const auto* list = std::get_if<List>(&source_)) {
    return fitted((*list)[pair % list->size()], game.make(options, deal));
  }
  if (const auto* random = std::get_if<Drawn>(&source_)) {
    return drawn_for(random->turns, *game.make(options, deal), rng_of(pair, source));
  }
  return {};
}

}  // namespace referee
