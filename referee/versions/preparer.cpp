#include "referee/versions/preparer.h"

#include <stdexcept>
#include <utility>

#include "referee/adapt/adapter.h"

namespace referee::versions {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStopping = "the referee is stopping";

}  // namespace

prepare::PreparationOrder order_of(const TournamentConfig& config) {
  const SubmissionSpec& spec = *config.submissions;
  prepare::PreparationOrder order;
  if (!spec.build.is_null()) {
    order.build = prepare::Build::read(spec.build, "submissions.build");
  }
  order.command = spec.command;
  order.adapter = spec.adapter;
  order.stdio = spec.stdio;
  order.memory_mib = config.memory_mib;
  order.trial.game = config.game;
  order.trial.options = config.trial.options;
  order.trial.clock = config.clock;
  order.trial.seed = config.trial.seed.value();
  return order;
}

VersionReport report_of(prepare::PreparationReport report, const TournamentConfig& config) {
  const SubmissionSpec& spec = *config.submissions;
  return VersionReport::of(std::move(report), spec.adapter == nullptr ? "" : std::string(spec.adapter->name),
                           spec.stdio == Stdio::pipe);
}

Task<VersionReport> PreparingProcess::prepare(fs::path file, fs::path built) {
  const Slots::Held slot = co_await slots_.take(1);
  if (stopped_) {
    throw std::runtime_error(kStopping);
  }
  prepare::PreparationOrder order = order_of(config_);
  order.submission = fs::absolute(file);
  prepare::PreparationJob job = prepare::PreparationJob::of(order);
  job.sandbox = name_of(config_.sandbox);
  job.as_root = config_.as_root;
  job.trash = folder_.work();
  const fs::path work = fs::absolute(folder_.new_work_folder());
  std::exception_ptr failure;
  prepare::PreparationReport report;
  process_.emplace(tasks_, reaper_);
  try {
    Task<prepare::PreparationReport> running = process_->run(std::move(job), work);
    report = co_await std::move(running);
    if (const fs::path bot = prepare::PreparationProcess::bot(work); fs::exists(bot)) {
      fs::rename(bot, built);
    }
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  process_.reset();
  folder_.discard(work);
  if (failure) {
    std::rethrow_exception(failure);
  }
  co_return report_of(std::move(report), config_);
}

void PreparingProcess::stop() {
  stopped_ = true;
  if (process_) {
    process_->stop(kStopping);
  }
}

}  // namespace referee::versions
