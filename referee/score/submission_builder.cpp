#include "referee/score/submission_builder.h"

#include <cstdint>
#include <stdexcept>
#include <utility>

#include "referee/adapt/adapter.h"
#include "referee/base/text_block.h"
#include "referee/process/confined_start.h"
#include "referee/process/program.h"
#include "referee/score/archive.h"

namespace referee::score {
namespace {

constexpr std::size_t kKeptOutput = 64 * 1024;  // as much as a process keeps
constexpr std::int64_t kBuildMemoryMib = 2048;  // of a compiler and all that it starts

namespace fs = std::filesystem;

bool is_path(const std::string& word) { return word.find('/') != std::string::npos; }

/// The path of an existing file, with links resolved in its folders, but not the file itself.
fs::path place_of(const fs::path& file) {
  const fs::path absolute = fs::absolute(file).lexically_normal();
  return absolute.has_filename() ? fs::weakly_canonical(absolute.parent_path()) / absolute.filename()
                                 : fs::weakly_canonical(absolute);
}

}  // namespace

Task<BuildReport> run_build(BuildRoom room, std::filesystem::path folder, Build build, Milliseconds most) {
  const TimePoint begun = std::chrono::steady_clock::now();
  Confinement confinement;
  confinement.folder = std::move(folder);
  confinement.writable = true;
  confinement.forks = true;
  confinement.memory_mib = kBuildMemoryMib;
  const std::vector<std::string> argv = {"/bin/sh", "-c", build.command};
  const ConfinedRun run =
      co_await run_confined(room.tasks, room.reaper, room.sandbox, argv, std::move(confinement), most);
  BuildReport report;
  report.ok = run.succeeded;
  report.command = build.command;
  if (!report.ok) {
    report.problem = run.timed_out ? "longer than " + std::to_string(build.timeout_s) + " s" : run.status;
  }
  report.output = tail_of(run.output, kKeptOutput);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  co_return report;
}

SubmissionBuilder::SubmissionBuilder(Order order, std::optional<Build> build)
    : order_(std::move(order)), build_(std::move(build)) {
  if (is_sample()) {
    build_.reset();
    (void)argv();  // throws if no sample bot has this name
    return;
  }
  folder_ = copy_.folder();
  if (build_) {
    report_ = BuildReport{true, build_->command, "", "", 0};
  }
  try {
    lay_out();
    copy_.open(SubmissionCopy::For::building);
    if (build_) {
      folder_ = folder_to_build(copy_.folder(), *build_);
    }
  } catch (const BadSubmission& bad) {
    fail(bad.what());
  } catch (const std::system_error& error) {
    fail_by(error);
  }
  if (report_ && report_->ok) {
    provide();
  }
  if (order_.typed.adapter != nullptr) {
    check_installed(*order_.typed.adapter);
  }
  if (!report_ && !can_play()) {
    const std::string expected = order_.typed.adapter == nullptr
                                     ? "a program in PATH, the path of an executable file"
                                     : std::string(order_.typed.adapter->expects);
    throw std::invalid_argument("COMMAND: got '" + order_.typed.argv.front() + "', expected " + expected +
                                " in the submission's folder, or sample:NAME");
  }
}

/// Notes why the submission cannot be played. Without a build there is a report only then.
void SubmissionBuilder::fail(const std::string& problem) {
  report_ = report_.value_or(BuildReport());
  report_->ok = false;
  report_->problem = problem;
}

/// What the system refuses to do with the files of a submission is the submission's fault, unless the machine
/// has failed: then the error is thrown on. REQUIRES: called by the handler of `error`.
void SubmissionBuilder::fail_by(const std::system_error& error) {
  if (is_of_machine(error.code())) {
    throw;
  }
  fail(error.what());
}

/// The file or folder for an adapter's interpreter has to be in the copy: the bot can read nothing else.
bool SubmissionBuilder::can_play() const {
  const std::vector<std::string> words = argv();
  if (order_.typed.adapter == nullptr) {
    return is_runnable(words.front());
  }
  const fs::path inside = place_of(words.front()).lexically_relative(folder_);
  const bool is_inside = !inside.empty() && *inside.begin() != "..";
  return order_.typed.adapter->accepts(words) && (is_inside || order_.typed.adapter->starts_programs);
}

/// Whether the command's first word names a file that the build makes, or that the archive has.
bool SubmissionBuilder::is_built(const std::string& program) const {
  return is_path(program) || (order_.typed.adapter != nullptr && fs::exists(folder_ / program));
}

void SubmissionBuilder::lay_out() {
  const bool takes_archives = build_ && build_->archive;
  if (fs::is_directory(order_.submission)) {
    const auto archive = takes_archives ? find_archive(order_.submission, *build_->archive) : std::nullopt;
    if (!archive) {
      left_out_ = copy_.copy(order_.submission, order_.others);
      return;
    }
    unpacked_ = true;
    unpack_archive(*archive, copy_.folder());
    return;
  }
  if (!fs::is_regular_file(order_.submission)) {
    throw std::invalid_argument("submission " + order_.submission.string() +
                                ": expected a folder or an archive");
  }
  unpacked_ = true;
  unpack_archive(order_.submission, copy_.folder());
}

/// Copies in what the course provides, in place of files of the same names. A failure here is no fault of the
/// submission's.
void SubmissionBuilder::provide() {
  for (const fs::path& path : build_->provide) {
    const std::string name = path.filename().string();
    const bool replaces = fs::remove_all(folder_ / name) > 0;
    fs::copy(path, folder_ / name, fs::copy_options::recursive);
    report_->provided.push_back(name + (replaces ? ", in place of the submission's" : ""));
  }
  if (!build_->provide.empty()) {
    copy_.open(SubmissionCopy::For::building);
  }
}

Task<bool> SubmissionBuilder::finish(BuildRoom room, Milliseconds most) {
  if (is_sample()) {
    co_return true;
  }
  if (report_ && report_->ok && !build_->command.empty()) {
    BuildReport report = co_await run_build(std::move(room), folder_, *build_, most);
    report.provided = std::move(report_->provided);
    report_ = std::move(report);
  }
  if (!report_ || report_->ok) {
    check_built();
  }
  co_return !report_ || report_->ok;
}

/// Makes the copy ready to play, and looks for the program that a build was to make.
void SubmissionBuilder::check_built() {
  try {
    copy_.open(SubmissionCopy::For::playing);
    if (report_ && !can_play()) {
      fail("there is no program '" + order_.typed.argv.front() + "'");
    }
  } catch (const BadSubmission& bad) {
    fail(bad.what());
  } catch (const std::system_error& error) {
    fail_by(error);
  }
}

BotCommand SubmissionBuilder::bot() const {
  BotCommand bot{argv(), confinement(), folder_};
  if (!is_sample()) {
    bot.adapter = order_.typed.adapter;
    bot.stdio = order_.typed.stdio;
  }
  return bot;
}

Confinement SubmissionBuilder::confinement() const {
  if (is_sample()) {
    return default_confinement(argv());
  }
  Confinement confinement;
  confinement.folder = folder_;
  return confinement;
}

bool SubmissionBuilder::is_sample() const { return order_.typed.argv.front().starts_with(kSamplePrefix); }

std::vector<std::string> SubmissionBuilder::argv() const {
  std::vector<std::string> argv = order_.typed.argv;
  std::string& program = argv.front();
  if (is_sample()) {
    const std::string name = program.substr(kSamplePrefix.size());
    const auto path = find_sample_bot(name);
    if (!path) {
      throw std::invalid_argument("no sample bot '" + name + "': expected one of " + sample_bot_names());
    }
    program = *path;
  } else if (build_ || unpacked_) {
    program = is_built(program) ? (folder_ / program).lexically_normal().string() : program;
  } else {
    for (std::string& word : argv) {
      const bool from_path = &word == &program && !is_path(word) && order_.typed.adapter == nullptr;
      word = from_path ? word : copied(word);
    }
  }
  return argv;
}

/// Changes a word that names a file of the original to the same file of the copy.
std::string SubmissionBuilder::copied(const std::string& word) const {
  std::error_code missing;
  if (word.empty() || !fs::exists(fs::symlink_status(word, missing))) {
    return word;
  }
  const fs::path inside = place_of(word).lexically_relative(fs::canonical(order_.submission));
  const bool is_inside = !inside.empty() && *inside.begin() != "..";
  return is_inside ? (folder_ / inside).lexically_normal().string() : word;
}

std::vector<std::string> SubmissionBuilder::typed() const {
  std::vector<std::string> words = order_.typed.argv;
  if ((build_ || unpacked_) && is_built(words.front())) {
    const fs::path top = unpacked_ ? fs::path() : order_.submission;
    const fs::path built =
        (top / folder_.lexically_relative(copy_.folder()) / words.front()).lexically_normal();
    words.front() = is_path(built) ? built.string() : "./" + built.string();
  }
  return words;
}

}  // namespace referee::score
