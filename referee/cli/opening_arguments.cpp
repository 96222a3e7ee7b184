#include "referee/cli/opening_arguments.h"

#include <stdexcept>

#include <CLI/CLI.hpp>

#include "referee/base/input.h"
#include "referee/cli/game_arguments.h"
#include "referee/cli/record_folder.h"

namespace referee {
namespace {

constexpr std::size_t kMostRandomPlies = 1000;

}  // namespace

void OpeningArguments::add_to(CLI::App& command) {
  CLI::Option* const listed = command
                                  .add_option("--openings", file,
                                              "File with an opening a line, a JSON list of turns, for the "
                                              "pairs of games in order: the same for both "
                                              "games of a pair. A turn is a move; where several seats move "
                                              "at once, a list of their moves. # begins "
                                              "a "
                                              "comment. Walls, Light Cycle, Battleship")
                                  ->type_name("FILE");
  CLI::Option* const random =
      command
          .add_option(
              "--random-plies", random_plies,
              "Begin each pair of games with so many random legal turns, the same for both games. Walls, "
              "Light Cycle, Battleship")
          ->type_name("TURNS")
          ->check(CLI::Range(std::size_t{1}, kMostRandomPlies))
          ->excludes(listed);
  if (CLI::Option* const recorded = command.get_option_no_throw("--from")) {
    listed->excludes(recorded);
    random->excludes(recorded);
  }
}

void OpeningArguments::add_from(CLI::App& command) {
  command.get_option("GAME")->required(false);
  CLI::Option* const recorded = command
                                    .add_option("--from", from,
                                                "Record of a match: play on from its position before --turn, "
                                                "with its options, seed and salt; GAME may "
                                                "be left out")
                                    ->type_name("FILE");
  CLI::Option* const first =
      command.add_option("--turn", turn, "With --from: the first turn that is played anew, from 0")
          ->type_name("TURN")
          ->check(CLI::Range(std::int64_t{0}, kMostTurns));
  recorded->needs(first);
  first->needs(recorded);
  for (const char* const name : {"--seed", "--option", "--salt"}) {
    if (CLI::Option* const option = command.get_option_no_throw(name)) {
      recorded->excludes(option);
    }
  }
}

std::optional<RecordedPosition> OpeningArguments::position(const std::string& game) const {
  if (from.empty()) {
    if (game.empty()) {
      throw CLI::RequiredError("GAME");
    }
    return std::nullopt;
  }
  const engines::Entry* const named = game.empty() ? nullptr : &game_named(game);
  const OpenedRecord record = open_record_aloud(from, named);
  return position_in(record.text, turn, from, record.game);
}

Openings OpeningArguments::openings(const engines::Entry& game, const engines::Json& options) const {
  const auto named = [](const char* option, auto make) {
    try {
      return make();
    } catch (const std::invalid_argument& wrong) {
      throw std::invalid_argument(std::string(option) + ": " + wrong.what());
    }
  };
  if (!file.empty()) {
    refuse_match_program(game, "--openings");
    const std::string text = read_small_file(file);
    return named("--openings", [&] { return Openings::listed(text, file, game, options); });
  }
  if (random_plies > 0) {
    refuse_match_program(game, "--random-plies");
    return named("--random-plies", [&] { return Openings::random(random_plies, game, options); });
  }
  return {};
}

}  // namespace referee
