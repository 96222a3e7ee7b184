#include "referee/prepare/preparation.h"

#include <algorithm>
#include <array>
#include <exception>
#include <utility>

#include "referee/adapt/adapter.h"
#include "referee/base/files.h"
#include "referee/base/folder_copy.h"
#include "referee/prepare/archive.h"
#include "referee/prepare/built_copy.h"
#include "referee/prepare/start_table.h"
#include "referee/process/program.h"

namespace referee::prepare {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 5> kStages = {"unpack", "start", "build", "trial", "ready"};

/// The steps of prepare(), one after the other, until one fails.
class Preparation {
 public:
  Preparation(PreparationRoom room, const PreparationOrder& order) : room_(std::move(room)), order_(order) {}

  Task<Prepared> run() {
    bool goes_on = lay_out();
    if (goes_on) {
      goes_on = co_await built();
    }
    if (goes_on && found()) {
      goes_on = co_await built_as_found();
      if (goes_on && put()) {
        co_await tried();
      }
    }
    co_return std::move(prepared_);
  }

 private:
  bool failed(Stage stage, std::string problem, std::string output = "") {
    prepared_.stage = stage;
    prepared_.problem = std::move(problem);
    prepared_.output = std::move(output);
    return false;
  }

  bool failed(Stage stage) { return failed(stage, copy_->report()->problem, copy_->report()->output); }

  bool lay_out() {
    if (fs::is_regular_file(order_.submission) && !is_archive(order_.submission)) {
      alone_.emplace();
      (void)copy_named_file(order_.submission, alone_->path() / order_.submission.filename());
    }
    copy_.emplace(alone_ ? alone_->path() : order_.submission, std::vector<fs::path>(), order_.build);
    prepared_.left_out = copy_->left_out();
    return copy_->ok() || failed(Stage::unpack);
  }

  BuildRoom build_room() { return {room_.tasks, room_.launcher.reaper(), room_.sandbox}; }

  void note_build_time() { prepared_.build_seconds += copy_->report() ? copy_->report()->seconds : 0; }

  Task<bool> built() {
    const bool has_command = order_.build && !order_.build->command.empty();
    if (has_command) {
      co_await copy_->run(build_room(), std::chrono::seconds(order_.build->timeout_s));
      note_build_time();
    }
    co_return copy_->ok() || failed(Stage::build);
  }

  /// Finds out how it is started.
  bool found() {
    try {
      const fs::path& top = copy_->folder();
      if (!order_.command.empty()) {
        start_ = find_start(top, order_.command);
      } else if (order_.adapter != nullptr && !order_.adapter->starts_programs) {
        start_ = find_start(top, *order_.adapter);
      } else {
        start_ = find_start(top);
      }
      copy_->work_in(start_.folder);
    } catch (const BadSubmission& bad) {
      return failed(Stage::start, bad.what());
    }
    return true;
  }

  /// Builds what the start table says, where nobody has named a build.
  Task<bool> built_as_found() {
    if (!start_.build.empty() && !(order_.build && !order_.build->command.empty())) {
      Build build;
      build.command = start_.build;
      build.timeout_s = order_.build ? order_.build->timeout_s : build.timeout_s;
      co_await copy_->run(build_room(), std::move(build));
      note_build_time();
    }
    if (copy_->ok()) {
      copy_->close();
    }
    co_return copy_->ok() ? has_program() : failed(Stage::build);
  }

  bool has_program() {
    const std::vector<std::string> words = command_in(start_.folder, start_.command);
    const bool plays =
        order_.adapter != nullptr ? order_.adapter->accepts(words) : is_runnable(words.front());
    return plays || failed(Stage::start, "there is no program '" + start_.command.front() + "'" +
                                             (copy_->report() ? " after the build" : ""));
  }

  /// Copies what was built to its destination.
  bool put() {
    try {
      fs::create_directory(order_.destination);
      const auto all = [](const fs::path&) { return false; };
      const auto left = copy_folder(copy_->folder(), order_.destination, all);
      prepared_.left_out.insert(prepared_.left_out.end(), left.begin(), left.end());
    } catch (const FolderTooLarge& large) {
      fs::remove_all(order_.destination);
      return failed(Stage::build, std::string("what was built is ") + large.what());
    }
    prepared_.command = start_.command;
    return true;
  }

  Task<> tried() {
    BotCommand bot = bot_in(order_.destination, start_.command, order_);
    TrialTerms terms = order_.trial;
    std::exception_ptr failure;
    try {
      const TrialReport report =
          co_await try_bot(room_.tasks, room_.launcher, std::move(bot), std::move(terms));
      prepared_.turn_ms = report.turn_ms;
      if (report.problem.empty()) {
        prepared_.stage = Stage::ready;
        co_return;
      }
      failed(Stage::trial, report.problem, report.bot_stderr);
    } catch (const std::exception&) {
      failure = std::current_exception();
    }
    fs::remove_all(order_.destination);
    if (failure) {
      std::rethrow_exception(failure);
    }
  }

  PreparationRoom room_;
  const PreparationOrder& order_;
  std::optional<ScratchFolder> alone_;  // holds a hand-in of one file
  std::optional<BuiltCopy> copy_;
  Start start_;
  Prepared prepared_;
};

}  // namespace

std::string_view name_of(Stage stage) { return kStages[static_cast<std::size_t>(stage)]; }

std::optional<Stage> stage_named(std::string_view name) {
  const auto found = std::ranges::find(kStages, name);
  return found == kStages.end() ? std::nullopt : std::optional(static_cast<Stage>(found - kStages.begin()));
}

Task<Prepared> prepare(PreparationRoom room, PreparationOrder order) {
  Preparation preparation(std::move(room), order);
  co_return co_await preparation.run();
}

BotCommand bot_in(const fs::path& folder, const std::vector<std::string>& command,
                  const PreparationOrder& order) {
  Confinement confinement;
  confinement.folder = fs::canonical(folder);
  confinement.memory_mib = order.memory_mib;
  BotCommand bot{command_in(confinement.folder, command), confinement, confinement.folder};
  bot.adapter = order.adapter;
  bot.stdio = order.stdio;
  return bot;
}

}  // namespace referee::prepare
