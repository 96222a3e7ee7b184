#include "tests/world/simulated_worker.h"

#include <algorithm>
#include <set>
#include <utility>

#include "referee/base/secrets.h"
#include "referee/queue/match_outcome.h"
#include "referee/record/record.h"
#include "tests/support/sample_record.h"
#include "tests/support/temp_folder.h"
#include "tests/world/attempts_by_rules.h"
#include "tests/world/dialled_bot.h"

namespace world {

using namespace std::chrono_literals;
using referee::ClaimedJob;
using referee::HandedIn;
using referee::Nanoseconds;
using referee::Task;

namespace fs = std::filesystem;

namespace {

constexpr Nanoseconds kShort = std::chrono::seconds(8);
constexpr Nanoseconds kLong = std::chrono::seconds(60);
constexpr std::size_t kDeep = 100'000;  // brackets

std::string match_of(const ClaimedJob& job) { return job.name.substr(0, job.name.find('/')); }

/// Whether that file of a cache is the program that the entrant has in launch_at_workers(), for no other to
/// change.
bool is_program_of(const std::string& name, const fs::path& file, const fs::path& cache) {
  constexpr fs::perms kWrite = fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
  const fs::perms mode = fs::status(file).permissions();
  return fs::exists(file) && file.string().starts_with(cache.string()) &&
         test_support::read_file(file) == name && (mode & kWrite) == fs::perms::none &&
         (mode & fs::perms::owner_exec) != fs::perms::none;
}

/// Another program, the program in another folder, or one that nobody can run.
void change(const fs::path& program, Random& random) {
  const fs::path folder = program.parent_path();
  for (const fs::path& path : {folder.parent_path(), folder, program}) {
    fs::permissions(path, fs::perms::owner_write, fs::perm_options::add);
  }
  switch (draw(random, 3)) {
    case 0:
      test_support::write_file(program, "another program");
      break;
    case 1:
      fs::rename(program, folder.parent_path() / program.filename());
      break;
    default:
      fs::permissions(program, fs::perms::owner_exec, fs::perm_options::remove);
  }
}

/// What it says of itself: that it is somebody else.
const std::string kAbout = R"({"cpu":"","cpus":1,"kernel":"","name":"another worker","sandbox":"none"})";

}  // namespace

/// The way to the table of jobs, with the faults of the worker.
class SimulatedWorker::Desk final : public referee::JobDesk {
 public:
  Desk(SimulatedWorker& worker, std::unique_ptr<referee::JobDesk> desk)
      : worker_(worker), desk_(std::move(desk)) {}

  void say_alive() override {
    worker_.reach();
    desk_->say_alive();
  }
  std::optional<ClaimedJob> claim(std::int64_t free, bool idle) override {
    worker_.reach();
    return seen(desk_->claim(free, idle));
  }
  bool renew(const ClaimedJob& job, std::int64_t turns) override {
    worker_.reach();
    return deed(job) == WorkerDeed::loses_renewals || desk_->renew(job, turns);
  }
  bool finish(const ClaimedJob& job, const std::string& outcome) override {
    return hand_in(job, [&] { return desk_->finish(job, worker_.outcome(job, outcome)); });
  }
  HandedIn finish_and_claim(const ClaimedJob& job, const std::string& outcome, std::int64_t free) override {
    HandedIn handed_in;
    handed_in.taken = hand_in(job, [&] {
      handed_in = desk_->finish_and_claim(job, worker_.outcome(job, outcome), free);
      handed_in.next = seen(std::move(handed_in.next));
      return handed_in.taken;
    });
    return handed_in;
  }
  std::optional<std::string> bundle(const ClaimedJob& job, const std::string& sha256) override {
    worker_.reach();
    std::optional<std::string> bytes = desk_->bundle(job, sha256);
    std::string& earlier = worker_.earlier_bundle_;
    if (bytes && deed(job) == WorkerDeed::damages_bundle) {
      return earlier.empty() || earlier == *bytes ? worker_.damaged(*std::move(bytes)) : earlier;
    }
    earlier = bytes.value_or(earlier);
    return bytes;
  }
  bool hand_in_built(const ClaimedJob& job, const std::string& bytes) override {
    worker_.reach();
    return desk_->hand_in_built(job, bytes);
  }
  Task<> wait_for_jobs(referee::WorkThread& thread, std::chrono::milliseconds patience) override {
    return desk_->wait_for_jobs(thread, patience);
  }

 private:
  WorkerDeed deed(const ClaimedJob& job) const { return worker_.claimed_.at(match_of(job)).deed; }
  std::optional<ClaimedJob> seen(std::optional<ClaimedJob> job) {
    return job ? std::optional(worker_.claimed(*std::move(job))) : std::nullopt;
  }
  template <class Call>
  bool hand_in(const ClaimedJob& job, const Call& call) {
    worker_.reach();
    if (deed(job) == WorkerDeed::forgets) {
      return false;
    }
    const bool lost = deed(job) == WorkerDeed::loses_reply;
    const bool taken = call();
    if (lost && taken) {
      throw referee::StoreError("the database has gone away");
    }
    return taken;
  }

  SimulatedWorker& worker_;
  std::unique_ptr<referee::JobDesk> desk_;
};

SimulatedWorker::SimulatedWorker(NetworkLoop& loop, referee::Reaper& reaper, JobTable& table, Person person,
                                 std::uint64_t seed)
    : loop_(loop),
      reaper_(reaper),
      table_(table),
      person_(std::move(person)),
      random_(seed),
      leaves_(loop.io()),
      is_cut_(loop.io()),
      changed_(loop.io()) {}

SimulatedWorker::~SimulatedWorker() = default;

// ---- its life ----

void SimulatedWorker::start() { loop_.tasks().start("worker " + person_.name, live()); }

void SimulatedWorker::stop() {
  stopped_ = true;
  leaves_.cancel();
  is_cut_.cancel();
  if (worker_) {
    worker_->abort();
  }
  changed_.notify();
}

Task<> SimulatedWorker::live() {
  while (!stopped_) {
    begin();
    co_await worker_->run();
    worker_.reset();
    if (!stopped_) {
      co_await changed_.changed_within(draw_time(random_, kLong));
    }
    gone_ = false;
  }
}

void SimulatedWorker::begin() {
  name_ = person_.name + (person_.renamed ? "/" + referee::random_hex().substr(0, 8) : "");
  claimed_.clear();
  const referee::WorkerIdentity identity{name_, kAbout, person_.slots};
  referee::queue::WorkerSpec spec;
  spec.identity = identity;
  spec.cache = person_.cache;
  spec.cache_bytes = person_.cache_bytes;
  change_bundles();
  worker_.emplace(loop_.tasks(), means(identity), std::move(spec));
}

referee::queue::WorkerMeans SimulatedWorker::means(const referee::WorkerIdentity& identity) {
  const auto time = [this](const referee::MatchJob& job) { return claimed_.at(job.spec.id).time; };
  const auto look = [this](const referee::MatchJob& job) { look_at_bots(job); };
  return {[this, identity] { return std::make_unique<Desk>(*this, table_.desk(identity)); },
          [this, time, look] { return std::make_unique<AttemptsByRules>(loop_.io(), time, look, random_()); },
          reaper_};
}

/// Somebody changes a part of what it has unpacked, while it is away.
void SimulatedWorker::change_bundles() {
  if (!fs::exists(person_.cache)) {
    return;  // it has none yet
  }
  std::set<fs::path> programs;  // in an order that is the same everywhere
  for (const auto& entry : fs::recursive_directory_iterator(person_.cache)) {
    if (entry.is_regular_file() && entry.path().filename() == "program") {
      programs.insert(entry.path());
    }
  }
  for (const fs::path& program : programs) {
    if (draw(random_, 2) == 0) {
      change(program, random_);
    }
  }
}

void SimulatedWorker::look_at_bots(const referee::MatchJob& job) {
  for (const referee::SeatSpec& seat : job.seats) {
    if (seat.bot && seat.bot->argv.size() > 1 &&
        !is_program_of(seat.name, seat.bot->argv[1], person_.cache)) {
      table_.claim_of(claimed_.at(job.spec.id).job, name_).wrong_bot = true;
    }
  }
}

void SimulatedWorker::reach() const {
  if (gone_ || loop_.clock().now() < cut_until_) {
    throw referee::StoreError("the database is away");
  }
}

// ---- what it does with a job ----

ClaimedJob SimulatedWorker::claimed(ClaimedJob job) {
  const auto deed = static_cast<WorkerDeed>(draw_by_weight(random_, person_.habits));
  const bool slow = deed == WorkerDeed::plays_slowly || deed == WorkerDeed::loses_renewals;
  const Nanoseconds time = draw_time(random_, slow ? kLong : kShort);
  claimed_[match_of(job)] = {deed, time, job.name};
  table_.claim_of(job.name, name_).deed = deed;
  if (deed == WorkerDeed::vanishes) {
    leaves_.set_after(draw_time(random_, kShort), [this] {
      gone_ = true;
      if (worker_) {
        worker_->abort();
      }
    });
  } else if (deed == WorkerDeed::is_cut_off) {
    is_cut_.set_after(draw_time(random_, kShort),
                      [this] { cut_until_ = loop_.clock().now() + draw_time(random_, kLong); });
  } else if (deed == WorkerDeed::other_attempt || deed == WorkerDeed::other_seed) {
    Json body = Json::parse(job.body);
    Json& number = body.at(deed == WorkerDeed::other_seed ? "seed" : "attempt");
    number = number.get<std::uint64_t>() + 1;
    job.body = body.dump();
  }
  return job;
}

std::string SimulatedWorker::outcome(const ClaimedJob& job, const std::string& truth) {
  using referee::queue::FailedOutcome;
  switch (claimed_.at(match_of(job)).deed) {
    case WorkerDeed::earlier_outcome:
      return earlier_.empty() ? earlier_ = truth : std::exchange(earlier_, truth);
    case WorkerDeed::damages:
      return damaged(truth);
    case WorkerDeed::changes_result:
      return changed(truth, false);
    case WorkerDeed::says_void:
      return changed(truth, true);
    case WorkerDeed::says_no_program:
    case WorkerDeed::says_no_machine: {
      const bool program = claimed_.at(match_of(job)).deed == WorkerDeed::says_no_program;
      return json_of(referee::queue::MatchOutcome(FailedOutcome{draw(random_, 3), program, "it is not here"}))
          .dump();
    }
    default:
      return truth;
  }
}

std::string SimulatedWorker::damaged(std::string text) {
  switch (draw(random_, 4)) {
    case 0:
      return text.substr(0, draw(random_, text.size()));
    case 1:
      return std::string(kDeep, '[') + std::string(kDeep, ']');
    case 2:
      return "null";
    default:
      text[draw(random_, text.size())] ^= static_cast<char>(1 << draw(random_, 7));
      return text;
  }
}

/// A true outcome with a record that is not what it was, but whole. One without a record stays as it is.
std::string SimulatedWorker::changed(const std::string& truth, bool as_void) {
  Json outcome = Json::parse(truth);
  if (!outcome.contains("record")) {
    return truth;
  }
  const std::string record = outcome.at("record");
  if (as_void) {
    const std::string journal = record.substr(0, record.rfind('\n', record.size() - 2) + 1);
    outcome["record"] = referee::closed_as_void(journal, "the rules have failed", loop_.clock().utc());
    outcome["rules_failed"] = draw(random_, 2) == 0;
  } else {
    const std::size_t last = test_support::lines_of(record).size();
    outcome["record"] = test_support::with_new_digest(test_support::with_line(record, last, [](auto& line) {
      line["result"]["scores"][0] = line["result"]["scores"][0].template get<double>() + 1;
    }));
  }
  return outcome.dump();
}

}  // namespace world
