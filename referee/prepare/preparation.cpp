#include "referee/prepare/preparation.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "referee/adapt/submission.h"
#include "referee/base/files.h"
#include "referee/base/folder_copy.h"
#include "referee/prepare/archive.h"
#include "referee/prepare/built_copy.h"
#include "referee/prepare/file_kind.h"
#include "referee/prepare/start_table.h"
#include "referee/process/program.h"

namespace referee::prepare {
namespace {

namespace fs = std::filesystem;

/// The steps of carry_out(), one after the other, until one fails.
class Preparation {
 public:
  Preparation(Room room, Order order) : room_(std::move(room)), order_(std::move(order)) {}

  Task<Report> run() {
    bool goes_on = lay_out();
    if (goes_on) {
      goes_on = co_await built();
    }
    if (!order_.trial) {
      finish_in_place(goes_on);
    } else if (goes_on && found()) {
      goes_on = co_await built_as_found();
      if (goes_on && put()) {
        co_await tried();
      }
    }
    co_return std::move(report_);
  }

 private:
  bool failed(Stage stage, std::string problem, std::string output = "") {
    report_.stage = stage;
    report_.problem = std::move(problem);
    report_.output = std::move(output);
    return false;
  }

  bool failed(Stage stage) { return failed(stage, copy_->report()->problem, copy_->report()->output); }

  bool lay_out() {
    if (order_.trial && fs::is_regular_file(order_.submission) && !is_archive(order_.submission)) {
      alone_.emplace();
      const fs::path only = alone_->path() / order_.submission.filename();
      (void)copy_named_file(order_.submission, only);
      order_.submission = alone_->path();
    }
    copy_.emplace(order_);
    report_.left_out = copy_->left_out();
    report_.unpacked = !order_.trial && copy_->unpacked();
    return copy_->ok() || failed(Stage::unpack);
  }

  BuildRoom build_room() { return {room_.tasks, room_.launcher.reaper(), room_.sandbox}; }

  void note_build_time() { report_.build_seconds += copy_->report() ? copy_->report()->seconds : 0; }

  Task<bool> built() {
    const bool has_command = order_.build && !order_.build->command.empty();
    if (has_command) {
      co_await copy_->run(build_room(), std::chrono::seconds(order_.build->timeout_s));
      note_build_time();
    }
    co_return copy_->ok() || failed(Stage::build);
  }

  /// What was built stays where it was built.
  void finish_in_place(bool is_built) {
    if (is_built) {
      copy_->close();
      is_built = copy_->ok() || failed(Stage::build);
    }
    if (const auto& build = copy_->report()) {
      report_.provided = build->provided;
      report_.output = build->output;
    }
    if (!is_built) {
      remove_copy(order_.destination);
      return;
    }
    report_.stage = Stage::ready;
    const fs::path folder = copy_->folder().lexically_relative(copy_->top());
    report_.folder = folder == "." ? "" : folder.string();
  }

  /// Whether the build has made the program that the handout of `--as` asks for.
  bool has_program_of_handout(const fs::path& top) const {
    return order_.adapter != nullptr && !order_.adapter->program.empty() &&
           is_runnable((top / order_.adapter->program).string());
  }

  /// Finds out how it is started.
  bool found() {
    try {
      const fs::path& top = copy_->folder();
      if (!order_.command.empty()) {
        start_ = find_start(top, order_.command);
      } else if (has_program_of_handout(top)) {
        start_ = {top, {std::string(order_.adapter->program)}, ""};
      } else if (order_.adapter != nullptr && !order_.adapter->starts_programs()) {
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
        order_.adapter != nullptr ? accepts(*order_.adapter, words) : is_runnable(words.front());
    return plays || failed(Stage::start, "there is no program '" + start_.command.front() + "'" +
                                             (copy_->report() ? " after the build" : ""));
  }

  /// Copies what was built to its destination.
  bool put() {
    try {
      fs::create_directory(order_.destination);
      const auto all = [](const fs::path&) { return false; };
      const auto left = copy_folder(copy_->folder(), order_.destination, all);
      report_.left_out.insert(report_.left_out.end(), left.begin(), left.end());
    } catch (const FolderTooLarge& large) {
      fs::remove_all(order_.destination);
      return failed(Stage::build, std::string("what was built is ") + large.what());
    }
    report_.command = start_.command;
    return true;
  }

  Task<> tried() {
    BotCommand bot = bot_in(order_.destination, start_.command, order_.memory_mib);
    bot.adapter = order_.adapter;
    bot.stdio = order_.stdio;
    TrialTerms terms = *order_.trial;
    std::exception_ptr failure;
    try {
      const TrialReport report =
          co_await try_bot(room_.tasks, room_.launcher, std::move(bot), std::move(terms));
      report_.turn_ms = report.turn_ms;
      report_.turn_wall_ms = report.turn_wall_ms;
      if (report.problem.empty()) {
        report_.stage = Stage::ready;
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

  Room room_;
  Order order_;
  std::optional<ScratchFolder> alone_;  // holds a hand-in of one file
  std::optional<BuiltCopy> copy_;
  Start start_;
  Report report_;
};

}  // namespace

Task<Report> carry_out(Room room, Order order) {
  Preparation preparation(std::move(room), std::move(order));
  co_return co_await preparation.run();
}

BotCommand bot_in(const fs::path& folder, const std::vector<std::string>& command, std::int64_t memory_mib) {
  Confinement confinement;
  confinement.folder = fs::canonical(folder);
  confinement.memory_mib = memory_mib;
  return {command_in(confinement.folder, command), confinement, confinement.folder};
}

}  // namespace referee::prepare
