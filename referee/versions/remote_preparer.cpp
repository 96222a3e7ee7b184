#include "referee/versions/remote_preparer.h"

#include <spdlog/spdlog.h>

#include <exception>
#include <system_error>
#include <utility>
#include <vector>

namespace referee::versions {
namespace {

namespace fs = std::filesystem;

}  // namespace

RemotePreparer::RemotePreparer(queue::RemoteJobs& jobs, const TournamentConfig& config, VersionFolder folder,
                               std::unique_ptr<Preparer> here)
    : config_(config),
      folder_(std::move(folder)),
      here_(std::move(here)),
      alone_(jobs.tasks().io(), 1),
      builds_(jobs, Sync::disk),
      sweeper_(jobs.tasks(), "the thread that removes old versions") {}

/// A draft takes its last name once it is whole: until then the next start removes it.
Task<VersionReport> RemotePreparer::prepare(fs::path file, fs::path built) {
  co_await sweep_work();
  const fs::path draft = built.parent_path() / ("." + built.filename().string() + ".new");
  bool is_too_large = false;
  prepare::PreparationReport report;
  try {
    prepare::PreparationOrder order = order_of(config_);
    order.submission = fs::absolute(file);
    order.destination = draft;
    Task<prepare::PreparationReport> building =
        builds_.build("version " + built.filename().string(), std::move(order));
    report = co_await std::move(building);
  } catch (const queue::CannotTravel& error) {
    spdlog::info("{}: this machine builds it", error.what());
    is_too_large = true;
  }
  if (is_too_large) {
    Task<VersionReport> preparing = prepare_here(std::move(file), std::move(built));
    VersionReport own = co_await std::move(preparing);
    co_return own;
  }
  if (fs::exists(draft)) {
    fs::rename(draft, built);
  }
  co_return report_of(std::move(report), config_);
}

Task<VersionReport> RemotePreparer::prepare_here(fs::path file, fs::path built) {
  const Slots::Held alone = co_await alone_.take(1);
  is_here_ = true;
  std::exception_ptr failure;
  VersionReport report;
  try {
    Task<VersionReport> preparing = here_->prepare(std::move(file), std::move(built));
    report = co_await std::move(preparing);
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  is_here_ = false;
  if (failure) {
    std::rethrow_exception(failure);
  }
  co_return report;
}

/// Removes what was discarded; a preparation here removes it itself, and works in that folder.
Task<> RemotePreparer::sweep_work() {
  std::vector<fs::path> discarded;
  std::error_code missing;
  for (const auto& entry : fs::directory_iterator(folder_.work(), missing)) {
    discarded.push_back(entry.path());
  }
  if (is_here_ || discarded.empty()) {
    co_return;
  }
  Task<bool> swept = sweeper_.run<bool>([discarded] {
    for (const fs::path& folder : discarded) {
      std::error_code stays;
      fs::remove_all(folder, stays);
    }
    return true;
  });
  (void)co_await std::move(swept);
}

void RemotePreparer::stop() {
  builds_.stop();
  here_->stop();
  alone_.close();
}

}  // namespace referee::versions
