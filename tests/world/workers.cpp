#include "tests/world/workers.h"

#include <algorithm>
#include <filesystem>

#include "tests/support/sums.h"

namespace world {

using namespace std::chrono_literals;

namespace {

constexpr std::size_t kMostWorkers = 5;
constexpr unsigned kMostlyRight = 20;  // the weight of what is right, with a vice of 1
constexpr std::uint64_t kCache = 1024 * 1024;
constexpr std::uint64_t kFewBots = 40;  // bytes: some ten of them

/// The rules of Sums as a worker finds them, by their name.
void add_sums() {
  static const engines::Entry& added =
      engines::add_game(std::make_unique<engines::HostedEntry<test_support::Sums>>());
  (void)added;
}

SimulatedWorker::Person draw_worker(Random& random, const test_support::TempFolder& folder,
                                    std::size_t index) {
  SimulatedWorker::Person worker;
  worker.name = "worker" + std::to_string(index);
  worker.slots = 1 + static_cast<std::int64_t>(draw(random, 4));
  worker.cache = folder / ("cache of " + worker.name);
  worker.cache_bytes = draw(random, 2) == 0 ? kCache : 1 + draw(random, kFewBots);
  worker.habits[static_cast<std::size_t>(WorkerDeed::plays_slowly)] = 1;
  if (worker.name == Workers::kHonest) {
    return worker;
  }
  const auto only = static_cast<std::size_t>(draw(random, kWorkerDeeds));  // of a worker that has one vice
  const bool always = draw(random, 3) == 0;
  worker.habits[0] = always ? 0 : kMostlyRight;
  for (std::size_t deed = 1; deed < kWorkerDeeds; ++deed) {
    worker.habits[deed] = (always ? deed == only : draw(random, 3) == 0) ? 1 : 0;
  }
  worker.habits[static_cast<std::size_t>(WorkerDeed::plays_slowly)] = 1;
  // Three that say so end the tournament, or a bot's part in a match.
  worker.habits[static_cast<std::size_t>(WorkerDeed::says_void)] *= index == 1 ? 1 : 0;
  worker.habits[0] += std::ranges::all_of(worker.habits, [](unsigned weight) { return weight == 0; }) ? 1 : 0;
  worker.renamed = index > 1 && draw(random, 2) == 0;
  return worker;
}

}  // namespace

void launch_at_workers(Random& random, const test_support::TempFolder& folder,
                       referee::TournamentConfig& config) {
  add_sums();
  referee::WorkersSpec workers;
  workers.sandbox = referee::SandboxLevel::none;
  workers.most_lost = 1 + draw(random, 4);
  config.workers = workers;
  const bool travel = draw(random, 2) == 0;
  for (referee::EntrantSpec& entrant : config.entrants) {
    referee::BotCommand& bot = entrant.bot.emplace();
    bot.argv = {"a program of its machine"};
    bot.confinement.emplace();
    if (travel) {
      bot.confinement->folder = folder / ("bot of " + entrant.name);
      std::filesystem::create_directory(bot.confinement->folder);
      const std::filesystem::path program = bot.confinement->folder / "bin" / "program";
      std::filesystem::create_directory(program.parent_path());
      test_support::write_file(program, entrant.name);
      std::filesystem::permissions(program, std::filesystem::perms::owner_all);
      bot.argv.push_back(program.string());
    }
    entrant.token_sha256.clear();
  }
}

Workers::Workers(NetworkLoop& loop, Random& random, const test_support::TempFolder& folder, WorkersPast& past)
    : past_(past),
      reaper_(loop.tasks()),
      table_(loop.io(), past.claims),
      arbiter_(loop.io(), [this] { resume(); }) {
  const std::size_t count = 1 + draw(random, kMostWorkers);
  for (std::size_t i = 0; i < count; ++i) {
    SimulatedWorker::Person person = draw_worker(random, folder, i);
    workers_.push_back(std::make_unique<SimulatedWorker>(loop, reaper_, table_, std::move(person), random()));
  }
}

void Workers::start(test_support::RunningTournament& running) {
  running_ = &running;
  arbiter_.begin(30s);
  for (const auto& worker : workers_) {
    worker->start();
  }
}

void Workers::stop() {
  arbiter_.end();
  reaper_.stop();
  for (const auto& worker : workers_) {
    worker->stop();
  }
}

void Workers::resume() {
  if (!running_->runner().halted().empty()) {
    past_.halts.push_back(running_->runner().halted());
    Asked& asked = asked_.emplace_back();
    running_->ask({"resume"}, asked.reply, asked.done);
  }
}

}  // namespace world
