#include "tests/world/checks.h"

#include <map>
#include <set>

#include "referee/record/replay.h"

namespace world {

using Status = referee::StoredAttempt::Status;

std::vector<std::string> faults_of(const TournamentWorld& world) {
  std::vector<std::string> faults = world.taken();
  check_counts(world, faults);
  check_secrets(world, faults);
  check_pages(world, faults);
  check_acknowledged(world, faults);
  check_honest(world, faults);
  check_launched(world, faults);
  check_people(world, faults);
  check_attendance(world, faults);
  check_records(world, faults);
  check_rules(world, faults);
  check_damage(world, faults);
  check_versions(world, faults);
  check_verdicts(world, faults);
  check_workers(world, faults);
  check_pairings(world, faults);
  check_dutch(world, faults);
  check_standings(world, faults);
  check_turn_order(world, faults);
  check_time(world, faults);
  return faults;
}

void check_counts(const TournamentWorld& world, std::vector<std::string>& faults) {
  std::map<std::string, int> counted;
  for (const referee::StoredAttempt& attempt : world.content().games) {
    counted[attempt.match] += attempt.status == Status::done ? 1 : 0;
    if (attempt.status == Status::running) {
      faults.push_back(attempt.match + ": attempt " + std::to_string(attempt.attempt) + " still runs");
    }
    if (attempt.status == Status::voided && !attempt.result.empty()) {
      faults.push_back(attempt.match + ": a voided attempt has a result");
    }
  }
  std::set<std::uint64_t> seeds;  // Tournaments 2.7
  for (const auto& [key, attempt] : world.told().attempts()) {
    if (!seeds.insert(attempt.seed.number).second && !world.has_named_seeds()) {
      faults.push_back(key.first + ": attempt " + std::to_string(key.second) + " has an earlier one's seed");
    }
  }
  // Practice, and a ladder that ends at a time, play no match again that was cut off.
  const bool again = world.config().format->ladder() == nullptr;
  // What is cancelled counts for nobody, and what is played again may be needed no more.
  const std::set<std::string> retaken = world.people().retaken();
  for (const auto& [match, times] : counted) {
    if (times > 1 || (times == 0 && again && !retaken.contains(match))) {
      faults.push_back(match + ": counts " + std::to_string(times) + " times");
    }
  }
}

void check_records(const TournamentWorld& world, std::vector<std::string>& faults) {
  for (const referee::StoredAttempt& attempt : world.content().games) {
    const auto verified =
        referee::verify_record(world.record(attempt.match, attempt.attempt), world.config().game);
    if (verified.difference) {
      faults.push_back(attempt.match + ": " + verified.difference->text());
    }
  }
}

}  // namespace world
