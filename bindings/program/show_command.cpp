#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "bindings/program/commands.h"
#include "bindings/program/console.h"
#include "referee/base/input.h"
#include "referee/base/text.h"
#include "referee/match/replay.h"
#include "referee/pages/match_data.h"
#include "referee/pages/match_page.h"
#include "referee/show/frames.h"
#include "referee/show/window.h"
#include "step/seat_argument.h"

namespace program {
namespace {

struct ShowArguments {
  std::string record;
  std::optional<std::int64_t> turn;
  std::optional<engines::Seat> seat;  ///< nothing: the view for everybody
  bool ascii = false;
  std::string html;  ///< file; "": none
};

/// The exit code after all was shown. `problem`: where the record could not be followed further; "": nowhere.
int told(const std::string& record, const std::string& problem) {
  if (!problem.empty()) {
    std::cerr << "rules: " << referee::escaped(record + ": " + problem, "\\") << "\n";
  }
  return problem.empty() ? 0 : 1;
}

int write_page(const ShowArguments& arguments, const std::string& text) {
  using referee::pages::Audience;
  const std::string data = referee::pages::match_data(
      text, {}, arguments.seat ? Audience::player(*arguments.seat) : Audience::everybody());
  write(arguments.html, referee::pages::match_page(data));
  const nlohmann::json problem = nlohmann::json::parse(data).at("problem");
  return told(arguments.record, problem.is_null() ? "" : problem.get<std::string>());
}

std::optional<std::size_t> frame_asked_for(const ShowArguments& arguments,
                                           const referee::show::Frames& frames) {
  if (!arguments.turn) {
    return std::nullopt;
  }
  const std::int64_t turn = *arguments.turn < 0 ? *arguments.turn + frames.turns() + 1 : *arguments.turn;
  if (turn < 0 || turn > frames.turns()) {
    throw std::invalid_argument("--turn: got " + std::to_string(*arguments.turn) + ", expected 0 to " +
                                std::to_string(frames.turns()) + ", or -1 (the last) to -" +
                                std::to_string(frames.turns() + 1));
  }
  return frames.frame_of_turn(turn);
}

int print(const ShowArguments& arguments, const std::string& text, engines::Observer observer) {
  referee::show::Frames frames(text, observer);
  referee::show::write_frames(frames, frame_asked_for(arguments, frames), {}, !arguments.ascii, std::cout);
  return told(arguments.record, frames.problem() ? frames.problem()->text() : "");
}

int show(const ShowArguments& arguments) {
  const std::string text = read(arguments.record, referee::kMaxRecordMib);
  try {
    const engines::Observer observer = step::observer_of(arguments.seat, referee::Replay(text).game());
    return arguments.html.empty() ? print(arguments, text, observer) : write_page(arguments, text);
  } catch (const referee::Difference& difference) {
    throw std::invalid_argument(arguments.record + ": nothing to show: " + difference.text());
  }
}

}  // namespace

void add_show(CLI::App& app, int& code) {
  CLI::App* const command = app.add_subcommand("show", "Show a recorded match as text, or as a page");
  const auto arguments = std::make_shared<ShowArguments>();
  command->add_option("RECORD", arguments->record, "Record file, JSON Lines")->required();
  CLI::Option* const turn = command->add_option("--turn", arguments->turn,
                                                "Print only what was there after so many turns; -1: the end");
  command->add_option("--seat", arguments->seat, "Show what the player at this seat saw, from 0");
  CLI::Option* const ascii = command->add_flag("--ascii", arguments->ascii, "Draw with ASCII only");
  command
      ->add_option("--html", arguments->html,
                   "Write one page for browsers to this file, which needs no other, and print nothing")
      ->excludes(turn)
      ->excludes(ascii);
  command->footer("Exit code: 0 all shown, 1 the record is not true or not complete, 2 nothing to show.");
  command->callback([arguments, &code] { code = show(*arguments); });
}

}  // namespace program
