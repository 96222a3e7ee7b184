#include "referee/queue/remote_builds.h"

#include <spdlog/spdlog.h>

#include <exception>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "engines/registry.h"
#include "protocol/messages.h"
#include "protocol/sha256.h"
#include "referee/base/folder.h"
#include "referee/base/folder_copy.h"
#include "referee/prepare/archive.h"
#include "referee/queue/outcome_text.h"
#include "referee/store/store.h"

namespace referee::queue {
namespace {

namespace fs = std::filesystem;

constexpr Milliseconds kTryAgainAfter{1000};

struct PackedHandIn {
  Bundle bundle;
  std::string name;  // QueuedBuild::Part::name
  std::vector<std::string> left_out;
};

/// Packs a hand-in with the files that a build on this machine would copy.
PackedHandIn pack_hand_in(const fs::path& submission) {
  if (!fs::is_directory(submission)) {
    return {pack_file(submission), submission.filename().string(), {}};
  }
  const ScratchFolder copy;
  try {
    const auto all = [](const fs::path&) { return false; };
    std::vector<std::string> left_out = copy_folder(submission, copy.path(), all);
    return {pack_whole(copy.path()), "", std::move(left_out)};
  } catch (const FolderTooLarge& large) {
    throw CannotTravel(submission.string() + " has " + large.what());
  } catch (const fs::filesystem_error& error) {
    throw CannotTravel(error.what());
  }
}

/// With what its links lead to, as BuiltCopy copies it.
Bundle pack_provided(const fs::path& path) {
  const ScratchFolder copy;
  copy_with_links(path, copy.path());
  return pack_whole(copy.path());
}

/// What the author of a hand-in is told that workers have lost. `workers`: the names of each.
prepare::Report lost_report(const std::map<std::string, std::string>& workers) {
  prepare::Report report;
  report.stage = prepare::Stage::build;
  std::string& problem = report.problem;
  problem = std::to_string(workers.size()) +
            " workers were lost while they built or tried it: does it bring a machine down? They were ";
  std::string_view separator;
  for (const auto& [worker, name] : workers) {
    problem.append(std::exchange(separator, ", ")).append(name);
  }
  return report;
}

/// Throws prepare::BadSubmission for bytes that are not those that the worker has named, or no archive.
void unpack_built(const std::string& bytes, const std::string& sha256, const fs::path& to, Sync sync) {
  if (protocol::Sha256::hex_of(bytes) != sha256) {
    throw prepare::BadSubmission("what was built is not the bundle that the outcome names");
  }
  const ScratchFolder scratch;
  const fs::path archive = scratch.path() / "built.tar.zst";
  write_file_atomically(archive, bytes, Sync::none);
  fs::create_directory(to);
  try {
    (void)prepare::unpack_archive(archive, to, kWholeBound, prepare::Packer::referee);
    if (sync == Sync::disk) {
      sync_file_system(to);
    }
  } catch (const std::exception&) {
    fs::remove_all(to);
    throw;
  }
}

}  // namespace

/// One build needs a hand-in's bundle; the last one has it removed.
class RemoteBuilds::HandInOnBoard {
 public:
  HandInOnBoard(RemoteBuilds& builds, std::string sha256) : builds_(builds), sha256_(std::move(sha256)) {
    ++builds_.hand_ins_[sha256_];
  }
  ~HandInOnBoard() {
    if (--builds_.hand_ins_[sha256_] == 0) {
      builds_.hand_ins_.erase(sha256_);
      builds_.jobs_.board().remove_bundle(sha256_);
    }
  }
  HandInOnBoard(const HandInOnBoard&) = delete;
  HandInOnBoard& operator=(const HandInOnBoard&) = delete;

 private:
  RemoteBuilds& builds_;
  const std::string sha256_;
};

RemoteBuilds::RemoteBuilds(RemoteJobs& jobs, Sync sync, prepare::Preparer& here, OnTooLarge on_too_large)
    : jobs_(jobs),
      sync_(sync),
      here_(here),
      on_too_large_(std::move(on_too_large)),
      work_(jobs.tasks(), "the thread that packs hand-ins"),
      rules_(jobs.board(), work_) {}

RemoteBuilds::~RemoteBuilds() = default;

Task<prepare::Report> RemoteBuilds::prepare(std::string name, prepare::Order order) {
  try {
    prepare::Report report = co_await build(name, order);
    co_return report;
  } catch (const CannotTravel& error) {
    on_too_large_(error.what());
  }
  prepare::Report report = co_await here_.prepare(std::move(name), std::move(order));
  co_return report;
}

Task<prepare::Report> RemoteBuilds::build(std::string name, prepare::Order order) {
  PackedHandIn hand_in =
      co_await work_.run<PackedHandIn>([submission = order.submission] { return pack_hand_in(submission); });
  const HandInOnBoard on_board(*this, hand_in.bundle.sha256);
  const QueuedBuild::Part part{hand_in.bundle.sha256, hand_in.name};
  co_await jobs_.board().put_bundle(std::move(hand_in.bundle));
  fs::path to = order.destination;
  QueuedBuild queued_build = co_await queued(std::move(order));
  queued_build.hand_in = part;
  prepare::Report report = co_await built(std::move(name), std::move(queued_build), std::move(to));
  std::vector<std::string>& left_out = report.left_out;
  left_out.insert(left_out.begin(), hand_in.left_out.begin(), hand_in.left_out.end());
  co_return report;
}

/// Posts it until a worker has built it, or WorkerTerms::most_lost workers have lost it.
Task<prepare::Report> RemoteBuilds::built(std::string name, QueuedBuild build, fs::path to) {
  const std::string body = protocol::dump(build.json());
  std::map<std::string, std::string> lost_by;  // by role and name: the name alone
  for (int attempt = 1, failures = 0; stopped_for_.empty(); ++attempt) {
    const std::string job_name = "build " + name + "/" + std::to_string(attempt);
    const EndedJob ended = co_await posted(job_name, body);
    if (ended.kind == EndedJob::Kind::lost) {
      const std::string worker = worker_text(ended.news);
      spdlog::warn("{}: {} has lost it", job_name, worker);
      const bool is_first = lost_by.emplace(worker, ended.news.worker).second;
      if (lost_by.size() >= jobs_.terms().most_lost) {
        co_return lost_report(lost_by);
      }
      if (!is_first) {
        co_await pause();
      }
    }
    if (ended.kind != EndedJob::Kind::over) {
      continue;
    }
    Taken taken = co_await take(ended, job_name, to);
    jobs_.board().remove(job_name);
    if (taken.report) {
      co_return *std::move(taken.report);
    }
    if (taken.is_too_large) {
      throw CannotTravel(taken.why);
    }
    spdlog::error("{}: {} has failed: {}", job_name, worker_text(ended.news), taken.why);
    if (++failures == kTries) {
      throw std::runtime_error("workers have failed " + std::to_string(kTries) + " times: " + taken.why);
    }
    co_await pause();
  }
  throw std::runtime_error(stopped_for_);
}

Task<> RemoteBuilds::pause() { co_await sleep(jobs_.tasks().io(), kTryAgainAfter); }

void RemoteBuilds::stop(const std::string& why) {
  stopped_for_ = why;
  here_.stop(why);
  for (const std::shared_ptr<RemoteJob>& job : running_) {
    job->call_off();
  }
}

// ---- what travels there ----

/// With the course's files, but without its hand-in.
Task<QueuedBuild> RemoteBuilds::queued(prepare::Order order) {
  QueuedBuild build;
  if (order.build) {
    for (const fs::path& path : std::exchange(order.build->provide, {})) {
      QueuedBuild::Part part = co_await provided(path);
      build.provided.push_back(std::move(part));
    }
  }
  build.rules = co_await rules_.rules(*order.trial->game);
  build.game_version = order.trial->game->version;
  build.order = std::move(order);
  build.order.submission.clear();
  build.order.destination.clear();
  co_return build;
}

/// Packed once: as it is when a hand-in first needs it.
Task<QueuedBuild::Part> RemoteBuilds::provided(const fs::path& path) {
  if (const auto found = provided_.find(path); found != provided_.end()) {
    co_return found->second;
  }
  Bundle bundle = co_await work_.run<Bundle>([path] { return pack_provided(path); });
  const QueuedBuild::Part part{bundle.sha256, path.filename().string()};
  co_await jobs_.board().put_bundle(std::move(bundle));
  provided_[path] = part;
  co_return part;
}

Task<EndedJob> RemoteBuilds::posted(const std::string& job_name, const std::string& body) {
  const auto job = std::make_shared<RemoteJob>(jobs_.tasks().io(), job_name);
  StoredJob stored;
  stored.name = job_name;
  stored.body = body;
  stored.sandbox = static_cast<std::int64_t>(jobs_.terms().sandbox);
  stored.cpu = jobs_.terms().cpu;
  stored.builds = true;
  running_.insert(job);
  EndedJob ended;
  std::exception_ptr failure;
  try {
    ended = co_await jobs_.run(job, std::move(stored));
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  running_.erase(job);
  if (failure) {
    std::rethrow_exception(failure);
  }
  co_return ended;
}

// ---- what comes back ----

/// Whoever hands in what is not true has a fault, or is in wrong hands.
Task<RemoteBuilds::Taken> RemoteBuilds::take(const EndedJob& ended, const std::string& job_name,
                                             const fs::path& to) {
  Taken taken;
  try {
    BuildOutcome outcome = co_await work_.run<BuildOutcome>(
        [&ended] { return read_build_outcome(parse_outcome(ended.outcome)); });
    if (const auto* const failed = std::get_if<FailedBuild>(&outcome)) {
      taken.why = failed->why;
      taken.is_too_large = failed->is_too_large;
      co_return taken;
    }
    BuiltOutcome& built = std::get<BuiltOutcome>(outcome);
    built.report.built_bytes = 0;
    if (!built.bundle.empty()) {
      co_await fetch(job_name, built.bundle, to);
      built.report.built_bytes = co_await work_.run<std::uint64_t>([to] { return bytes_in(to); });
    }
    taken.report = std::move(built.report);
  } catch (const StoreError&) {
    throw;
  } catch (const std::system_error&) {
    throw;  // this machine has failed
  } catch (const std::exception& error) {
    taken.why = std::string("what it has sent does not count: ") + error.what();
  }
  co_return taken;
}

Task<> RemoteBuilds::fetch(const std::string& job_name, const std::string& sha256, const fs::path& to) {
  std::string bytes = co_await jobs_.board().built(job_name);
  (void)co_await work_.run<bool>([bytes = std::move(bytes), sha256, to, sync = sync_] {
    unpack_built(bytes, sha256, to, sync);
    return true;
  });
}

}  // namespace referee::queue
