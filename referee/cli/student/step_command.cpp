#include <unistd.h>

#include <cerrno>
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

#include "engines/registry.h"
#include "engines/step/position.h"
#include "engines/step/request_stream.h"
#include "engines/step/seat_argument.h"
#include "engines/text_lines.h"
#include "protocol/json_writer.h"
#include "protocol/parse.h"
#include "referee/base/files.h"
#include "referee/base/input.h"
#include "referee/base/secrets.h"
#include "referee/base/text.h"
#include "referee/cli/commands.h"
#include "referee/cli/game_arguments.h"
#include "referee/cli/json_argument.h"
#include "referee/record/match_spec.h"
#include "referee/record/step_record.h"

namespace referee {
namespace {

using engines::Json;

constexpr std::string_view kStandardInput = "-";

/// The command line as it was written.
struct StepArguments {
  std::string game;
  std::vector<std::string> options;
  std::string moves = std::string(kStandardInput);
  std::uint64_t seed = 0;
  std::optional<engines::Seat> seat;  ///< the seat whose view is printed; nothing: the view for everybody
  std::string record;                 ///< the file of the record; empty: none is written
  bool requests = false;              ///< answer requests in place of all that
  std::size_t positions = 10'000;     ///< to keep between requests
};

std::vector<std::string> lines_of_moves(const std::string& file) {
  return engines::lines_of(file == kStandardInput ? plain_text(read_standard_input(kMaxTextMib))
                                                  : read_small_file(file));
}

/// A line of answers. Throws std::invalid_argument, beginning with `where`.
Json answers_in(const std::string& line, const std::string& where) {
  auto parsed = protocol::parse_line(line);
  if (const auto* unreadable = std::get_if<protocol::Unreadable>(&parsed)) {
    throw std::invalid_argument(where + ": " + unreadable->why);
  }
  return std::get<Json>(std::move(parsed));
}

MatchSpec spec_of(const StepArguments& arguments) {
  MatchSpec spec;
  spec.id = arguments.game;
  spec.game = &game_named(arguments.game);
  refuse_match_program(*spec.game, "step");
  spec.seed = {arguments.seed, {}};
  return spec;
}

int play_on(const StepArguments& arguments) {
  Json options = read_options(arguments.options);
  const MatchSpec spec = spec_of(arguments);
  Position position(make_game(*spec.game, options, spec.seed));
  const engines::Observer observer = step::observer_of(arguments.seat, position.game());
  std::optional<StepRecord> record;
  if (!arguments.record.empty()) {
    record.emplace(spec, position.game());
  }
  const std::string file = arguments.moves == kStandardInput ? "standard input" : arguments.moves;
  for (const std::string& line : lines_of_moves(arguments.moves)) {
    const std::string where = file + ": line " + std::to_string(position.turns() + 1);
    position.play(answers_in(line, where), where);
    if (record) {
      record->turn(position);
    }
  }
  if (record) {
    write_file_atomically(arguments.record, record->end(position.game()));
  }
  protocol::LineWriter out;
  write_position(position, observer, {}, out);
  std::cout << escaped_json(out.take()) << std::endl;
  return exit_code::kDone;
}

/// Answers requests until the end of standard input. What is answered leaves as soon as no further request
/// waits to be read.
int answer_requests(std::size_t positions) {
  RequestStream requests(positions, make_game);
  const auto print = [](const std::vector<std::string>& answers) {
    for (const std::string& answer : answers) {
      std::cout << escaped_json(answer) << "\n";
    }
    return static_cast<bool>(std::cout.flush());
  };
  while (true) {
    const auto space = requests.space();
    const ssize_t size = ::read(STDIN_FILENO, space.data(), space.size());
    if (size < 0 && errno == EINTR) {
      continue;
    }
    if (size <= 0) {
      break;
    }
    if (!print(requests.filled(static_cast<std::size_t>(size)))) {
      return exit_code::kDone;  // nobody reads the answers any more
    }
  }
  print(requests.ended());
  return exit_code::kDone;
}

int step(const StepArguments& arguments) {
  if (arguments.requests) {
    return answer_requests(arguments.positions);
  }
  if (arguments.game.empty()) {
    throw std::invalid_argument("expected GAME, or --requests");
  }
  return play_on(arguments);
}

}  // namespace

void add_step_command(CLI::App& app, int& code) {
  const auto arguments = std::make_shared<StepArguments>();
  CLI::App* command =
      app.add_subcommand("step", "Tell where a game is after given answers, for programs that search");
  CLI::Option* const requests = command->add_flag("--requests", arguments->requests,
                                                  "Answer requests on standard input, a line of JSON each, "
                                                  "until its end: docs/reference/search-programs.md");
  command
      ->add_option("--keep", arguments->positions,
                   "With --requests: how many positions are kept; then the one that was not used for the "
                   "longest time is forgotten")
      ->type_name("POSITIONS")
      ->check(CLI::Range(1, 10'000'000))
      ->capture_default_str()
      ->needs(requests);
  command->add_option("GAME", arguments->game, "The game: " + known_games())->excludes(requests);
  command
      ->add_option("--option", arguments->options,
                   "KEY=VALUE or KEY=@FILE, an option of the game; for a map or a maze VALUE may be a file")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false)
      ->excludes(requests);
  command
      ->add_option(
          "--moves", arguments->moves,
          "File with a line of JSON for each turn so far, - for standard input. A line is the answer "
          "of the seat to move; if several are, a list of their answers. null is no move")
      ->type_name("FILE")
      ->capture_default_str()
      ->excludes(requests);
  command->add_option("--seed", arguments->seed, "Seed of the game")
      ->type_name("NUMBER")
      ->check(CLI::Range(std::uint64_t{0}, kMaxSeed))
      ->capture_default_str()
      ->excludes(requests);
  command
      ->add_option("--seat", arguments->seat,
                   "Tell only what the player at this seat may know, from 0; default: all that is known")
      ->type_name("SEAT")
      ->excludes(requests);
  command
      ->add_option(
          "--record", arguments->record,
          "Write the record to this file, for referee show; that of a void match if the game is not over")
      ->type_name("FILE")
      ->excludes(requests);
  command->footer(
      "Prints one line, a JSON object: turn (the next one), to_move (seats), setup, view, events and refused "
      "(answers that were no move) of the last turn, over, scores, and outcome, which is null until the game "
      "is over. With --seat, in a game that hides something: the view of that seat, its own refused answers, "
      "and no scores (null) until the game is over.\n"
      "With --requests one process answers many questions: docs/reference/search-programs.md shows them.\n"
      "Exit code: 0 printed, or the requests have ended, 2 an argument or a line of --moves is wrong.\n\n"
      "Examples:\n"
      "  echo '\"U\"' | referee step planets --option map=spiral\n"
      "  echo '{\"game\":\"walls\",\"seed\":7,\"sample\":1}' | referee step --requests");
  command->callback([arguments, &code] { code = step(*arguments); });
}

}  // namespace referee
