#include "tests/world/tournament_world.h"

#include <utility>

#include "tests/support/sums.h"
#include "tests/support/tournament_fixture.h"
#include "tests/world/simulated_randomness.h"

namespace world {

using namespace std::chrono_literals;
using referee::Milliseconds;
using referee::Nanoseconds;

namespace {

constexpr std::size_t kMostEntrants = 9;
constexpr Nanoseconds kMostTime = std::chrono::hours(24 * 30);
constexpr std::uint32_t kFirstAddress = 0xc0000201;   // 192.0.2.1: for documentation
constexpr std::uint64_t kLongestCommit = 20'000'000;  // ns

}  // namespace

TournamentWorld::TournamentWorld(std::uint64_t seed)
    : random_((seed_randomness(seed), seed)), config_(draw_config()), loop_(draw(~0ULL)) {
  loop_.clock().set_time_of_work([random = std::mt19937_64(draw(~0ULL))]() mutable {
    return Nanoseconds(static_cast<Nanoseconds::rep>(random() % kLongestCommit));
  });
  running_ = std::make_unique<test_support::RunningTournament>(
      loop_.tasks(), config_, referee::open_store(config_.store, referee::StoreAccess::exclusive));
  for (const referee::EntrantSpec& entrant : config_.entrants) {
    bots_.push_back(std::make_unique<DialledBot>(
        loop_, draw_person(entrant.name), [this] { return &running_->parts().connections.lobby(); },
        draw(~0ULL)));
  }
}

TournamentWorld::~TournamentWorld() {
  if (running_ != nullptr) {
    running_->parts().connections.close("the simulation is over");
  }
  for (const auto& bot : bots_) {
    bot->stop();
  }
  while (loop_.step()) {
  }
}

// ---- what is drawn ----

Json TournamentWorld::draw_format(std::size_t entrants) {
  const int best_of = 1 + static_cast<int>(draw(3));
  switch (draw(4)) {
    case 0:
      return {{"kind", "round_robin"}, {"best_of", best_of}};
    case 1:
      return {{"kind", "double_elimination"}, {"best_of", best_of}};
    default: {
      const std::uint64_t most = entrants - 1;
      return {{"kind", "swiss"}, {"rounds", 1 + draw(most)}, {"best_of", best_of}};
    }
  }
}

referee::TournamentConfig TournamentWorld::draw_config() {
  std::vector<std::string> names(2 + draw(kMostEntrants - 1));
  for (std::size_t i = 0; i < names.size(); ++i) {
    names[i] = "bot" + std::to_string(i);
  }
  referee::TournamentConfig config =
      test_support::sums_tournament(folder_, names, draw_format(names.size()), {{"turns", 1 + draw(12)}});
  config.clock = referee::ClockSpec();
  config.clock.ms = 1 + static_cast<std::int64_t>(draw(2000));
  config.clock.silence_ms = config.clock.ms * (2 + static_cast<std::int64_t>(draw(20)));
  config.no_show = Milliseconds(1000 + static_cast<Milliseconds::rep>(draw(60'000)));
  return config;
}

DialledBot::Person TournamentWorld::draw_person(const std::string& name) {
  DialledBot::Person person;
  person.name = name;
  person.token = "token of " + name;
  person.address = kFirstAddress + static_cast<std::uint32_t>(bots_.size());
  if (draw(2) == 0) {
    // Both ways take less than a turn.
    const std::uint64_t turn = static_cast<std::uint64_t>(config_.clock.ms) * 1'000'000;
    person.path.latency = Nanoseconds(static_cast<Nanoseconds::rep>(draw(turn / 4)));
    person.path.jitter = Nanoseconds(static_cast<Nanoseconds::rep>(draw(turn / 5)));
  }
  if (draw(3) == 0) {
    person.path.longest_piece = 1 + draw(100);
  }
  const Nanoseconds both_ways = 2 * (person.path.latency + person.path.jitter);
  person.late_after = Milliseconds(config_.clock.ms);
  person.most_thinking = std::max(Nanoseconds(0), person.late_after - both_ways);
  if (draw(2) == 0) {  // somebody with vices
    person.habits[0] = 20;
    for (std::size_t deed = 1; deed < kDeeds; ++deed) {
      person.habits[deed] = draw(3) == 0 ? 1 : 0;
    }
  }
  return person;
}

// ---- playing ----

void TournamentWorld::play() {
  const referee::TimePoint begin = loop_.clock().now();
  running_->start();
  for (const auto& bot : bots_) {
    bot->dial();
  }
  loop_.until([this] { return running_->over(); }, kMostTime);
  running_->rethrow_failure();
  time_ = loop_.clock().now() - begin;
  for (const auto& bot : bots_) {
    bot->stop();
  }
  running_->parts().connections.close("the tournament is over");
  loop_.run();
  running_ = nullptr;
  store_ = referee::open_store(config_.store, referee::StoreAccess::read_only);
  content_ = store_->load();
}

std::string TournamentWorld::record(const std::string& match, int attempt) const {
  return store_->record(match, attempt);
}

Json TournamentWorld::standings() const {
  return Json::parse(test_support::read_file(config_.reports / "standings.json"));
}

}  // namespace world
