#include "referee/score/score_run.h"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "referee/adapt/adapter.h"
#include "referee/base/folder.h"
#include "referee/base/kernel_time.h"
#include "referee/base/text.h"
#include "referee/command/command_loop.h"
#include "referee/command/exit_codes.h"
#include "referee/command/games_at_once.h"
#include "referee/games/adapters.h"
#include "referee/loop/timer.h"
#include "referee/prepare/archive.h"
#include "referee/prepare/own_process.h"
#include "referee/prepare/submission_copy.h"
#include "referee/process/confined_start.h"
#include "referee/process/stall_gauge.h"
#include "referee/queue/match_queue.h"
#include "referee/record/record.h"
#include "referee/score/score_pages.h"
#include "referee/score/score_text.h"
#include "referee/score/scoring.h"
#include "referee/score/submission_command.h"
#include "referee/store/store_uri.h"

namespace referee {
namespace {

namespace fs = std::filesystem;
using score::ScoreReport;

constexpr Milliseconds kTrial{10'000};  // time for a program that does nothing
const std::string kNotBuilt = "the submission could not be built: ";

/// Files that do not belong to the submission although they may lie in its folder: the rubric with its maps,
/// the reports, the other bots.
std::vector<fs::path> others_of(const ScoreOrder& order, const score::Rubric& rubric) {
  std::vector<fs::path> others = {order.rubric, order.reports};
  for (const auto& path : {order.files.junit, order.files.gradescope, order.files.classroom, order.files.json,
                           order.files.csv}) {
    others.push_back(path);
  }
  for (const score::RubricItem& item : rubric.items) {
    for (const auto& line_up : item.line_ups) {
      for (const auto& argv : line_up) {
        others.insert(others.end(), argv.begin(), argv.end());
      }
    }
    for (const score::RubricGame& game : item.games) {
      for (const Json& value : game.written) {
        others.push_back(value.is_string() ? value.get<std::string>() : "");
      }
    }
  }
  std::error_code missing;
  std::erase_if(others, [&](const fs::path& path) {
    const bool own = std::ranges::find(order.command, path.string()) != order.command.end();
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
  ScoreRun(const ScoreOrder& order, score::Rubric rubric, std::shared_ptr<const Sandbox> sandbox)
      : begun_(kernel_now()),
        order_(order),
        rubric_(std::move(rubric)),
        report_(score::blank_report(rubric_)),
        command_(order.submission, {order.command, {}, {}, adapter_named(order.adapter), rubric_.stdio}),
        files_(order.reports),
        loop_([this](int number) { stop("interrupted by signal " + std::to_string(number)); }),
        deadline_(loop_.io()),
        sandbox_(std::move(sandbox)),
        launcher_(loop_.tasks(), sandbox_),
        preparer_(loop_.tasks(), launcher_.reaper(), {sandbox_->level(), order.as_root}) {
    constexpr fs::perms kPass = fs::perms::owner_all | fs::perms::group_exec | fs::perms::others_exec;
    ensure_folder(copy_.folder(), kPass);  // builds and bots may be other users, and pass through to it
    report_.submission = order.name;
    report_.command = shell_command(order.command);
    report_.started = utc_text(kernel_utc());
    report_.sandbox = name_of(sandbox_->level());
    if (!order_.queue.empty()) {
      queue_.emplace(loop_.tasks(), open_job_poster(StoreUri::parse(order_.queue)), sandbox_->level());
    }
  }

  /// The exit code.
  int run() {
    const auto stalls = watch_for_stalls(least_budget_of(rubric_));
    launcher_.keep_apart();
    if (std::ranges::all_of(rubric_.items, [this](const score::RubricItem& item) {
          return may_share_cpu(item.clock, terms().jobs);
        })) {
      launcher_.share_cpu();
    }
    if (order_.deadline_s) {
      deadline_.set(begun_ + std::chrono::seconds(*order_.deadline_s), [this] { stop(deadline_text()); });
    }
    loop_.run("score", and_finally(play_items(), [this] { return leave_queue(); }), [this] { close(); });
    if (has_begun_) {
      finish();
    }
    return code();
  }

 private:
  void say_beginning() {
    if (const std::string before = files_.set_aside(); !before.empty()) {
      std::cout << "earlier records are now in " << escaped(before) << "\n";
    }
    has_begun_ = true;
    write();
  }

  /// Calls off what workers still play.
  Task<> leave_queue() {
    if (queue_) {
      co_await queue_->board.close();
    }
  }

  Task<> play_items() {
    const bool is_ready = co_await prepared();
    if (is_ready && stopped_for_.empty()) {
      BotCommand bot = command_.bot();
      bot.confinement->readable.assign(order_.readable.begin(), order_.readable.end());
      bot.confinement->memory_mib = order_.memory_mib;
      co_await try_sandbox(*bot.confinement);
      if (queue_ && !queue::RemoteMatches::can_travel({{order_.name, bot}})) {
        throw std::runtime_error(std::string("workers cannot play this: expected a submission that ") +
                                 queue::RemoteMatches::kTravels);
      }
      scoring_.emplace(loop_.tasks(), launcher_, files_, rubric_,
                       score::Submission{{order_.name, std::move(bot)}, command_.typed()}, report_, terms(),
                       [this](std::size_t item) { show(item); });
      co_await play_rubric();
    }
  }

  /// False if the submission cannot play: the report says why, unless the run is stopped. A command that
  /// cannot play is a mistake of whoever types it if nothing is built: then nothing has been written.
  Task<bool> prepared() {
    if (rubric_.build || command_.is_sample()) {
      say_beginning();
    }
    if (command_.is_sample()) {
      co_return true;
    }
    prepare::Report made;
    try {
      made = co_await preparer_.prepare("the submission", order());
    } catch (const std::exception&) {
      if (stopped_for_.empty()) {
        throw;
      }
      co_return false;  // with more time the build might have succeeded
    }
    if (made.stage == prepare::Stage::machine) {
      throw std::runtime_error(made.problem);
    }
    co_return can_play(made);
  }

  prepare::Order order() const {
    prepare::Order order;
    order.submission = fs::absolute(order_.submission);
    for (const fs::path& path : others_of(order_, rubric_)) {
      order.others.push_back(fs::absolute(path));
    }
    order.destination = top();
    order.build = rubric_.build;
    return order;
  }

  fs::path top() const { return copy_.folder() / "submission"; }

  /// Whether a platform reads the result: then a script that the submission lacks costs its points, and is no
  /// mistake of who typed the command.
  bool is_graded() const {
    const score::ReportFiles& files = order_.files;
    return order_.exit_zero || !files.gradescope.empty() || !files.classroom.empty() || !files.junit.empty();
  }

  /// Notes what was built in the report.
  bool can_play(const prepare::Report& made) {
    command_.set_copy(top(), made, rubric_.build.has_value());
    if (rubric_.build || !made.is_ready()) {
      report_.build = prepare::BuildReport{.ok = made.is_ready(),
                                           .command = rubric_.build.value_or(prepare::Build()).command,
                                           .problem = made.problem,
                                           .output = made.output,
                                           .seconds = made.build_seconds,
                                           .provided = made.provided};
    }
    if (const auto fault = made.is_ready() ? command_.fault() : std::nullopt) {
      if (!report_.build && !(fault->word > 0 && is_graded())) {
        throw std::invalid_argument(command_.complaint(*fault));
      }
      if (!report_.build) {
        report_.build = prepare::BuildReport{};
      }
      report_.build->ok = false;
      report_.build->problem = "there is no " + std::string(fault->word == 0 ? "program" : "file") + " '" +
                               order_.command[fault->word] + "'";
    }
    if (!rubric_.build) {
      say_beginning();
    }
    for (const std::string& what : made.left_out) {
      std::cout << "not copied: " << escaped(what, "\\") << std::endl;
    }
    if (report_.build && !report_.build->ok) {
      score::leave_unplayed(report_, kNotBuilt + report_.build->problem);
      return false;
    }
    return true;
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
    score::Scoring::Terms terms{order_.jobs.value_or(1), order_.files.reveal};
    if (queue_) {
      terms.jobs = order_.jobs.value_or(queue::MatchQueue::kJobs);
      terms.workers = &queue_->matches;
    }
    return terms;
  }

  /// Runs a program that does nothing, because a sandbox that does not work for this folder would look like a
  /// bot that does not start.
  Task<> try_sandbox(Confinement confinement) {
    const std::vector<std::string> nothing = {"/bin/true"};
    const ConfinedRun tried = co_await run_confined(loop_.tasks(), launcher_.reaper(), sandbox_, nothing,
                                                    std::move(confinement), kTrial);
    if (!tried.succeeded) {
      throw std::runtime_error("the sandbox does not work in " + command_.folder().string() + ": " +
                               tried.status + ": " + tried.output);
    }
  }

  void show(std::size_t item) {
    const score::ScoredItem& played = report_.items[item];
    std::cout << text_of(order_.files.reveal ? played : for_student(played, false)) << std::flush;
    write();
  }

  void write() {
    report_.seconds = std::chrono::duration<double>(kernel_now() - begun_).count();
    write_reports(order_.files, report_);
  }

  std::string deadline_text() const {
    return "the time for all games was over (" + std::to_string(*order_.deadline_s) + " s)";
  }

  void stop(const std::string& why) {
    if (stopped_for_.empty()) {
      stopped_for_ = why;
    }
    preparer_.stop(why);
    if (scoring_) {
      scoring_->stop(why);
    }
  }

  /// Closes all users of the event loop, so that it ends.
  void close() {
    deadline_.cancel();
    launcher_.close();
  }

  void finish() {
    if (!stopped_for_.empty()) {
      score::leave_unplayed(report_, stopped_for_);
    } else if (loop_.failure()) {
      score::leave_unplayed(report_, "the referee has failed, not your program: try again");
    }
    report_.finished = !loop_.failure() && stopped_for_.empty();
    write();
    if (!order_.html.empty()) {
      write_score_pages(order_.html, order_.files.reveal ? report_ : for_student(report_, false));
    }
    std::cout << text_of(order_.files.reveal ? report_ : for_student(report_, false))
              << escaped(sandbox_->notes().text(), "\n\\") << std::flush;
  }

  int code() const {
    if (loop_.signal() != 0) {
      return exit_code::kSignal + loop_.signal();
    }
    loop_.rethrow_failure();
    const bool built = !report_.build || report_.build->ok;
    const bool left = std::ranges::any_of(report_.items, [](const score::ScoredItem& item) {
      return item.status == score::ItemStatus::not_played;
    });
    if (built && left) {
      std::cerr << "referee: " << escaped(stopped_for_, "\\") << "\n";
      return exit_code::kInfrastructure;
    }
    return (built && report_.met()) || order_.exit_zero ? exit_code::kDone : exit_code::kNotMet;
  }

  TimePoint begun_;
  const ScoreOrder& order_;
  score::Rubric rubric_;
  ScoreReport report_;
  score::SubmissionCommand command_;
  const prepare::SubmissionCopy copy_{fs::path()};  // is in a folder of it
  RecordFiles files_;
  CommandLoop loop_;
  Timer deadline_;
  std::shared_ptr<const Sandbox> sandbox_;
  Launcher launcher_;
  prepare::OwnProcess preparer_;
  std::optional<queue::MatchQueue> queue_;  // nothing: the games are played here
  std::optional<score::Scoring> scoring_;
  bool has_begun_ = false;  // the reports are those of this run
  std::string stopped_for_;
};

}  // namespace

int run_score(const ScoreOrder& order, score::Rubric rubric, std::shared_ptr<const Sandbox> sandbox) {
  return ScoreRun(order, std::move(rubric), std::move(sandbox)).run();
}

}  // namespace referee
