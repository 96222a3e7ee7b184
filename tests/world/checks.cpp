#include "tests/world/checks.h"

#include <map>
#include <set>

#include "referee/record/replay.h"

namespace world {

using Status = referee::StoredAttempt::Status;

std::vector<std::string> faults_of(const TournamentWorld& world) {
  std::vector<std::string> faults;
  check_counts(world, faults);
  check_secrets(world, faults);
  check_acknowledged(world, faults);
  check_honest(world, faults);
  check_launched(world, faults);
  check_people(world, faults);
  check_records(world, faults);
  check_versions(world, faults);
  check_verdicts(world, faults);
  check_workers(world, faults);
  check_pairings(world, faults);
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

/// The digest alone tells that the match did not begin at another millisecond.
static void check_damaged(const TournamentWorld& world, std::vector<std::string>& faults) {
  const referee::StoredAttempt& first = world.content().games.front();
  std::string record = world.record(first.match, first.attempt);
  const std::string begin = "\"started\":\"2026-11-30T00:00:00.00";
  char& digit = record[record.find("\"started\":\"") + begin.size()];
  digit = digit == '0' ? '1' : '0';
  if (!referee::verify_record(record, world.config().game).difference) {
    faults.push_back(first.match + ": its damaged record is true");
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
  if (!world.content().games.empty()) {
    check_damaged(world, faults);
  }
}

}  // namespace world
