#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include <CLI/CLI.hpp>

#include "referee/base/input.h"
#include "referee/base/text.h"
#include "referee/cli/commands.h"
#include "referee/cli/game_arguments.h"
#include "referee/match/record_lines.h"
#include "referee/match/replay.h"
#include "referee/screen/canvas.h"
#include "referee/screen/terminal.h"
#include "referee/show/frames.h"
#include "referee/show/viewer.h"
#include "referee/show/window.h"

namespace referee {
namespace {

constexpr int kMaxBound = 10'000;  // rows or columns: far more than any board has

struct ShowArguments {
  std::string record;
  std::optional<std::int64_t> turn;
  std::optional<engines::Seat> seat;  ///< nothing: the view for everybody
  show::Part part;
};

show::Frames frames_of(const ShowArguments& arguments, const std::string& text) {
  try {
    return show::Frames(text, observer_of(arguments.seat, Replay(text).game()));
  } catch (const Difference& difference) {
    throw std::invalid_argument(arguments.record + ": nothing to show: " + difference.text());
  }
}

/// The frame that --turn names; a negative number counts from the end.
std::optional<std::size_t> frame_asked_for(const show::Frames& frames, std::optional<std::int64_t> turn) {
  if (!turn) {
    return std::nullopt;
  }
  const std::int64_t from_start = *turn < 0 ? *turn + frames.turns() + 1 : *turn;
  if (from_start < 0 || from_start > frames.turns()) {
    const std::string turns = std::to_string(frames.turns());
    throw std::invalid_argument("--turn: got " + std::to_string(*turn) + ", expected 0 to " + turns +
                                ", or -1 (the last) to -" + std::to_string(frames.turns() + 1));
  }
  return frames.frame_of_turn(from_start);
}

/// Prints frames to standard output.
void print(show::Frames& frames, std::optional<std::size_t> only, const show::Part& part) {
  if (::isatty(STDOUT_FILENO)) {
    std::cerr << "referee: plain frames: " << *screen::Terminal::problem() << "\n";
  }
  errno = 0;
  show::write_frames(frames, only, part, screen::locale_is_utf8(), std::cout);
  if (!std::cout.flush() && errno != EPIPE) {  // a reader such as head may close the pipe early
    throw std::runtime_error("standard output cannot be written");
  }
}

int show_record(const ShowArguments& arguments) {
  const std::string text = read_whole_file(arguments.record, kMaxRecordMib);
  show::Frames frames = frames_of(arguments, text);
  const auto asked = frame_asked_for(frames, arguments.turn);
  if (screen::Terminal::problem()) {
    print(frames, asked, arguments.part);
  } else if (const int signal = show::watch(frames, asked.value_or(0), arguments.part); signal != 0) {
    return exit_code::kSignal + signal;
  }
  if (frames.problem()) {
    std::cerr << "referee: " << escaped(arguments.record + ": " + frames.problem()->text(), "\\") << "\n";
    return exit_code::kDifferent;
  }
  return exit_code::kDone;
}

}  // namespace

void add_show_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("show", "Show the frames of a recorded match in the terminal");
  const auto arguments = std::make_shared<ShowArguments>();
  command->add_option("RECORD", arguments->record, "Record file, JSON Lines")->required();
  command->add_option("--turn", arguments->turn,
                      "Begin after so many turns, from the end if negative (-1: the end); in a pipe, print "
                      "this frame only");
  command->add_option("--seat", arguments->seat,
                      "Show what the player at this seat saw, from 0; default: all that the game holds");
  command->add_option("--rows", arguments->part.max_rows, "Scale the board to at most so many rows")
      ->check(CLI::Range(1, kMaxBound));
  command->add_option("--columns", arguments->part.max_columns, "Scale the board to at most so many columns")
      ->check(CLI::Range(1, kMaxBound));
  command->footer(
      "In a terminal, h shows the keys. Anywhere else the frames are printed as text.\n"
      "Colours only without NO_COLOR in the environment.\n"
      "Exit code: 0 all shown, 1 the record is not true or not complete (shown up to there), 2 nothing to "
      "show.\n\n"
      "Example:\n  referee show out/records/walls-1g1.jsonl");
  command->callback([arguments, &code] { code = show_record(*arguments); });
}

}  // namespace referee
