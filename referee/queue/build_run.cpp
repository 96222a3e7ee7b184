#include "referee/queue/build_run.h"

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
  prepare::unpack_archive(archive, work / "hand_in", kWholeBound, prepare::Links::inside);
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

Task<BuildRun::Made> BuildRun::run(std::string body) {
  std::optional<ScratchFolder> scratch;
  Made made_of_it;
  try {
    QueuedBuild build = QueuedBuild::read(nlohmann::json::parse(body));
    scratch.emplace();
    fs::permissions(scratch->path(), kPassThrough);
    Task<Made> making = made(std::move(build), scratch->path());
    made_of_it = co_await std::move(making);
  } catch (const CannotTravel& error) {
    made_of_it.outcome = FailedBuild{error.what(), true};
  } catch (const std::exception& error) {
    made_of_it.outcome = FailedBuild{failure_text(error)};
  }
  Task<bool> removed = room_.work.run<bool>([&scratch] {
    scratch.reset();
    return true;
  });
  (void)co_await std::move(removed);
  co_return made_of_it;
}

Task<BuildRun::Made> BuildRun::made(QueuedBuild build, fs::path work) {
  Task<nlohmann::json> laid_out = room_.work.run<nlohmann::json>([this, &build, &work] {
    unpack_hand_in(build, room_.fetch(build.hand_in.bundle), work);
    nlohmann::json provided = nlohmann::json::array();
    for (std::size_t i = 0; i < build.provided.size(); ++i) {
      provided.push_back(copy_provided(build, i, room_.cached(build.provided[i].bundle), work).string());
    }
    return provided;
  });
  nlohmann::json provided = co_await std::move(laid_out);
  prepare::PreparationJob job = build.job;
  job.submission = work / "hand_in";
  if (!build.hand_in.name.empty()) {
    job.submission /= build.hand_in.name;
  }
  if (!provided.empty()) {
    job.build["provide"] = std::move(provided);
  }
  job.sandbox = name_of(room_.sandbox);
  job.as_root = room_.as_root;
  job.trash.clear();
  Task<prepare::PreparationReport> prepared = process_.run(std::move(job), work);
  Made made;
  BuiltOutcome built;
  built.report = co_await std::move(prepared);
  if (built.report.prepared.stage == prepare::Stage::ready) {
    Task<Bundle> packed =
        room_.work.run<Bundle>([bot = prepare::PreparationProcess::bot(work)] { return pack_whole(bot); });
    Bundle bundle = co_await std::move(packed);
    built.bundle = std::move(bundle.sha256);
    made.bundle = std::move(bundle.bytes);
  }
  made.outcome = std::move(built);
  co_return made;
}

}  // namespace referee::queue
