#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "engines/step/seat_argument.h"
#include "referee/base/files.h"
#include "referee/base/input.h"
#include "referee/base/text.h"
#include "referee/cli/commands.h"
#include "referee/cli/game_arguments.h"
#include "referee/cli/record_folder.h"
#include "referee/pages/audience.h"
#include "referee/pages/built_beside.h"
#include "referee/pages/match_data.h"
#include "referee/pages/match_page.h"
#include "referee/record/record_lines.h"
#include "referee/record/replay.h"
#include "referee/screen/canvas.h"
#include "referee/screen/terminal.h"
#include "referee/show/frames.h"
#include "referee/show/moving_picture.h"
#include "referee/show/viewer.h"
#include "referee/show/window.h"

namespace referee {
namespace {

constexpr int kMaxBound = 10'000;  // rows or columns: far more than any board has

struct ShowArguments {
  std::string record;
  std::string game;  // --game
  std::optional<std::int64_t> turn;
  std::optional<engines::Seat> seat;  ///< nothing: the view for everybody
  show::Part part;
  std::string html;                  ///< file; "": none
  std::string gif;                   ///< file; "": none
  std::optional<std::int64_t> from;  ///< of the GIF: turns played before its first frame
  std::optional<std::int64_t> to;    ///< and before its last one
};

/// What `make` makes of a record that has at least a first position.
template <class Make>
auto made_of(const ShowArguments& arguments, Make make) {
  try {
    return make();
  } catch (const Difference& difference) {
    throw std::invalid_argument(arguments.record + ": nothing to show: " + difference.text());
  }
}

show::Frames frames_of(const ShowArguments& arguments, const std::string& text) {
  return made_of(arguments,
                 [&] { return show::Frames(text, step::observer_of(arguments.seat, Replay(text).game())); });
}

/// The exit code after all was shown. `problem`: where the record could not be followed further; "": nowhere.
int told(const ShowArguments& arguments, const std::string& problem) {
  if (problem.empty()) {
    return exit_code::kDone;
  }
  std::cerr << "referee: " << escaped(arguments.record + ": " + problem, "\\") << "\n";
  return exit_code::kDifferent;
}

/// Writes the page that --html names.
int write_page(const ShowArguments& arguments, const std::string& text) {
  check_writable(arguments.html);
  const std::string data = made_of(arguments, [&] {
    step::observer_of(arguments.seat, Replay(text).game());
    const auto audience =
        arguments.seat ? pages::Audience::player(*arguments.seat) : pages::Audience::everybody();
    return pages::match_data(text, {}, audience);
  });
  const auto own = arguments.seat ? std::nullopt : own_record(text);  // it tells more than a seat may see
  write_file_atomically(arguments.html, pages::match_page(data, own));
  const nlohmann::json problem = nlohmann::json::parse(data).at("problem");
  return told(arguments, problem.is_null() ? "" : problem.get<std::string>());
}

/// The number of played turns that `option` names with `turn`; a negative one counts from the end.
std::int64_t turns_asked_for(const std::string& option, const show::Frames& frames, std::int64_t turn) {
  const std::int64_t from_start = turn < 0 ? turn + frames.turns() + 1 : turn;
  if (from_start < 0 || from_start > frames.turns()) {
    const std::string turns = std::to_string(frames.turns());
    throw std::invalid_argument(option + ": got " + std::to_string(turn) + ", expected 0 to " + turns +
                                ", or -1 (the last) to -" + std::to_string(frames.turns() + 1));
  }
  return from_start;
}

/// The frame that --turn names.
std::optional<std::size_t> frame_asked_for(const show::Frames& frames, std::optional<std::int64_t> turn) {
  if (!turn) {
    return std::nullopt;
  }
  return frames.frame_of_turn(turns_asked_for("--turn", frames, *turn));
}

/// Writes the moving picture that --gif names.
int write_moving_picture(const ShowArguments& arguments, const std::string& text) {
  check_writable(arguments.gif);
  show::Frames frames = frames_of(arguments, text);
  const std::int64_t from = turns_asked_for("--from", frames, arguments.from.value_or(0));
  const std::int64_t to = turns_asked_for("--to", frames, arguments.to.value_or(-1));
  if (to < from) {
    throw std::invalid_argument("--to: got " + std::to_string(*arguments.to) + ", expected at least " +
                                std::to_string(from) + ", which --from names");
  }
  // Without --to, a record that ends within a turn is shown up to its last frame.
  const std::size_t last = arguments.to ? frames.frame_of_turn(to) : frames.count() - 1;
  const auto picture = show::gif_of(frames, frames.frame_of_turn(from), last);
  write_file_atomically(arguments.gif, picture.gif);
  if (picture.every > 1) {
    std::cout << escaped(arguments.gif, "\\") << ": " << picture.shown << " frames, one of every "
              << picture.every << "\n";
  }
  return told(arguments, frames.problem() ? frames.problem()->text() : "");
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

int show_record(ShowArguments& arguments) {
  arguments.record = record_or_newest(arguments.record).string();
  const std::string text = open_record_aloud(arguments.record, game_of_option(arguments.game)).text;
  if (!arguments.html.empty()) {
    return write_page(arguments, text);
  }
  if (!arguments.gif.empty()) {
    return write_moving_picture(arguments, text);
  }
  show::Frames frames = frames_of(arguments, text);
  const auto asked = frame_asked_for(frames, arguments.turn);
  if (screen::Terminal::problem()) {
    print(frames, asked, arguments.part);
  } else if (const int signal = show::watch(frames, asked.value_or(0), arguments.part); signal != 0) {
    return exit_code::kSignal + signal;
  }
  return told(arguments, frames.problem() ? frames.problem()->text() : "");
}

}  // namespace

void add_show_command(CLI::App& app, int& code) {
  CLI::App* command =
      app.add_subcommand("show", "Show a recorded match in the terminal, as a page or a picture");
  const auto arguments = std::make_shared<ShowArguments>();
  command->add_option(
      "RECORD", arguments->record,
      "Record file, JSON Lines; or a folder with one record; default: the newest in out/records");
  CLI::Option* const turn =
      command
          ->add_option("--turn", arguments->turn,
                       "Begin after so many turns, from the end if negative (-1: the end); in a pipe, print "
                       "this frame only")
          ->type_name("TURN");
  command
      ->add_option("--seat", arguments->seat,
                   "Show what the player at this seat saw, from 0; default: all that the game holds")
      ->type_name("SEAT");
  CLI::Option* const rows =
      command->add_option("--rows", arguments->part.max_rows, "Scale the board to at most so many rows")
          ->type_name("ROWS")
          ->check(CLI::Range(1, kMaxBound));
  CLI::Option* const columns =
      command
          ->add_option("--columns", arguments->part.max_columns, "Scale the board to at most so many columns")
          ->type_name("COLUMNS")
          ->check(CLI::Range(1, kMaxBound));
  command
      ->add_option("--html", arguments->html,
                   "Write one page for browsers to this file, which needs no other, and show nothing here")
      ->type_name("FILE")
      ->excludes(turn)
      ->excludes(rows)
      ->excludes(columns);
  CLI::Option* const gif =
      command
          ->add_option("--gif", arguments->gif,
                       "Write a moving picture to this file, of at most 300 frames, a tenth of a second each")
          ->type_name("FILE")
          ->excludes(turn)
          ->excludes(rows)
          ->excludes(columns)
          ->excludes("--html");
  command
      ->add_option("--from", arguments->from,
                   "Begin the moving picture after so many turns; as --turn counts")
      ->type_name("TURN")
      ->needs(gif);
  add_game_option(*command, arguments->game);
  command->add_option("--to", arguments->to, "End the moving picture after so many turns; as --turn counts")
      ->type_name("TURN")
      ->needs(gif);
  command->footer(
      "In a terminal, h shows the keys. Anywhere else the frames are printed as text.\n"
      "Colours only without NO_COLOR in the environment.\n"
      "Exit code: 0 all shown, 1 the record is not true or not complete (shown up to there), 2 nothing to "
      "show.\n\n"
      "Examples:\n  referee show\n  referee show out/records/walls-1g1.jsonl\n"
      "  referee show out/records/walls-1g1.jsonl --html match.html\n"
      "  referee show out/records/walls-1g1.jsonl --gif opening.gif --to 20");
  command->callback([arguments, &code] { code = show_record(*arguments); });
}

}  // namespace referee
