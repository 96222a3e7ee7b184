#include "referee/cli/score_run.h"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "referee/adapt/adapter.h"
#include "referee/base/text.h"
#include "referee/cli/commands.h"
#include "referee/cli/interrupts.h"
#include "referee/games/adapters.h"
#include "referee/match/record.h"
#include "referee/net/timer.h"
#include "referee/prepare/archive.h"
#include "referee/prepare/submission_builder.h"
#include "referee/process/confined_start.h"
#include "referee/process/stall_gauge.h"
#include "referee/queue/poster_job_board.h"
#include "referee/score/score_text.h"
#include "referee/score/scoring.h"
#include "referee/store/store.h"

namespace referee {
namespace {

namespace fs = std::filesystem;
using score::ScoreReport;

constexpr Milliseconds kTrial{10'000};  // time for a program that does nothing
const std::string kNotBuilt = "the submission could not be built: ";

/// Files that do not belong to the submission although they may lie in its folder: the rubric with its maps,
/// the reports, the other bots.
std::vector<fs::path> others_of(const ScoreArguments& arguments, const score::Rubric& rubric) {
  std::vector<fs::path> others = {arguments.rubric, arguments.reports};
  for (const auto& path : {arguments.files.junit, arguments.files.gradescope, arguments.files.classroom,
                           arguments.files.json, arguments.files.csv}) {
    others.push_back(path);
  }
  for (const score::RubricItem& item : rubric.items) {
    for (const auto& argv : item.opponents) {
      others.insert(others.end(), argv.begin(), argv.end());
    }
    for (const score::RubricGame& game : item.games) {
      for (const Json& value : game.written) {
        others.push_back(value.is_string() ? value.get<std::string>() : "");
      }
    }
  }
  std::error_code missing;
  std::erase_if(others, [&](const fs::path& path) {
    const bool own = std::ranges::find(arguments.command, path.string()) != arguments.command.end();
    return path.empty() || own || !fs::exists(path, missing);
  });
  return others;
}

/// The least wall time that a clock of its items allows; all bots are launched.
std::optional<Milliseconds> least_budget_of(const score::Rubric& rubric) {
  std::optional<Milliseconds> least;
  for (const score::RubricItem& item : rubric.items) {
    const auto budget = wall_budget(item.clock, false);
    least = budget && least ? std::min(budget, least) : (budget ? budget : least);
  }
  return least;
}

/// One run of the command: owns the event loop and its users.
class ScoreRun {
 public:
  ScoreRun(const ScoreArguments& arguments, score::Rubric rubric, std::shared_ptr<const Sandbox> sandbox)
      : begun_(std::chrono::steady_clock::now()),
        arguments_(arguments),
        rubric_(std::move(rubric)),
        report_(score::blank_report(rubric_)),
        builder_({arguments.submission,
                  {arguments.command, {}, {}, adapter_named(arguments.adapter), rubric_.stdio},
                  others_of(arguments, rubric_)},
                 rubric_.build),
        files_(arguments.reports),
        tasks_(io_),
        interrupts_(tasks_, [this](int number) { interrupted(number); }),
        deadline_(io_),
        sandbox_(std::move(sandbox)),
        launcher_(tasks_, sandbox_) {
    report_.submission = arguments.name;
    report_.command = shell_command(arguments.command);
    report_.started = utc_now_text();
    report_.sandbox = name_of(sandbox_->level());
    if (!arguments_.queue.empty()) {
      board_.emplace(tasks_, open_job_poster(StoreUri::parse(arguments_.queue)));
    }
  }

  /// The exit code.
  int run() {
    say_beginning();
    write();
    const auto stalls = watch_for_stalls(least_budget_of(rubric_));
    launcher_.keep_apart();
    if (arguments_.deadline_s) {
      deadline_.set(begun_ + std::chrono::seconds(*arguments_.deadline_s), [this] { stop(deadline_text()); });
    }
    tasks_.start("score", play());
    io_.run();
    finish();
    return code();
  }

 private:
  void say_beginning() {
    if (const std::string before = files_.set_aside(); !before.empty()) {
      std::cout << "earlier records are now in " << escaped(before) << "\n";
    }
    for (const std::string& what : builder_.left_out()) {
      std::cout << "not copied: " << escaped(what, "\\") << "\n";
    }
    std::cout << std::flush;
  }

  Task<> play() {
    try {
      co_await play_items();
    } catch (const std::exception&) {
      failure_ = std::current_exception();
    }
    co_await leave_queue();
    close();
  }

  /// Jobs that are left when the database is away end by themselves.
  Task<> leave_queue() {
    if (!board_) {
      co_return;
    }
    try {
      co_await board_->close();
    } catch (const StoreError& error) {
      std::cerr << "referee: " << escaped(error.what(), "\\") << "\n";
    }
  }

  Task<> play_items() {
    prepare::BuildRoom room{tasks_, launcher_.reaper(), sandbox_};
    const bool ready = co_await builder_.finish(std::move(room), build_time());
    report_.build = builder_.report();
    if (!ready && deadline_has_come()) {
      report_.build.reset();  // with more time the build might have succeeded
      stop(deadline_text());
    } else if (!ready) {
      score::leave_unplayed(report_, kNotBuilt + report_.build->problem);
      co_return;
    }
    if (stopped_for_.empty()) {
      BotCommand bot = builder_.bot();
      bot.confinement->readable.assign(arguments_.readable.begin(), arguments_.readable.end());
      bot.confinement->memory_mib = arguments_.memory_mib;
      co_await try_sandbox(*bot.confinement);
      scoring_.emplace(tasks_, launcher_, files_, rubric_,
                       score::Submission{{arguments_.name, std::move(bot)}, builder_.typed()}, report_,
                       terms(), [this](std::size_t item) { show(item); });
      co_await play_rubric();
    }
  }

  /// If the build made a file that cannot be run, that is the submission's fault.
  Task<> play_rubric() {
    try {
      co_await scoring_->play();
    } catch (const LaunchError& error) {
      if (!report_.build || prepare::is_of_machine(error.code())) {
        throw;
      }
      leave_unbuilt(error.what());
    } catch (const FailedStart& error) {
      if (!report_.build || error.cause() != FailedStart::Cause::program) {
        throw;
      }
      leave_unbuilt(error.what());
    }
  }

  void leave_unbuilt(const std::string& problem) {
    report_.build->ok = false;
    report_.build->problem = problem;
    score::leave_unplayed(report_, kNotBuilt + problem);
  }

  score::Scoring::Terms terms() {
    score::Scoring::Terms terms{arguments_.jobs.value_or(1), arguments_.files.reveal};
    if (board_) {
      terms.jobs = arguments_.jobs.value_or(ScoreArguments::kJobsOfWorkers);
      terms.workers = &remote_.emplace(jobs_.emplace(tasks_, *board_, queue::WorkerTerms{sandbox_->level()}));
    }
    return terms;
  }

  /// Runs a program that does nothing, because a sandbox that does not work for this folder would look like a
  /// bot that does not start.
  Task<> try_sandbox(Confinement confinement) {
    const std::vector<std::string> nothing = {"/bin/true"};
    const ConfinedRun tried =
        co_await run_confined(tasks_, launcher_.reaper(), sandbox_, nothing, std::move(confinement), kTrial);
    if (!tried.succeeded) {
      throw std::runtime_error("the sandbox does not work in " + builder_.folder().string() + ": " +
                               tried.status + ": " + tried.output);
    }
  }

  Milliseconds build_time() const {
    const Milliseconds most(rubric_.build ? rubric_.build->timeout_s * 1000 : 0);
    return arguments_.deadline_s ? std::min(most, Milliseconds(*arguments_.deadline_s * 1000)) : most;
  }

  void show(std::size_t item) {
    const score::ScoredItem& played = report_.items[item];
    std::cout << text_of(arguments_.files.reveal ? played : for_student(played, false)) << std::flush;
    write();
  }

  void write() {
    report_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
    write_reports(arguments_.files, report_);
  }

  bool deadline_has_come() const {
    return arguments_.deadline_s &&
           std::chrono::steady_clock::now() - begun_ >= std::chrono::seconds(*arguments_.deadline_s);
  }

  std::string deadline_text() const {
    return "the deadline of " + std::to_string(*arguments_.deadline_s) + " s came first";
  }

  void interrupted(int number) {
    stop("interrupted by signal " + std::to_string(number));
    if (!scoring_) {
      io_.stop();  // only the build runs, and its result is not needed any more
    }
  }

  void stop(const std::string& why) {
    if (stopped_for_.empty()) {
      stopped_for_ = why;
    }
    if (scoring_) {
      scoring_->stop(why);
    }
  }

  /// Closes all users of the event loop, so that it ends.
  void close() {
    deadline_.cancel();
    interrupts_.close();
    launcher_.close();
  }

  void finish() {
    if (!stopped_for_.empty()) {
      score::leave_unplayed(report_, stopped_for_);
    } else if (failure_) {
      score::leave_unplayed(report_, "the referee has failed: it is worth a retry");
    }
    report_.finished = !failure_ && stopped_for_.empty();
    write();
    std::cout << text_of(arguments_.files.reveal ? report_ : for_student(report_, false))
              << escaped(sandbox_->notes().text(), "\n\\") << std::flush;
  }

  int code() const {
    if (interrupts_.number() != 0) {
      return exit_code::kSignal + interrupts_.number();
    }
    if (failure_) {
      std::rethrow_exception(failure_);
    }
    const bool built = !report_.build || report_.build->ok;
    const bool left = std::ranges::any_of(report_.items, [](const score::ScoredItem& item) {
      return item.status == score::ItemStatus::not_played;
    });
    if (built && left) {
      std::cerr << "referee: " << escaped(stopped_for_, "\\") << "\n";
      return exit_code::kInfrastructure;
    }
    return (built && report_.met()) || arguments_.exit_zero ? exit_code::kDone : exit_code::kNotMet;
  }

  TimePoint begun_;
  const ScoreArguments& arguments_;
  score::Rubric rubric_;
  ScoreReport report_;
  prepare::SubmissionBuilder builder_;
  RecordFiles files_;
  boost::asio::io_context io_{1};
  Tasks tasks_;
  Interrupts interrupts_;
  Timer deadline_;
  std::shared_ptr<const Sandbox> sandbox_;
  Launcher launcher_;
  std::optional<queue::PosterJobBoard> board_;  // nothing: the games are played here
  std::optional<queue::RemoteJobs> jobs_;
  std::optional<queue::RemoteMatches> remote_;
  std::optional<score::Scoring> scoring_;
  std::string stopped_for_;
  std::exception_ptr failure_;
};

}  // namespace

int run_score(const ScoreArguments& arguments, score::Rubric rubric, std::shared_ptr<const Sandbox> sandbox) {
  return ScoreRun(arguments, std::move(rubric), std::move(sandbox)).run();
}

}  // namespace referee
