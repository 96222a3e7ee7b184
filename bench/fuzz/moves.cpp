#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "bench/fuzz/targets.h"
#include "engines/registry.h"
#include "protocol/limits.h"
#include "protocol/parse.h"

// 200 turns of a game from fuzzed answers. The first line of the input has the options, as JSON; each line
// after it is the answer of the next seat to move: a move as JSON, "" for a legal move, "-" for none, "!" for
// a seat that its clock takes out. After the last line the answers begin anew.
namespace fuzz {
namespace {

using engines::Game;
using engines::Json;
using engines::Seat;

constexpr int kTurns = 200;
constexpr std::size_t kMostSeats = 32;         // so that a turn is cheap
constexpr std::size_t kLongestSetup = 20'000;  // bytes: the same

/// The lines of the input, over and over.
class Answers {
 public:
  explicit Answers(std::string_view text) : text_(text), rest_(text) {}

  std::string_view next() {
    if (rest_.empty()) {
      rest_ = text_;
    }
    const std::string_view line = rest_.substr(0, rest_.find('\n'));
    rest_.remove_prefix(std::min(rest_.size(), line.size() + 1));
    return line;
  }

 private:
  std::string_view text_;
  std::string_view rest_;
};

/// What a seat did in a turn: enough to do it again.
struct Done {
  Seat seat = 0;
  std::optional<std::string> move;
  engines::Microseconds spent{0};
  bool forfeited = false;
};

Json move_of(const Game& game, Seat seat, std::string_view line, engines::Rng& rng) {
  if (line.empty()) {
    return game.sample(seat, rng);
  }
  auto parsed = protocol::parse_line(line.substr(0, protocol::kMaxLineFromBot));
  auto* const json = std::get_if<Json>(&parsed);
  return json == nullptr ? Json() : std::move(*json);
}

/// Hands in a move; returns it as the record would have it, if it is legal.
std::optional<std::string> submit(Game& game, Seat seat, std::string_view line, engines::Rng& rng) {
  const Json move = move_of(game, seat, line, rng);
  const auto copy = game.clone();
  const auto submitted = game.submit(seat, move);
  promise(copy->submit(seat, move).index() == submitted.index(), "a copy judges a move in the same way");
  if (const auto* refusal = std::get_if<engines::Refusal>(&submitted)) {
    promise(!refusal->why.empty() && !line.empty(), "a refusal has a reason, and sampled moves are legal");
    return std::nullopt;
  }
  const auto& as_played = std::get<std::string>(submitted);
  const auto again = copy->submit(seat, Json::parse(as_played));
  const auto* same = std::get_if<std::string>(&again);
  promise(same != nullptr && *same == as_played, "a move as it is recorded is legal and recorded as itself");
  return as_played;
}

Done answer(Game& game, Seat seat, std::string_view line, engines::Rng& rng) {
  Done done{seat, std::nullopt, engines::Microseconds(line.size()), line == "!"};
  if (line != "-" && line != "!") {
    done.move = submit(game, seat, line, rng);
  }
  game.settle(seat, done.spent, done.forfeited);
  return done;
}

/// Views for all, as JSON within a line's limit.
void check_views(const Game& game) {
  std::string view;
  game.write_view(engines::Observer::everybody(), view);
  promise(view.size() < protocol::kMaxLineToBot / 2, "a view fits in half a line");
  promise(Json::parse(view).dump() == view, "a view is compact JSON with sorted keys");
  if (game.hidden()) {
    for (Seat seat = 0; seat < game.seats(); ++seat) {
      view.clear();
      game.write_view(engines::Observer::seat(seat), view);
      promise(Json::accept(view), "a seat's view is JSON");
    }
  }
}

std::string step(Game& game) {
  std::string events;
  game.step(events);
  return events;
}

/// Plays the same turns again.
void replay(Game& game, const std::vector<std::vector<Done>>& turns, const std::vector<std::string>& events) {
  for (std::size_t turn = 0; turn < turns.size(); ++turn) {
    for (const Done& done : turns[turn]) {
      if (done.move) {
        (void)game.submit(done.seat, Json::parse(*done.move));
      }
      game.settle(done.seat, done.spent, done.forfeited);
    }
    promise(step(game) == events[turn], "the same answers give the same events");
  }
}

std::unique_ptr<Game> made(std::string_view name, std::string_view options) {
  auto parsed = protocol::parse_line(options);
  const auto* json = std::get_if<Json>(&parsed);
  if (json == nullptr || !json->is_object()) {
    return nullptr;
  }
  try {
    auto game = engines::find_game(name)->make(*json, {options.size(), "5a17"});
    const bool cheap = game->seats() <= kMostSeats && game->setup().dump().size() <= kLongestSetup;
    return cheap ? std::move(game) : nullptr;
  } catch (const fields::Exception&) {
    return nullptr;
  }
}

void play(std::string_view name, std::string_view input) {
  const std::string_view options = input.substr(0, input.find('\n'));
  const auto game = made(name, options);
  if (game == nullptr) {
    return;
  }
  const auto fresh = game->clone();
  Answers answers(input.substr(std::min(input.size(), options.size() + 1)));
  engines::Rng rng(input.size());
  std::vector<std::vector<Done>> turns;
  std::vector<std::string> events;
  for (auto movers = game->to_move(); !movers.empty() && turns.size() < kTurns; movers = game->to_move()) {
    promise(turns.size() < game->max_turns(), "a game ends within its bound");
    turns.emplace_back();
    for (const Seat seat : movers) {
      turns.back().push_back(answer(*game, seat, answers.next(), rng));
    }
    events.push_back(step(*game));
  }
  check_views(*game);
  promise(game->scores().size() == game->seats(), "each seat has a score");
  if (game->to_move().empty()) {
    (void)game->outcome().dump();
  }
  replay(*fresh, turns, events);
  promise(fresh->to_move() == game->to_move() && fresh->scores() == game->scores(), "and the same result");
}

}  // namespace

#define GAME(name) \
  void moves_##name(std::string_view input) { play(#name, input); }
#include "engines/games.def"
#undef GAME

}  // namespace fuzz
