#include <chrono>
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
#include "engines/text_lines.h"
#include "protocol/fields.h"
#include "protocol/json_writer.h"
#include "protocol/parse.h"
#include "referee/base/files.h"
#include "referee/base/input.h"
#include "referee/base/secrets.h"
#include "referee/base/text.h"
#include "referee/cli/commands.h"
#include "referee/cli/game_arguments.h"
#include "referee/cli/json_argument.h"
#include "referee/match/match_result.h"
#include "referee/match/match_spec.h"
#include "referee/match/record.h"

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
};

/// Events and faults of the last turn; null before the first turn.
struct LastTurn {
  Json events;
  Json refused = Json::array();
  std::vector<SeatAnswer> answers;  ///< in seat order, for the record
};

std::vector<std::string> game_names() {
  std::vector<std::string> names;
  for (const engines::Entry& entry : engines::games()) {
    names.emplace_back(entry.name);
  }
  return names;
}

std::vector<std::string> lines_of_moves(const std::string& file) {
  return engines::lines_of(file == kStandardInput ? read_standard_input(kMaxTextMib)
                                                  : read_whole_file(file, kMaxTextMib));
}

/// The answers of the seats to move, in their order. Throws std::invalid_argument, beginning with `where`.
std::vector<Json> answers_in(const std::string& line, std::size_t seats, const std::string& where) {
  auto parsed = protocol::parse_line(line);
  if (const auto* unreadable = std::get_if<protocol::Unreadable>(&parsed)) {
    throw std::invalid_argument(where + ": " + unreadable->why);
  }
  Json& json = std::get<Json>(parsed);
  if (seats == 1) {
    return {std::move(json)};
  }
  if (!json.is_array() || json.size() != seats) {
    throw std::invalid_argument(where + ": got " + fields::brief(json) + ", expected a list of " +
                                std::to_string(seats) + " answers, one for each seat to move");
  }
  return json.get<std::vector<Json>>();
}

/// The answer of a seat for the record. `refusal`: nullptr if the game has taken it.
SeatAnswer answer_of(engines::Seat seat, const Json& json, const engines::Refusal* refusal) {
  SeatAnswer answer;
  answer.seat = seat;
  if (json.is_null()) {
    answer.verdict = protocol::Verdict::late;
    answer.fault = "no move";
  } else if (refusal != nullptr) {
    answer.verdict = refusal->kind == engines::Refusal::Kind::illegal ? protocol::Verdict::illegal
                                                                      : protocol::Verdict::malformed;
    answer.fault = refusal->why;
    answer.offered = json.dump();
  }
  return answer;
}

LastTurn play_turn(engines::Game& game, const std::string& line, const std::string& where) {
  const std::vector<engines::Seat> movers = game.to_move();
  if (movers.empty()) {
    throw std::invalid_argument(where + ": got " + fields::brief_text(line, 60) +
                                ", expected the end: the game is over");
  }
  const std::vector<Json> answers = answers_in(line, movers.size(), where);
  LastTurn turn;
  for (std::size_t i = 0; i < movers.size(); ++i) {
    if (answers[i].is_null()) {
      turn.answers.push_back(answer_of(movers[i], answers[i], nullptr));
    } else {
      const auto submitted = game.submit(movers[i], answers[i]);
      const auto* refusal = std::get_if<engines::Refusal>(&submitted);
      turn.answers.push_back(answer_of(movers[i], answers[i], refusal));
      if (refusal != nullptr) {
        turn.refused.push_back({{"seat", movers[i]}, {"fault", refusal->why}});
      } else {
        turn.answers.back().move = std::get<std::string>(submitted);
      }
    }
    game.settle(movers[i], {}, false);
  }
  turn.events = game.step();
  return turn;
}

/// The line that is printed. In a game of hidden information that is not over, an observer gets only what it
/// may know: faults of its own answers, and no scores, which may depend on what is hidden.
std::string text_of(const engines::Game& game, std::size_t turns, const LastTurn& last,
                    engines::Observer observer) {
  const bool over = game.to_move().empty();
  const bool tells_all = over || !game.hidden() || observer == engines::Observer::everybody();
  Json refused = Json::array();
  for (const Json& refusal : last.refused) {
    if (!game.hidden() || observer.sees(refusal.at("seat").get<engines::Seat>())) {
      refused.push_back(refusal);
    }
  }
  return protocol::LineWriter()
      .field("turn", turns)
      .json("setup", game.setup())
      .json("view", game.view(observer))
      .json("events", last.events)
      .json("refused", refused)
      .field("over", over)
      .json("scores", tells_all ? protocol::numbers(game.scores()) : Json())
      .json("outcome", over ? game.outcome() : Json())
      .take();
}

MatchSpec spec_of(const StepArguments& arguments) {
  MatchSpec spec;
  spec.id = arguments.game;
  spec.game = engines::find_game(arguments.game);
  spec.seed = {arguments.seed, {}};
  return spec;
}

/// A record that is begun: its players are the seats, and nobody has measured their time.
Record begun_record(const MatchSpec& spec, const engines::Game& game) {
  Record::Header header{spec, game.options(), {}, {}, {}, {}, {}, std::chrono::system_clock::now()};
  for (std::size_t seat = 0; seat < game.seats(); ++seat) {
    header.players.push_back("seat" + std::to_string(seat));
    header.measure.push_back(Measure::wall);
    header.stamp.push_back(StampSource::kernel);
    header.sandbox.emplace_back("none");
    header.cpu_by.emplace_back();
  }
  return Record(header);
}

/// Ends the record, and writes it.
void write_record(const std::string& file, Record& record, const engines::Game& game) {
  if (game.to_move().empty()) {
    MatchResult result;
    result.scores = game.scores();
    result.rank = ranks_of(result.scores);
    result.outcome = game.outcome();
    std::string view;
    game.write_view(engines::Observer::everybody(), view);
    record.done(result, view);
  } else {
    record.voided("the game is not over");
  }
  write_file_atomically(file, record.text());
}

int play_on(const StepArguments& arguments) {
  Json options = read_options(arguments.options);
  const MatchSpec spec = spec_of(arguments);
  const std::unique_ptr<engines::Game> game = make_game(*spec.game, options, spec.seed);
  const engines::Observer observer = observer_of(arguments.seat, *game);
  std::optional<Record> record;
  if (!arguments.record.empty()) {
    record.emplace(begun_record(spec, *game));
  }
  LastTurn last;
  std::size_t turns = 0;
  for (const std::string& line : lines_of_moves(arguments.moves)) {
    const std::string file = arguments.moves == kStandardInput ? "standard input" : arguments.moves;
    last = play_turn(*game, line, file + ": line " + std::to_string(turns + 1));
    if (record) {
      record->turn(static_cast<std::int64_t>(turns), last.answers, last.events.dump());
    }
    ++turns;
  }
  if (record) {
    write_record(arguments.record, *record, *game);
  }
  std::cout << escaped_json(text_of(*game, turns, last, observer)) << std::endl;
  return exit_code::kDone;
}

}  // namespace

void add_step_command(CLI::App& app, int& code) {
  const auto arguments = std::make_shared<StepArguments>();
  CLI::App* command = app.add_subcommand("step", "Play given answers, and print where the game is then");
  command->group("");  // not in the help: for programs
  command->add_option("GAME", arguments->game)->required()->check(CLI::IsMember(game_names()));
  command
      ->add_option("--option", arguments->options,
                   "KEY=VALUE or KEY=@FILE, an option of the game; for a map or a maze VALUE may be a file")
      ->allow_extra_args(false);
  command
      ->add_option(
          "--moves", arguments->moves,
          "File with a line of JSON for each turn so far, - for standard input. A line is the answer "
          "of the seat to move; if several are, a list of their answers. null is no move")
      ->capture_default_str();
  command->add_option("--seed", arguments->seed, "Seed of the game")
      ->check(CLI::Range(std::uint64_t{0}, kMaxSeed))
      ->capture_default_str();
  command->add_option("--seat", arguments->seat,
                      "Tell only what the player at this seat may know, from 0; default: all that is known");
  command->add_option(
      "--record", arguments->record,
      "Write the record to this file, for referee show; that of a void match if the game is not over");
  command->footer(
      "Prints one line, a JSON object: turn (the next one), setup, view, events and refused (answers that\n"
      "were no move) of the last turn, over, scores, and outcome, which is null until the game is over.\n"
      "With --seat, in a game that hides something: the view of that seat, its own refused answers, and no\n"
      "scores (null) until the game is over.\n"
      "Exit code: 0 printed, 2 an argument or a line is wrong.\n\n"
      "Example:\n  echo '\"U\"' | referee step planets --option map=spiral");
  command->callback([arguments, &code] { code = play_on(*arguments); });
}

}  // namespace referee
