#include "referee/cli/own_game/try_painter.h"

#include <filesystem>
#include <optional>
#include <utility>

#include "referee/base/files.h"
#include "referee/command/command_loop.h"
#include "referee/lab/game_check/game_checks.h"
#include "referee/pages/assets.h"
#include "referee/pages/match_data.h"
#include "referee/prepare/build_run.h"
#include "referee/process/program.h"
#include "referee/process/reaper.h"

namespace referee {
namespace {

constexpr Milliseconds kLongestTrial{30'000};

Finding finding(Standing standing, std::string note) {
  const Check& check = game_check::kPainter;
  return {std::string(check.name), &check, standing,
          std::move(note),         {},     standing == Standing::violation ? std::string(check.mend) : ""};
}

/// `report` outlives the loop.
Task<> run_trial(prepare::BuildRoom room, std::filesystem::path folder,
                 std::optional<prepare::BuildReport>& report) {
  prepare::Build trial;
  trial.command = "node try_painter.js";
  report = co_await prepare::run_build(std::move(room), std::move(folder), std::move(trial), kLongestTrial);
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

Finding tried_painter(const std::string& painter, const std::string& record,
                      std::shared_ptr<const Sandbox> sandbox) {
  if (record.empty()) {
    return finding(Standing::not_reached, "it is tried on a match of the game's own bots");
  }
  if (!is_runnable("node")) {
    return finding(Standing::not_reached, "node is not installed");
  }
  const ScratchFolder folder;
  for (const auto& [name, text] : pages::painter_trial()) {
    write_file_atomically(folder.path() / name, text, Sync::none);
  }
  write_file_atomically(folder.path() / "painter.js", painter, Sync::none);
  write_file_atomically(folder.path() / "match.json", pages::match_data(record, {}), Sync::none);
  CommandLoop loop;
  Reaper reaper(loop.tasks());
  std::optional<prepare::BuildReport> report;
  loop.run("trial of a painter", run_trial({loop.tasks(), reaper, std::move(sandbox)}, folder.path(), report),
           [&reaper] { reaper.stop(); });
  loop.rethrow_failure();
  if (!report) {
    return finding(Standing::not_reached, "it was not tried to its end");
  }
  const std::string said = first_line(report->output);
  return finding(report->ok ? Standing::ok : Standing::violation, said.empty() ? report->problem : said);
}

}  // namespace referee
