#include "tests/world/tournament_world.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <utility>

#include "referee/tournament/run/opened_store.h"
#include "tests/support/temp_folder.h"
#include "tests/support/tournament_fixture.h"
#include "tests/world/contradictions.h"
#include "tests/world/operator_mistakes.h"
#include "tests/world/simulated_process.h"
#include "tests/world/simulated_randomness.h"

namespace world {

using namespace std::chrono_literals;
using referee::Nanoseconds;
using referee::TimePoint;
using test_support::SimulatedClock;

namespace {

constexpr Nanoseconds kMostTime = std::chrono::hours(24 * 30);
constexpr Nanoseconds kMostTimeOfWorkers = std::chrono::hours(24);  // they look for jobs each second
constexpr Nanoseconds kPractice = 1min;                             // until the referee is stopped
constexpr Nanoseconds kLongestCommit = 20ms;
constexpr Nanoseconds kUntilOperator = 1min;  // looks at the tournament
constexpr std::uint64_t kMostMishaps = 4;
constexpr std::uint64_t kMostDoublings = 10;  // of the changes of a disk before a mishap
constexpr std::uint64_t kLongestLife = 43;    // doublings of 1 ns: two and a half hours
constexpr Nanoseconds kLongestDown = 20s;     // until the operator starts the referee again
constexpr std::uint64_t kKeepsTurns = 4;      // one of so many processes cannot, of those that meet a mishap

/// From 1 to 2^`doublings`, small numbers as often as large ones.
std::uint64_t draw_size(Random& random, std::uint64_t doublings) {
  return 1 + draw(random, std::uint64_t{1} << draw(random, doublings + 1));
}

}  // namespace

TournamentWorld::TournamentWorld(std::uint64_t seed)
    : random_((seed_randomness(seed), seed)),
      config_(draw_tournament(random_, folder_, test_support::SimulatedLoop().clock().utc())),
      who_(draw_people(random_, config_)),
      disk_(folder_.path(), random_()) {
  begin_process();
  for (std::size_t i = 0; i < config_.entrants.size() && !config_.workers; ++i) {
    add_bot(config_.entrants[i], "token of " + config_.entrants[i].name);
  }
  for (std::uint64_t i = 0; i < who_.newcomers; ++i) {
    add_bot(test_support::dialling("newcomer" + std::to_string(i)), "");
  }
}

void TournamentWorld::add_bot(const referee::EntrantSpec& entrant, const std::string& token) {
  const auto lobby = [this] {
    return running_ != nullptr ? &running_->parts().connections.lobby() : nullptr;
  };
  DialledBot::Person person = draw_person(random_, config_, entrant, bots_.size());
  person.token = token;
  person.registration_code = config_.registration.code;
  bots_.push_back(std::make_unique<DialledBot>(*loop_, std::move(person), lobby, random_()));
}

TournamentWorld::~TournamentWorld() {
  loop_->abandon();
  forget_process();
  bots_.clear();
}

// ---- the referee's process ----

/// Time goes on where it was.
void TournamentWorld::begin_process() {
  auto loop = std::make_unique<NetworkLoop>(random_());
  SimulatedClock& clock = loop->clock();
  if (loop_ != nullptr) {
    const Nanoseconds down = draw_time(random_, kLongestDown);
    clock.set_ahead(loop_->clock().both().offset - clock.both().offset);
    clock.pass(loop_->clock().now() - clock.now() + down);
  }
  told_.move_to(clock);
  loop->network().tell(told_);
  clock.set_boot_id("start " + std::to_string(mishaps_.at(static_cast<std::size_t>(Mishap::power_lost))));
  clock.set_time_of_work(
      [random = Random(random_())]() mutable { return draw_time(random, kLongestCommit); });
  for (const auto& bot : bots_) {
    bot->move_to(*loop);
  }
  loop_ = std::move(loop);
}

std::unique_ptr<referee::ProcessStarter> TournamentWorld::make_starter() {
  std::map<std::string, DialledBot*> launched;
  for (const auto& bot : bots_) {
    launched.emplace(bot->person().name, bot.get());
  }
  return std::make_unique<SimulatedStarter>(*loop_, std::move(launched), random_());
}

/// What the operator does where bots could not be started, the arbiter has forgotten that all wait, or
/// a newcomer has never heard that it is registered, and does not come.
referee::Task<> TournamentWorld::look_after_it() {
  while (!running_->over()) {
    co_await referee::sleep(loop_->io(), kUntilOperator);
    const bool halted = workers_ != nullptr && !running_->runner().halted().empty();  // they see to that
    if (running_->runner().paused() && !halted && !running_->over()) {
      people_->ask({"resume"});
    }
    if ((who_.arbiter || who_.newcomers > 0) && !running_->over() && running_->tournament() != nullptr &&
        running_->tournament()->waiting()) {
      people_->ask({"start"});
    }
  }
}

void TournamentWorld::let_people_in() {
  if (who_.spectators) {
    spectators_ = std::make_unique<Spectators>(*loop_, config_, *running_, bots_, told_, random_());
  }
  const auto let_in = [this](const std::string& name, const std::string& token) {
    add_bot(test_support::dialling(name), token);
    bots_.back()->dial();
  };
  people_ = std::make_unique<People>(People::Surroundings{*loop_, config_, *running_, bots_, told_, let_in},
                                     who_, people_past_, random_());
  for (std::size_t i = config_.entrants.size(); i < bots_.size(); ++i) {
    const Nanoseconds pause = draw_pause(random_);
    bots_[i]->dial_after(bots_[i]->person().token.empty() ? pause
                                                          : 0ns);  // as the entrants do, once it is one
  }
}

void TournamentWorld::forget_process() {
  people_ = nullptr;
  running_ = nullptr;
  pages_read_ += spectators_ == nullptr ? 0 : spectators_->pages_read();
  spectators_ = nullptr;
  workers_ = nullptr;
}

/// One whose disk has failed ends in order, and writes what it still has to, which the disk may take again.
void TournamentWorld::end_process(Mishap mishap) {
  ++mishaps_.at(static_cast<std::size_t>(mishap));
  const bool by_itself = disk_.failed() && !disk_.crashed();
  if (!by_itself && !disk_.crashed()) {
    disk_.crash();
  }
  loop_->abandon();
  forget_process();
  if (by_itself) {
    disk_.crash();
  }
  begin_process();
  disk_.restart(mishap == Mishap::power_lost ? Crash::power_loss : Crash::kill);
  if (const auto turns = referee::turns_folder(config_.store); !std::filesystem::is_directory(turns)) {
    std::filesystem::remove(turns);
  }
}

/// No turn is kept outside of the store as long as the process runs: a file is in the place of their folder.
void TournamentWorld::spoil_turns() {
  const auto turns = referee::turns_folder(config_.store);
  turns_spoiled_ = true;
  std::filesystem::remove_all(turns);
  test_support::write_file(turns, "");
}

/// Has the process meet `mishap` at a moment that is drawn; for some, what this returns, never before.
TimePoint TournamentWorld::prepare(Mishap mishap) {
  const std::uint64_t changes = draw_size(random_, kMostDoublings);
  if (mishap == Mishap::disk_full || mishap == Mishap::disk_fails) {
    disk_.fail_at(changes, mishap == Mishap::disk_full ? SQLITE_FULL : SQLITE_IOERR_FSYNC,
                  1 + draw(random_, 3));
  } else if (draw(random_, 2) == 0) {
    return loop_->clock().now() +
           Nanoseconds(static_cast<Nanoseconds::rep>(draw_size(random_, kLongestLife)));
  } else {
    disk_.crash_at(changes);
  }
  return TimePoint::max();
}

/// Whether the tournament is over; otherwise the process has met `mishap`, and has ended.
bool TournamentWorld::play_in_process(std::optional<Mishap> mishap) {
  const TimePoint dies = mishap ? prepare(*mishap) : TimePoint::max();
  try {
    referee::Timer stop(loop_->io());  // by a signal
    auto store = referee::open_store(config_.store, referee::StoreAccess::exclusive);
    if (config_.workers) {
      workers_ = std::make_unique<Workers>(*loop_, random_, folder_, workers_past_);
      store = workers_->with_jobs(std::move(store));
    }
    running_ = std::make_unique<test_support::RunningTournament>(loop_->tasks(), config_, std::move(store),
                                                                 make_starter());
    seeds_ = running_->opened().seeds;
    running_->parts().match_scheduler.observe(told_);
    if (mishap && draw(random_, kKeepsTurns) == 0) {
      spoil_turns();
    }
    let_people_in();
    running_->start();
    if (workers_ != nullptr) {
      workers_->start(*running_);
    }
    loop_->tasks().start("operator", look_after_it());
    if (config_.format->traits().open_practice) {
      stop.set(begin_.mono + kPractice, [this] { running_->runner().drain(); });
    }
    for (std::size_t i = 0; i < std::min(config_.entrants.size(), bots_.size()); ++i) {
      const bool is_first = told_.streams().empty();
      bots_[i]->dial_after(is_first ? bots_[i]->person().comes_after : 0ns);
    }
    loop_->until([&] { return running_->over() || disk_.crashed() || loop_->clock().now() >= dies; },
                 config_.workers ? kMostTimeOfWorkers : kMostTime);
    running_->rethrow_failure();
    if (running_->over() && !disk_.crashed()) {
      return true;
    }
  } catch (const referee::StoreError&) {
    if (!disk_.crashed() && !disk_.failed()) {
      throw;
    }
  }
  end_process(*mishap);
  return false;
}

// ---- playing ----

void TournamentWorld::play() {
  begin_ = loop_->clock().both();
  std::int64_t mishaps = who_.are_answered() ? 0 : static_cast<std::int64_t>(draw(random_, kMostMishaps));
  const auto next = [&] {
    return mishaps-- > 0 ? std::optional(static_cast<Mishap>(draw(random_, kMishaps))) : std::nullopt;
  };
  while (!play_in_process(next())) {
  }
  time_ = loop_->clock().now() - begin_.mono;
  for (const auto& bot : bots_) {
    bot->stop();
  }
  if (workers_ != nullptr) {
    workers_->stop();
  }
  running_->parts().connections.close("the tournament is over");
  people_->stop();
  if (who_.arbiter) {
    people_->ask_too_late();
  }
  if (spectators_ != nullptr) {
    spectators_->close();
  }
  loop_->run();
  for (const auto& bot : bots_) {
    left_running_ += bot->running;
  }
  forget_process();
  if (disk_.crashed()) {  // while the store was closed
    disk_.restart(Crash::power_loss);
  }
  disk_.mend();
  taken_ = mistakes_taken(*config_.store.file(), random_);
  std::ranges::move(contradictions_taken(*config_.store.file()), std::back_inserter(taken_));
  const auto store = referee::open_store(config_.store, referee::StoreAccess::read_only);
  content_ = store->load();
  for (const referee::StoredAttempt& attempt : content_.games) {
    records_[{attempt.match, attempt.attempt}] = store->record(attempt.match, attempt.attempt);
  }
}

referee::Nanoseconds TournamentWorld::planned_time() const {
  return config_.until ? config_.until->time_since_epoch() - (begin_.mono.time_since_epoch() + begin_.offset)
                       : kPractice;
}

const std::string& TournamentWorld::record(const std::string& match, int attempt) const {
  static const std::string none;
  const auto found = records_.find({match, attempt});
  return found == records_.end() ? none : found->second;
}

bool TournamentWorld::has_named_seeds() const {
  bool named = config_.seats == 1;
  for (std::size_t i = 0; i < config_.instances.size(); ++i) {
    named = named || config_.instances.at(i).seed.has_value();
  }
  return named;
}

bool TournamentWorld::is_one_of_several(const std::string& match) const {
  return has_named_seeds() && std::ranges::count(content_.games, match, &referee::StoredAttempt::match) > 1;
}

bool TournamentWorld::is_back(const std::string& name) const {
  return std::ranges::any_of(content_.changes, [&](const referee::StoredChange& change) {
    return change.text.starts_with(name + " plays again");
  });
}

Json TournamentWorld::standings() const {
  return Json::parse(test_support::read_file(config_.reports / "standings.json"));
}

}  // namespace world
