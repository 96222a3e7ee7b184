#include "referee/prepare/own_process.h"

#include <fcntl.h>

#include <chrono>
#include <csignal>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "referee/base/file_descriptor.h"
#include "referee/base/files.h"
#include "referee/base/strict_json.h"
#include "referee/prepare/trial.h"
#include "referee/process/process.h"
#include "referee/process/program.h"

namespace referee::prepare {
namespace {

namespace fs = std::filesystem;

/// Beyond what the build and the trial may take: for unpacking, copying, and a busy machine.
constexpr std::chrono::seconds kPreparationMargin{180};
constexpr std::size_t kMostReportMib = 64;

FileDescriptor null_device() {
  FileDescriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  if (null.get() < 0) {
    throw_errno("/dev/null");
  }
  return null;
}

/// A hand-in may be built by the command of the build, or by that of the start table.
Milliseconds longest_of(const PreparationJob& job) {
  const std::int64_t usual = Build().timeout_s;
  const std::int64_t seconds = job.build.is_object() ? job.build.value("timeout_s", usual) : usual;
  return std::chrono::seconds(2 * seconds) + kLongestTrial + kPreparationMargin;
}

}  // namespace

Task<PreparationReport> PreparationProcess::run(PreparationJob job, fs::path work) {
  if (!stopped_for_.empty()) {
    throw std::runtime_error(stopped_for_);
  }
  const Milliseconds longest = longest_of(job);
  const fs::path order = work / "job.json";
  const fs::path report = work / "report.json";
  job.destination = bot(work);
  job.report = report;
  write_file_atomically(order, job.json(), Sync::none);
  const FileDescriptor null = null_device();
  const BotCommand command{{this_program(), "prepare", order.string()}};
  const auto process = Process::start(tasks_, reaper_, command, null, null);
  kill_ = [process] { process->signal(SIGKILL); };
  const TimePoint deadline = std::chrono::steady_clock::now() + longest;
  const bool ended = co_await process->ended_by(deadline);
  if (!ended) {
    co_await process->stop(Milliseconds(0));
  }
  kill_ = {};
  if (!stopped_for_.empty() || !ended || !process->succeeded()) {
    const std::string why = ended ? how_ended(*process) : "it took too long";
    throw std::runtime_error(stopped_for_.empty() ? why : stopped_for_);
  }
  co_return PreparationReport::read(parse_strict(read_small_file(report, kMostReportMib), report.string()));
}

void PreparationProcess::stop(std::string why) {
  stopped_for_ = std::move(why);
  if (kill_) {
    kill_();
  }
}

}  // namespace referee::prepare
