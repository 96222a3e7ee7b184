#include "referee/score/class_run.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "referee/base/folder.h"
#include "referee/base/input.h"
#include "referee/base/kernel_time.h"
#include "referee/base/secret_file.h"
#include "referee/base/text.h"
#include "referee/command/command_loop.h"
#include "referee/command/exit_codes.h"
#include "referee/command/games_at_once.h"
#include "referee/match/launcher.h"
#include "referee/match/record_files.h"
#include "referee/process/spawn.h"
#include "referee/process/stall_gauge.h"
#include "referee/queue/match_queue.h"
#include "referee/record/record.h"
#include "referee/score/scoring.h"
#include "referee/store/store_uri.h"

namespace referee {
namespace {

using score::ClassMarks;
using score::GradedEntrant;

/// One run of the command: owns the event loop and its users.
class ClassRun {
 public:
  ClassRun(const ClassOrder& order, ClassMarks& marks, std::shared_ptr<const Sandbox> sandbox)
      : order_(order),
        marks_(marks),
        loop_([this](int number) { stop("interrupted by signal " + std::to_string(number)); }),
        sandbox_(std::move(sandbox)),
        launcher_(loop_.tasks(), sandbox_) {
    ensure_folder(order_.folder.root(), std::filesystem::perms::owner_all);
    std::filesystem::remove(order_.folder.page());  // its marks will not be those that are found
    if (!order_.queue.empty()) {
      queue_.emplace(loop_.tasks(), open_job_poster(StoreUri::parse(order_.queue)), sandbox_->level());
    }
  }

  /// The exit code.
  int run() {
    const auto stalls =
        queue_ ? nullptr : watch_for_stalls(wall_budget(marks_.rubric.items.front().clock, false));
    launcher_.keep_apart();
    if (may_share_cpu(marks_.rubric.items.front().clock, order_.jobs)) {
      launcher_.share_cpu();
    }
    loop_.run("grade", and_finally(play_all(), [this] { return leave_queue(); }),
              [this] { launcher_.close(); });
    if (const auto code = loop_.early_end()) {
      return *code;
    }
    write_secret_file(order_.folder.page(), class_page(marks_));
    return std::ranges::any_of(marks_.rows, &ClassMarks::Row::failed) ? exit_code::kInfrastructure
                                                                      : exit_code::kDone;
  }

 private:
  Task<> play_all() {
    for (const GradedEntrant& entrant : order_.entrants) {
      ClassMarks::Row row{.name = entrant.name, .display = entrant.display, .why_not = entrant.why_not};
      if (row.why_not.empty() && !stands(entrant, row)) {
        co_await play(entrant, row);
      }
      if (stopped_) {
        co_return;
      }
      keep(std::move(row));
    }
  }

  /// Returns true if no other program of the entrant may be marked: then the mark that it has is the row's.
  bool stands(const GradedEntrant& entrant, ClassMarks::Row& row) const {
    const std::string known = known_programs(entrant);
    const auto programs = static_cast<std::size_t>(std::ranges::count(known, '\n'));
    if (!order_.attempts || programs < *order_.attempts || known.find(entrant.sha256) != std::string::npos) {
      return false;
    }
    const auto found = read_own_file(order_.folder.found(entrant.name));
    if (found) {
      score::stand_by(row, *found, marks_.rubric);
      row.programs = programs;
    }
    return found.has_value();
  }

  std::string known_programs(const GradedEntrant& entrant) const {
    return read_own_file(order_.folder.programs(entrant.name)).value_or("");
  }

  /// Plays what is missing of an entrant's games, and fills in its row.
  Task<> play(const GradedEntrant& entrant, ClassMarks::Row& row) {
    ensure_folder(order_.folder.of(entrant.name), std::filesystem::perms::owner_all);
    RecordFiles files(order_.folder.of(entrant.name), Sync::none);
    files.go_on();
    row.report = score::blank_report(marks_.rubric);
    row.report.submission = entrant.name;
    row.report.command = shell_command(entrant.bot->argv);
    row.report.started = utc_text(kernel_utc());
    row.report.sandbox = name_of(sandbox_->level());
    score::Scoring scoring(loop_.tasks(), launcher_, files, marks_.rubric,
                           {{entrant.name, entrant.bot}, entrant.bot->argv, entrant.sha256}, row.report,
                           {order_.jobs, true, queue_ ? &queue_->matches : nullptr, true},
                           [](std::size_t) {});
    scoring_ = &scoring;
    co_await note_failure(scoring, row);
    scoring_ = nullptr;
    std::vector<score::ScoredGame>& games = row.report.items.front().games;
    row.games = games.size();
    row.kept = static_cast<std::size_t>(std::ranges::count(games, true, &score::ScoredGame::was_kept));
    games.clear();
    row.report.finished = row.why_not.empty();
    if (row.why_not.empty()) {
      row.programs = note_program(entrant);
    }
  }

  /// How many programs of an entrant have been marked by now, this one included.
  std::size_t note_program(const GradedEntrant& entrant) const {
    std::string known = known_programs(entrant);
    if (known.find(entrant.sha256) == std::string::npos) {
      write_secret_file(order_.folder.programs(entrant.name), known + entrant.sha256);  // which ends the line
      known += entrant.sha256 + "\n";
    }
    return static_cast<std::size_t>(std::ranges::count(known, '\n'));
  }

  /// Throws what is a failure of the machine, and would be one for all who follow.
  static Task<> note_failure(score::Scoring& scoring, ClassMarks::Row& row) {
    const std::string unstarted = "its program does not start: ";
    try {
      co_await scoring.play();
    } catch (const ProgramError& error) {
      row.why_not = unstarted + error.what();
    } catch (const FailedStart& error) {
      row.why_not = unstarted + error.what();
      row.failed = error.cause() == FailedStart::Cause::machine;
    } catch (const std::system_error&) {
      throw;
    } catch (const std::runtime_error& error) {  // a game did not count, however often it was played
      row.why_not = std::string(error.what()) + ". That is no fault of this program: grade again";
      row.failed = true;
    }
  }

  /// An entrant that has no mark now has none to publish; a mark that stands is there already.
  void keep(ClassMarks::Row row) {
    const std::filesystem::path file = order_.folder.found(row.name);
    if (row.why_not.empty() && !row.stands) {
      write_secret_file(file, own_mark_json(row, marks_));
    } else if (!row.stands) {
      std::filesystem::remove(file);
    }
    std::cout << escaped(text_of(row), "\\") << std::endl;
    marks_.rows.push_back(std::move(row));
  }

  void stop(const std::string& why) {
    stopped_ = true;
    if (scoring_ != nullptr) {
      scoring_->stop(why);
    }
  }

  /// Calls off what workers still play.
  Task<> leave_queue() {
    if (queue_) {
      co_await queue_->board.close();
    }
  }

  const ClassOrder& order_;
  ClassMarks& marks_;
  CommandLoop loop_;
  std::shared_ptr<const Sandbox> sandbox_;
  Launcher launcher_;
  std::optional<queue::MatchQueue> queue_;  // nothing: the games are played here
  score::Scoring* scoring_ = nullptr;       // of the entrant that plays
  bool stopped_ = false;
};

}  // namespace

int play_class(const ClassOrder& order, ClassMarks& marks, std::shared_ptr<const Sandbox> sandbox) {
  return ClassRun(order, marks, std::move(sandbox)).run();
}

}  // namespace referee
