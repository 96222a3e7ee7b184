#include <unistd.h>

#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "bindings/program/commands.h"
#include "bindings/program/console.h"
#include "engines/registry.h"
#include "engines/text_lines.h"
#include "protocol/json_writer.h"
#include "protocol/limits.h"
#include "protocol/parse.h"
#include "referee/base/input.h"
#include "referee/base/text.h"
#include "referee/match/match_spec.h"
#include "referee/match/step_record.h"
#include "step/position.h"
#include "step/request_stream.h"
#include "step/seat_argument.h"

namespace program {
namespace {

using engines::Json;

struct StepArguments {
  std::string game;
  std::string options = "{}";
  std::string moves = "-";
  std::uint64_t seed = 0;
  std::optional<engines::Seat> seat;  ///< nothing: the view for everybody
  std::string record;                 ///< file; "": none
  bool requests = false;
  std::size_t positions = 10'000;
};

/// Throws std::invalid_argument, beginning with `where`, if the text is no JSON.
Json json_in(std::string_view text, const std::string& where) {
  auto parsed = protocol::parse_line(text);
  if (const auto* unreadable = std::get_if<protocol::Unreadable>(&parsed)) {
    throw std::invalid_argument(where + ": " + unreadable->why);
  }
  return std::get<Json>(std::move(parsed));
}

referee::MatchSpec spec_of(const StepArguments& arguments) {
  referee::MatchSpec spec;
  spec.id = arguments.game;
  spec.game = engines::find_game(arguments.game);
  if (spec.game == nullptr) {
    throw std::invalid_argument("GAME: got '" + arguments.game +
                                "', expected the name of a game, or --requests");
  }
  spec.options = json_in(arguments.options, "--options");
  if (!spec.options.is_object()) {
    throw std::invalid_argument("--options: expected a JSON object");
  }
  spec.seed = {arguments.seed, {}};
  return spec;
}

int play(const StepArguments& arguments) {
  const referee::MatchSpec spec = spec_of(arguments);
  referee::Position position(spec.game->make(spec.options, spec.seed));
  const engines::Observer observer = step::observer_of(arguments.seat, position.game());
  referee::StepRecord record(spec, position.game());
  const std::string file = arguments.moves == "-" ? "standard input" : arguments.moves;
  for (const std::string& line : engines::lines_of(read(arguments.moves, referee::kMaxTextMib))) {
    const std::string where = file + ": line " + std::to_string(position.turns() + 1);
    position.play(json_in(line, where), where);
    record.turn(position);
  }
  if (!arguments.record.empty()) {
    write(arguments.record, record.end(position.game()));
  }
  protocol::LineWriter out;
  referee::write_position(position, observer, {}, out);
  std::cout << referee::escaped_json(out.take()) << "\n";
  return 0;
}

bool print(const std::vector<std::string>& answers) {
  for (const std::string& answer : answers) {
    std::cout << referee::escaped_json(answer) << "\n";
  }
  return static_cast<bool>(std::cout.flush());
}

int answer_requests(std::size_t positions) {
  referee::RequestStream requests(positions,
                                  [](const engines::Entry& game, Json& options, const engines::Seed& seed) {
                                    return game.make(options, seed);
                                  });
  while (true) {
    const auto space = requests.space();
    const auto size = ::read(STDIN_FILENO, space.data(), static_cast<unsigned>(space.size()));
    if (size <= 0) {
      break;
    }
    if (!print(requests.filled(static_cast<std::size_t>(size)))) {
      return 0;  // nobody reads the answers any more
    }
  }
  print(requests.ended());
  return 0;
}

}  // namespace

void add_step(CLI::App& app, int& code) {
  CLI::App* const command =
      app.add_subcommand("step", "Tell where a game is after given answers, for programs that search");
  const auto arguments = std::make_shared<StepArguments>();
  CLI::Option* const requests =
      command->add_flag("--requests", arguments->requests,
                        "Answer requests on standard input, a line of JSON each, until its end");
  command->add_option("--keep", arguments->positions, "With --requests: how many positions are kept")
      ->check(CLI::Range(1, 10'000'000))
      ->needs(requests);
  command->add_option("GAME", arguments->game, "The game")->excludes(requests);
  command->add_option("--options", arguments->options, "Options of the game, a JSON object")
      ->excludes(requests);
  command
      ->add_option("--moves", arguments->moves,
                   "File with a line of JSON for each turn so far, - for standard input")
      ->excludes(requests);
  command->add_option("--seed", arguments->seed, "Seed of the game")
      ->check(CLI::Range(std::uint64_t{0}, protocol::kMaxSeed))
      ->excludes(requests);
  command
      ->add_option("--seat", arguments->seat,
                   "Tell only what the player at this seat may know, from 0; default: all that is known")
      ->excludes(requests);
  command
      ->add_option(
          "--record", arguments->record,
          "Write the record to this file, for rules show; that of a void match if the game is not over")
      ->excludes(requests);
  command->footer("Prints one line, a JSON object. Exit code: 0 printed, 2 an argument or a line is wrong.");
  command->callback([arguments, &code] {
    code = arguments->requests ? answer_requests(arguments->positions) : play(*arguments);
  });
}

}  // namespace program
