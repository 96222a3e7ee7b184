#include "referee/versions/preparer.h"

#include <fcntl.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "referee/adapt/adapter.h"
#include "referee/base/file_descriptor.h"
#include "referee/base/files.h"
#include "referee/base/secrets.h"
#include "referee/process/process.h"
#include "referee/process/program.h"
#include "referee/submission/trial.h"
#include "referee/versions/preparation_job.h"

namespace referee::versions {
namespace {

namespace fs = std::filesystem;

/// Beyond what the build and the trial may take: for unpacking, copying, and a busy machine.
constexpr std::chrono::seconds kMargin{180};
constexpr std::chrono::seconds kUsualBuild{60};

FileDescriptor nothing() {
  FileDescriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  if (null.get() < 0) {
    throw_errno("/dev/null");
  }
  return null;
}

std::string text_in(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    throw std::runtime_error(file.string() + " cannot be read");
  }
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

std::string PreparingProcess::job_of(const fs::path& file, const fs::path& work) const {
  const SubmissionSpec& spec = *config_.submissions;
  PreparationJob job;
  job.submission = file;
  job.destination = work / "bot";
  job.build = spec.build;
  job.command = spec.command;
  job.adapter = spec.adapter == nullptr ? "" : std::string(spec.adapter->name);
  job.pipes = spec.stdio == Stdio::pipe;
  job.memory_mib = config_.memory_mib;
  job.game = config_.game->name;
  job.options = config_.instances.at(0).options;
  job.clock = config_.clock.json();
  job.seed = random_seed();
  job.sandbox = name_of(config_.sandbox);
  job.as_root = config_.as_root;
  job.report = work / "report.json";
  job.trash = folder_.work();
  return job.json();
}

Milliseconds PreparingProcess::longest() const {
  const auto& build = config_.submissions->build;
  const auto seconds =
      build.is_object() ? build.value("timeout_s", kUsualBuild.count()) : kUsualBuild.count();
  return std::chrono::seconds(2 * seconds) + submission::kLongestTrial + kMargin;
}

Task<VersionReport> PreparingProcess::prepare(fs::path file, fs::path built) {
  if (stopped_) {
    throw std::runtime_error("the referee is stopping");
  }
  const fs::path work = fs::absolute(folder_.new_work_folder());
  write_file_atomically(work / "job.json", job_of(fs::absolute(file), work), Sync::none);
  const FileDescriptor null = nothing();
  const BotCommand command{{this_program(), "prepare", (work / "job.json").string()}};
  const auto process = Process::start(tasks_, reaper_, command, null, null);
  kill_ = [process] { process->signal(SIGKILL); };
  const TimePoint deadline = std::chrono::steady_clock::now() + longest();
  const bool ended = co_await process->ended_by(deadline);
  if (!ended) {
    co_await process->stop(Milliseconds(0));
  }
  kill_ = {};
  if (stopped_ || !ended || !process->succeeded()) {
    const std::string why = ended ? how_ended(*process) : "it took too long";
    folder_.discard(work);
    throw std::runtime_error(stopped_ ? "the referee is stopping" : why);
  }
  VersionReport report = VersionReport::read(text_in(work / "report.json"));
  if (fs::exists(work / "bot")) {
    fs::rename(work / "bot", built);
  }
  folder_.discard(work);
  co_return report;
}

void PreparingProcess::stop() {
  stopped_ = true;
  if (kill_) {
    kill_();
  }
}

}  // namespace referee::versions
