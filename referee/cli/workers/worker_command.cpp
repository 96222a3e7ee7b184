#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include <CLI/CLI.hpp>

#include "protocol/messages.h"
#include "referee/base/secrets.h"
#include "referee/base/text.h"
#include "referee/cli/bot_options.h"
#include "referee/cli/commands.h"
#include "referee/cli/logging.h"
#include "referee/command/command_loop.h"
#include "referee/match/attempts_here.h"
#include "referee/net/service_manager.h"
#include "referee/process/cpus.h"
#include "referee/queue/machine.h"
#include "referee/queue/worker.h"

namespace referee {
namespace {

constexpr std::int64_t kMostSlots = 1024;
constexpr std::int64_t kMib = 1024 * 1024;

/// The command line as it was written.
struct WorkerArguments {
  std::string store;
  std::string name;
  std::int64_t slots = 0;  // 0: as many as this machine has CPUs
  bool until_idle = false;
  std::int64_t idle_s = 30;
  std::string cache;
  std::int64_t cache_mib = 4096;
  std::string bundles;
  std::string sandbox = name_of(kUsualSandbox);
  bool as_root = false;
  LogSpec log;
};

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "worker";
}

std::filesystem::path cache_of_user() {
  if (const char* const folder = std::getenv("XDG_CACHE_HOME"); folder != nullptr && *folder != '\0') {
    return std::filesystem::path(folder) / "referee-worker";
  }
  return std::filesystem::temp_directory_path() / ("referee-worker-" + std::to_string(::geteuid()));
}

/// One that no other worker of this user has.
std::filesystem::path usual_cache() {
  const std::filesystem::path first = cache_of_user();
  std::filesystem::path cache = first;
  for (int number = 2; queue::BundleCache::is_in_use(cache); ++number) {
    cache = first.string() + "-" + std::to_string(number);
  }
  return cache;
}

queue::WorkerSpec spec_of(const WorkerArguments& arguments, const Sandbox& sandbox) {
  queue::WorkerSpec spec;
  // Another process of this name, and this one after a restart, are others.
  spec.identity.name =
      (arguments.name.empty() ? host_name() : arguments.name) + "/" + random_hex().substr(0, 8);
  spec.identity.slots =
      arguments.slots > 0 ? arguments.slots : static_cast<std::int64_t>(process_cpus().size());
  spec.identity.sandbox = static_cast<std::int64_t>(sandbox.level());
  spec.sandbox = sandbox.level();
  spec.as_root = arguments.as_root;
  nlohmann::json about = queue::machine_of();
  spec.identity.cpu = about.at("cpu").get<std::string>();
  about["name"] = spec.identity.name;
  about["sandbox"] = name_of(sandbox.level());
  spec.identity.about = protocol::dump(about);
  spec.cache = arguments.cache.empty() ? usual_cache() : std::filesystem::path(arguments.cache);
  spec.cache_bytes = static_cast<std::uint64_t>(arguments.cache_mib * kMib);
  spec.bundles = arguments.bundles;
  if (arguments.until_idle) {
    spec.until_idle = std::chrono::seconds(arguments.idle_s);
  }
  return spec;
}

queue::WorkerMeans means_of(Tasks& tasks, Launcher& launcher, const StoreUri& store,
                            const WorkerIdentity& identity) {
  return {[store, identity] { return open_job_desk(store, identity); },
          [&tasks, &launcher] { return std::make_unique<AttemptsHere>(tasks, launcher); }, launcher.reaper()};
}

/// One run of the command: owns the event loop and its users.
class WorkerRun {
 public:
  WorkerRun(const StoreUri& store, const queue::WorkerSpec& spec, std::shared_ptr<const Sandbox> sandbox)
      : loop_([this](int) { worker_.drain(); }, [this](int) { worker_.abort(); }),
        launcher_(loop_.tasks(), std::move(sandbox)),
        worker_(loop_.tasks(), means_of(loop_.tasks(), launcher_, store, spec.identity), spec),
        watchdog_(loop_.io(), [this] { manager_.alive("working"); }) {}

  /// The exit code.
  int run() {
    launcher_.keep_apart();
    manager_.ready("working");
    if (manager_.watchdog()) {
      watchdog_.begin(*manager_.watchdog() / 2);
    }
    loop_.run("worker", worker_.run(), [this] {
      launcher_.close();
      watchdog_.end();
    });
    loop_.rethrow_failure();
    std::cout << worker_.played() << " games played";
    if (worker_.built() > 0) {
      std::cout << ", " << worker_.built() << " submissions built";
    }
    std::cout << std::endl;
    return exit_code::kDone;
  }

 private:
  CommandLoop loop_;
  Launcher launcher_;
  queue::Worker worker_;
  ServiceManager manager_ = ServiceManager::from_environment();
  PeriodicTimer watchdog_;
};

int work(const WorkerArguments& arguments) {
  set_up_logging(arguments.log);
  const auto level = sandbox_level(arguments.sandbox).value_or(kUsualSandbox);
  std::shared_ptr<const Sandbox> sandbox = open_sandbox(level, arguments.as_root, Confines::something);
  const queue::WorkerSpec spec = spec_of(arguments, *sandbox);
  return WorkerRun(StoreUri::parse(arguments.store), spec, std::move(sandbox)).run();
}

}  // namespace

void add_worker_command(CLI::App& app, int& code) {
  CLI::App* command =
      app.add_subcommand("worker", "Play matches and build submissions for a referee on another machine");
  const auto arguments = std::make_shared<WorkerArguments>();
  command->add_option("--store", arguments->store, "postgresql:..., where the tournament is kept")
      ->type_name("STORE")
      ->envname("REFEREE_STORE")
      ->required();
  command->add_option("--name", arguments->name, "Shown by `referee workers`; default: this machine's name")
      ->type_name("NAME");
  command
      ->add_option("--slots", arguments->slots,
                   "Seats of bots that are asked at once; default: one for each CPU")
      ->check(CLI::Range(std::int64_t{1}, kMostSlots));
  command->add_flag("--until-idle", arguments->until_idle,
                    "Ends when no match has waited for --idle-s seconds");
  command->add_option("--idle-s", arguments->idle_s, "See --until-idle; default 30")
      ->type_name("SECONDS")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{86400}));
  command
      ->add_option("--cache", arguments->cache,
                   "Folder for bots, of this worker alone; default: referee-worker in XDG_CACHE_HOME, "
                   "or the next one that is free")
      ->type_name("FOLDER");
  command->add_option("--cache-mib", arguments->cache_mib, "Its largest size; default 4096")
      ->type_name("MIB")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1024 * 1024}));
  command
      ->add_option("--bundles", arguments->bundles,
                   "Folder of bundles that all machines see: workers.bundles of the tournament file")
      ->type_name("FOLDER")
      ->envname("REFEREE_BUNDLES")
      ->check(CLI::ExistingDirectory.description(""));
  command->add_option("--sandbox", arguments->sandbox, "The least level: none, basic, bwrap or full")
      ->check(CLI::IsMember({"none", "basic", "bwrap", "full"}));
  add_as_root_flag(*command, arguments->as_root);
  add_log_options(*command, arguments->log);
  command->footer(
      "The tournament file says \"workers\": true. The first SIGTERM or SIGINT lets running matches end, the "
      "second one ends them: they are played again elsewhere.\n"
      "Exit code: 0 stopped in order, or idle; 2 no such store; 3 this machine failed; 4 sandbox weaker than "
      "asked.\n\n"
      "Example:\n"
      "  referee worker --store 'postgresql://worker@db.example.org/class?schema=spring' --slots 8");
  command->callback([arguments, &code] { code = work(*arguments); });
}

}  // namespace referee
