#include <charconv>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <functional>
#include <iostream>
#include <iterator>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "engines/superball/superball.h"
#include "protocol/fields.h"
#include "referee/adapt/submission.h"
#include "referee/base/kernel_time.h"
#include "referee/base/secrets.h"
#include "referee/base/text.h"
#include "referee/cli/bot_options.h"
#include "referee/cli/commands.h"
#include "referee/games/adapters.h"
#include "referee/games/superball/player.h"
#include "referee/process/program.h"

// These commands are the tools of one handout, with its words and exit codes; so they name their game.

namespace referee {
namespace {

using Words = std::vector<std::string>;

constexpr int kWrongUsage = 1;  // as for the handout's own programs
constexpr int kWrongMove = 1;
constexpr const char* kNoProgram = "-";                                        // in place of a program
constexpr const char* kTime = "-";                                             // in place of a seed
constexpr std::int64_t kLeastSeed = std::numeric_limits<std::int32_t>::min();  // of srand48()
constexpr const char* kPlayerUsage =
    "usage: sb_player rows cols mss colors player interactive(y|n) output(y|n) seed(or -)";
constexpr const char* kMultipleUsage = "usage: run_multiple r c mss colors player nruns starting_seed";
constexpr std::size_t kPlayerWords = 8;
constexpr std::size_t kMultipleWords = 7;
constexpr std::int64_t kMostRuns = 1'000'000;

std::int64_t number(const char* what, const std::string& text, std::int64_t min, std::int64_t max) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < min || value > max) {
    throw std::invalid_argument(std::string(what) + ": got '" + text + "', expected a whole number from " +
                                std::to_string(min) + " to " + std::to_string(max));
  }
  return value;
}

bool yes(const char* what, const std::string& text) {
  if (text != "y" && text != "n") {
    throw std::invalid_argument(std::string(what) + ": got '" + text + "', expected y or n");
  }
  return text == "y";
}

std::int64_t time_as_seed() {
  return static_cast<std::int64_t>(std::chrono::system_clock::to_time_t(kernel_utc()));
}

/// The seed that srand48() takes from `number`: the lower 32 bits of a negative one.
std::uint64_t seed_of(std::int64_t number) {
  return number < 0 ? static_cast<std::uint32_t>(number) : static_cast<std::uint64_t>(number);
}

/// The first four words, as options of the game.
engines::Json options_of(const Words& words) {
  engines::Json options = engines::Json::object();
  const char* const keys[] = {"rows", "cols", "min_score_size"};
  for (std::size_t i = 0; i < std::size(keys); ++i) {
    options[keys[i]] = number(keys[i], words[i], 1, 10'000);
  }
  options["colors"] = words[3];
  (void)engines::find_game(engines::Superball::kName)->make(options, {});  // throws if the options are wrong
  return options;
}

/// The fifth word: a program, perhaps with words of its own.
Words program_of(const std::string& text) {
  return found_words(kSuperball, is_runnable(text) ? Words{text} : split_words(text));
}

int exit_code_of(const SuperballPlayer::Result& result) {
  return result.stopped_by == 0 ? exit_code::kDone : exit_code::kSignal + result.stopped_by;
}

int play_once(const Words& words) {
  const SuperballPlayer::Show show{yes("output", words[6]), yes("interactive", words[5])};
  const std::int64_t seed = words[7] == kTime
                                ? time_as_seed()
                                : number("seed", words[7], kLeastSeed, static_cast<std::int64_t>(kMaxSeed));
  const Words program = words[4] == kNoProgram ? Words{} : program_of(words[4]);
  const SuperballPlayer::Result result =
      SuperballPlayer(program, options_of(words), show).play(seed_of(seed));
  if (!result.wrong.empty()) {
    std::cout << "Wrong move: " << escaped(result.wrong, "\\") << std::endl;
    return kWrongMove;
  }
  std::cout << "Game over.  Final score = " << result.score << std::endl;
  return exit_code_of(result);
}

int play_many(const Words& words) {
  const std::int64_t runs = number("nruns", words[5], 1, kMostRuns);
  const bool by_time = words[6] == kTime;  // then the handout's script goes on with the seeds 1, 2, ...
  const std::int64_t seed =
      by_time ? 0 : number("starting_seed", words[6], kLeastSeed, static_cast<std::int64_t>(kMaxSeed) - runs);
  SuperballPlayer player(program_of(words[4]), options_of(words), {});
  std::int64_t sum = 0;
  for (std::int64_t run = 1; run <= runs; ++run) {
    const bool is_timed = by_time && run == 1;
    const SuperballPlayer::Result result = player.play(seed_of(is_timed ? time_as_seed() : seed + run - 1));
    if (result.stopped_by != 0) {
      return exit_code_of(result);
    }
    if (!result.wrong.empty()) {
      std::cerr << "Run " << run << ": wrong move: " << escaped(result.wrong, "\\") << "\n";
    }
    sum += result.score;
    const double average = static_cast<double>(sum) / static_cast<double>(run);
    std::printf("Run %3ld - Score: %6ld  - Average %10.3f\n", run, result.score, average);
    std::fflush(stdout);
  }
  return exit_code::kDone;
}

int with_usage(const char* usage, std::size_t count, const Words& words, int (*play)(const Words&)) {
  try {
    if (words.size() == count) {
      return play(words);
    }
    std::cerr << usage << "\n";
  } catch (const std::invalid_argument& wrong) {
    std::cerr << usage << "\n" << escaped(wrong.what(), "\\") << "\n";
  } catch (const fields::Exception& wrong) {
    std::cerr << usage << "\n" << escaped(wrong.what(), "\\") << "\n";
  }
  return kWrongUsage;
}

void add(CLI::App& app, const char* name, const char* about, std::function<int(const Words&)> run,
         int& code) {
  const auto words = std::make_shared<Words>();
  CLI::App* command = app.add_subcommand(name, about);
  command->group("");  // not in the help: people use the scripts
  command->add_option("WORDS", *words);
  command->callback([words, run = std::move(run), &code] { code = run(*words); });
}

}  // namespace

void add_superball_commands(CLI::App& app, int& code) {
  add(
      app, "sb-player", "Play a game of Superball as its handout's player",
      [](const Words& words) { return with_usage(kPlayerUsage, kPlayerWords, words, play_once); }, code);
  add(
      app, "run-multiple", "Play games of Superball as its handout's script",
      [](const Words& words) { return with_usage(kMultipleUsage, kMultipleWords, words, play_many); }, code);
}

}  // namespace referee
