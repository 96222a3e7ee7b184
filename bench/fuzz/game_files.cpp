#include <memory>
#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

#include "bench/fuzz/targets.h"
#include "engines/registry.h"
#include "engines/text_lines.h"
#include "protocol/fields.h"
#include "protocol/limits.h"
#include "referee/base/strict_json.h"

// Files that a game's option may name: a map of Planets, a maze of Snake Labyrinth.
namespace fuzz {
namespace {

using Json = engines::Json;

constexpr int kTurns = 30;

/// A game that a file makes possible: its option is written as it is read, its lines fit, and it can be
/// played.
void check(const engines::Entry& entry, const Json& options) {
  const engines::Seed seed{7, "5a17"};
  const auto game = entry.make(options, seed);
  const Json complete = game->options();
  promise(entry.make(complete, seed)->options() == complete,
          "options that are written are read as themselves");
  promise(game->setup().dump().size() < protocol::kMaxLineToBot / 2, "setup fits in half a line");
  engines::Rng rng(1);
  for (int turn = 0; turn < kTurns && !game->to_move().empty(); ++turn) {
    for (const engines::Seat seat : game->to_move()) {
      promise(std::holds_alternative<std::string>(game->submit(seat, game->sample(seat, rng))),
              "a sampled move is legal");
      game->settle(seat, engines::Microseconds(1), false);
    }
    std::string events;
    game->step(events);
    std::string view;
    game->write_view(engines::Observer::everybody(), view);
    promise(view.size() + events.size() < protocol::kMaxLineToBot / 2, "a turn fits in half a line");
  }
}

void check_file(const char* game, const char* option, const Json& content) {
  try {
    check(*engines::find_game(game), {{option, content}});
  } catch (const fields::Exception&) {
    return;
  }
}

}  // namespace

void map(std::string_view input) {
  Json content;
  try {
    content = referee::parse_commented(input, "map.json");
  } catch (const fields::Exception&) {
    return;
  } catch (const std::invalid_argument&) {
    return;
  }
  check_file("planets", "map", content);
}

void maze(std::string_view input) { check_file("snake", "maze", Json(engines::lines_of(input))); }

}  // namespace fuzz
