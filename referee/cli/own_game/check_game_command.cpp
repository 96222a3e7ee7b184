#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "referee/base/files.h"
#include "referee/base/input.h"
#include "referee/base/kernel_time.h"
#include "referee/base/text.h"
#include "referee/cli/bot_options.h"
#include "referee/cli/commands.h"
#include "referee/cli/game_arguments.h"
#include "referee/cli/own_game/try_painter.h"
#include "referee/command/command_loop.h"
#include "referee/lab/finding_text.h"
#include "referee/lab/game_check/game_checks.h"
#include "referee/lab/game_check/game_examination.h"
#include "referee/loop/timer.h"
#include "referee/match/launcher.h"
#include "referee/process/sandbox.h"
#include "referee/record/replay.h"
#include "referee/rules/ready_bots.h"
#include "referee/rules/rules_entry.h"
#include "referee/series/attempt_summary.h"
#include "referee/series/game_summary.h"
#include "referee/series/series.h"

namespace referee {
namespace {

struct CheckGameArguments {
  std::string folder;
  std::string json;
  std::string sandbox = name_of(kUsualSandbox);
  std::size_t turns = 10'000;
  int seconds = 120;
};

constexpr const char* kPainterFile = "painter.js";

/// One match in which the bots of a game take all seats.
class BotsMatch {
 public:
  BotsMatch(const rules::RulesFolder& folder, std::shared_ptr<const Sandbox> sandbox)
      : launcher_(loop_.tasks(), std::move(sandbox)), files_(reports_.path(), Sync::none) {
    GameArguments arguments;
    arguments.game = folder.path().string();
    arguments.reports = reports_.path().string();
    arguments.seed = 1;
    SeriesSpec spec = arguments.series();
    std::vector<std::string> bots;
    const std::vector<std::string> own = rules::bots_of(game_named(arguments.game));
    for (std::size_t seats = fill_in_options(spec); bots.size() < seats;) {
      bots.push_back(own[bots.size() % own.size()]);
    }
    std::set<std::string> names;
    entrants_ = arguments.launched(bots, names);
    spec.plan = SeriesPlan::rotating(entrants_.size(), 1);
    series_.emplace(loop_.tasks(), launcher_, nullptr, files_, std::move(spec), entrants_, MatchObservers{},
                    [this](const PlannedGame& game, const PlayedAttempt& played) {
                      summary_ = summary_of(game, played);
                      absent_ = played.result.no_show;
                      record_ = played.record;
                    });
  }

  /// What to say of it; nothing if it is not over by `until`. Throws GameFault.
  std::optional<std::string> play(TimePoint until) {
    bool out_of_time = false;
    Timer timer(loop_.io());
    timer.set(until, [&] {
      out_of_time = true;
      loop_.io().stop();  // the destructors of its users end what they started
    });
    loop_.run("match of bots", series_->play(), [this, &timer] {
      timer.cancel();
      launcher_.close();
    });
    if (out_of_time) {
      return std::nullopt;
    }
    try {
      loop_.rethrow_failure();
    } catch (const std::exception& failure) {
      throw GameFault{&game_check::kBots, failure.what(), {}};
    }
    if (!summary_) {
      throw GameFault{&game_check::kBots, "the match was not played to its end", {}};
    }
    if (!absent_.empty()) {
      throw GameFault{
          &game_check::kBots, entrants_[absent_.front()].name + ": left before its match began", {}};
    }
    for (std::size_t seat = 0; seat < summary_->seats.size(); ++seat) {
      if (summary_->seats[seat].fault_count() > 0) {
        throw GameFault{&game_check::kBots,
                        entrants_[seat].name + ": faults in a match of " + std::to_string(summary_->turns) +
                            " turns: " + std::to_string(summary_->seats[seat].fault_count()),
                        {}};
      }
    }
    text_ = read_whole_file(record_, kMaxRecordMib);
    if (const Verified verified = verify_record(text_); verified.difference) {
      throw GameFault{&game_check::kBots, "the record of their match: " + verified.difference->text(), {}};
    }
    return "a match of " + std::to_string(summary_->turns) + " turns, whose record verifies";
  }

  /// The record of the match that was played, which verifies; "" before.
  const std::string& record() const { return text_; }

 private:
  ScratchFolder reports_;
  CommandLoop loop_;
  Launcher launcher_;
  RecordFiles files_;
  std::vector<SeatSpec> entrants_;
  std::optional<Series> series_;
  std::optional<GameSummary> summary_;
  std::vector<std::size_t> absent_;  // seats
  std::filesystem::path record_;
  std::string text_;
};

/// A match program has rules and clocks of its own: only a match between its bots can be tried.
int check_match_program(const CheckGameArguments& arguments) {
  const SandboxLevel asked = sandbox_level(arguments.sandbox).value();
  const engines::Entry& game = rules::open_rules(arguments.folder, asked);
  const auto sandbox = open_sandbox(rules::least_sandbox(game, asked), false, Confines::something);
  const rules::RulesFolder& folder = *rules::rules_folder_of(game);
  std::cout << game.name << " is a match program: only a match between its bots is tried.\n";
  if (folder.game().bots.empty()) {
    std::cout << "bots: game.json names none (\"bots\"), so nothing can be tried\n";
    return exit_code::kDone;
  }
  std::cout << "bots: they play a match now, for at most " << arguments.seconds << " s (--seconds)"
            << std::endl;
  try {
    const auto until = kernel_now() + std::chrono::seconds(arguments.seconds);
    const std::optional<std::string> said = BotsMatch(folder, sandbox).play(until);
    std::cout << "bots: " << (said ? "ok, " + *said : "not reached: the match was not over in time")
              << std::endl;
    return exit_code::kDone;
  } catch (const GameFault& fault) {
    std::cout << "bots: " << escaped(fault.what, "\\") << std::endl;
    return exit_code::kDifferent;
  }
}

/// Whether the folder has a match program, as far as its game.json can be read.
bool has_match_program(const std::string& folder) {
  try {
    return rules::RulesFolder(folder).game().match.has_value();
  } catch (const std::exception&) {
    return false;  // the examination says what is wrong with it
  }
}

int check_game(const CheckGameArguments& arguments) {
  if (has_match_program(arguments.folder)) {
    return check_match_program(arguments);
  }
  const auto sandbox = open_sandbox(sandbox_level(arguments.sandbox).value(), false, Confines::something);
  std::vector<Finding> findings;
  std::string record;  // of the bots' match
  const auto tell = [&findings](const Finding& finding) {
    std::cout << line_of(finding) << std::flush;
    findings.push_back(finding);
  };
  GameExamination examination(
      arguments.folder, sandbox_level(arguments.sandbox).value(), arguments.turns,
      std::chrono::seconds(arguments.seconds), tell,
      [&sandbox, &record](const rules::RulesFolder& folder, TimePoint until) {
        try {
          BotsMatch match(folder, sandbox);
          auto said = match.play(until);
          record = match.record();
          return said;
        } catch (const std::invalid_argument& wrong) {  // as of a name that another game has
          throw GameFault{&game_check::kBots, wrong.what(), {}};
        }
      });
  examination.run();
  if (const auto painter = std::filesystem::path(arguments.folder) / kPainterFile;
      std::filesystem::exists(painter)) {
    tell(tried_painter(read_whole_file(painter, 1), record, sandbox));
  }
  std::cout << advice_on(findings) << "\n" << summary_of(findings) << std::endl;
  if (!arguments.json.empty()) {
    write_file_atomically(arguments.json, escaped_json(json_of(findings).dump(2)) + "\n");
  }
  const bool broken = std::ranges::count(findings, Standing::violation, &Finding::standing) > 0;
  return broken ? exit_code::kDifferent : exit_code::kDone;
}

}  // namespace

void add_check_game_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand(
      "check-game", "Try a game of your own on all that its contract asks, before a class plays it");
  const auto arguments = std::make_shared<CheckGameArguments>();
  command->add_option("FOLDER", arguments->folder, "The folder with game.json")->required();
  command->add_option("--json", arguments->json, "Writes the findings to this file, too")->type_name("FILE");
  command
      ->add_option("--sandbox", arguments->sandbox,
                   "The least sandbox accepted for the game's program: none, basic, bwrap or full")
      ->check(CLI::IsMember({"none", "basic", "bwrap", "full"}))
      ->capture_default_str();
  command
      ->add_option("--turns", arguments->turns,
                   "Speed and memory are measured over so many turns, or for 5 seconds")
      ->type_name("TURNS")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  command
      ->add_option("--seconds", arguments->seconds,
                   "Checks that have not begun by then are left out, and named")
      ->type_name("SECONDS")
      ->check(CLI::Range(1, 86'400))
      ->capture_default_str();
  command->footer(
      "Plays the game, sends it what no bot should send, names what it does wrong, and says how to mend it.\n"
      "Exit code: 0 all well, 1 violations, 2 wrong usage, 3 the referee or its machine failed, 128+N ended "
      "by signal N.\n\n"
      "Example:\n"
      "  referee check-game ./my_game");
  command->callback([arguments, &code] { code = check_game(*arguments); });
}

}  // namespace referee
