#include "referee/queue/worker_build.h"

#include <exception>
#include <stdexcept>
#include <utility>

#include "protocol/sha256.h"
#include "referee/base/failure_text.h"
#include "referee/base/files.h"
#include "referee/base/folder_copy.h"
#include "referee/prepare/archive.h"
#include "referee/queue/bundle.h"

namespace referee::queue {
namespace {

namespace fs = std::filesystem;

/// Bots of users of their own pass through the folder that leads to theirs, and see no names in it.
constexpr fs::perms kPassThrough = fs::perms::owner_all | fs::perms::group_exec | fs::perms::others_exec;

/// The bytes are those of its name, so it is what the referee has packed.
void unpack_hand_in(const QueuedBuild& build, const std::string& bytes, const fs::path& work) {
  if (protocol::Sha256::hex_of(bytes) != build.hand_in.bundle) {
    throw std::runtime_error("the bytes of bundle " + build.hand_in.bundle + " are not its own");
  }
  const fs::path archive = work / "hand_in.tar.zst";
  write_file_atomically(archive, bytes, Sync::none);
  fs::create_directory(work / "hand_in");
  (void)prepare::unpack_archive(archive, work / "hand_in", kWholeBound, prepare::Packer::referee);
  fs::remove(archive);
}

/// Copies, because a build may change the course's files; where the copy of part `index` is.
fs::path copy_provided(const QueuedBuild& build, std::size_t index, const fs::path& cached,
                       const fs::path& work) {
  const fs::path to = work / "provided" / std::to_string(index);
  fs::create_directories(to);
  (void)copy_folder(cached, to, [](const fs::path&) { return false; });
  return to / build.provided[index].name;
}

}  // namespace

Task<WorkerBuild::Made> WorkerBuild::run(std::string body) {
  std::optional<ScratchFolder> scratch;
  Made made_of_it;
  try {
    QueuedBuild build = co_await queued(std::move(body));
    scratch.emplace();
    fs::permissions(scratch->path(), kPassThrough);
    made_of_it = co_await made(std::move(build), scratch->path());
  } catch (const CannotTravel& error) {
    made_of_it.outcome = FailedBuild{error.what(), true};
  } catch (const std::exception& error) {
    made_of_it.outcome = FailedBuild{failure_text(error)};
  }
  (void)co_await room_.work.run<bool>([&scratch] {
    scratch.reset();
    return true;
  });
  co_return made_of_it;
}

/// What the job says, once its game is open on this machine.
Task<QueuedBuild> WorkerBuild::queued(std::string body) {
  co_return co_await room_.work.run<QueuedBuild>([this, &body] {
    const nlohmann::json job = nlohmann::json::parse(body);
    open_rules_of(job, room_.cached);
    return QueuedBuild::read(job);
  });
}

Task<WorkerBuild::Made> WorkerBuild::made(QueuedBuild build, fs::path work) {
  std::vector<fs::path> provided = co_await room_.work.run<std::vector<fs::path>>([this, &build, &work] {
    unpack_hand_in(build, room_.fetch(build.hand_in.bundle), work);
    std::vector<fs::path> copies;
    for (std::size_t i = 0; i < build.provided.size(); ++i) {
      copies.push_back(copy_provided(build, i, room_.cached(build.provided[i].bundle), work));
    }
    return copies;
  });
  prepare::Order order = std::move(build.order);
  order.submission = work / "hand_in";
  if (!build.hand_in.name.empty()) {
    order.submission /= build.hand_in.name;
  }
  if (order.build) {
    order.build->provide = std::move(provided);
  }
  order.destination = work / "bot";
  const fs::path bot = order.destination;
  Made made;
  BuiltOutcome built;
  built.report = co_await process_.prepare("the submission", std::move(order));
  if (built.report.stage == prepare::Stage::machine) {  // another worker may have more luck
    made.outcome = FailedBuild{std::move(built.report.problem)};
    co_return made;
  }
  if (built.report.is_ready()) {
    Bundle bundle = co_await room_.work.run<Bundle>([bot] { return pack_whole(bot); });
    built.bundle = std::move(bundle.sha256);
    made.bundle = std::move(bundle.bytes);
  }
  made.outcome = std::move(built);
  co_return made;
}

}  // namespace referee::queue
