#include "tests/world/tournament_world.h"

#include <utility>

#include "tests/support/temp_folder.h"
#include "tests/world/simulated_randomness.h"

namespace world {

using namespace std::chrono_literals;
using referee::Nanoseconds;

namespace {

constexpr Nanoseconds kMostTime = std::chrono::hours(24 * 30);
constexpr std::uint64_t kLongestCommit = 20'000'000;  // ns

}  // namespace

TournamentWorld::TournamentWorld(std::uint64_t seed)
    : random_((seed_randomness(seed), seed)), config_(draw_tournament(random_, folder_)), loop_(random_()) {
  loop_.clock().set_time_of_work([random = Random(random_())]() mutable {
    return Nanoseconds(static_cast<Nanoseconds::rep>(random() % kLongestCommit));
  });
  running_ = std::make_unique<test_support::RunningTournament>(
      loop_.tasks(), config_, referee::open_store(config_.store, referee::StoreAccess::exclusive));
  for (std::size_t i = 0; i < config_.entrants.size(); ++i) {
    bots_.push_back(std::make_unique<DialledBot>(
        loop_, draw_person(random_, config_, i), [this] { return &running_->parts().connections.lobby(); },
        random_()));
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
