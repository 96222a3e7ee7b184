#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/sample_record.h"
#include "tests/world/checks.h"

namespace world {
namespace {

using ByRound = std::map<std::pair<std::string, int>, std::set<std::string>>;  // versions, by entrant

/// By round, the first moment of its matches.
std::map<int, ToldLog::Stage> begins_of(const TournamentWorld& world) {
  std::map<std::string, int> rounds;
  for (const referee::StoredAttempt& attempt : world.content().games) {
    rounds[attempt.match] = attempt.round;
  }
  std::map<int, ToldLog::Stage> begins;
  for (const auto& [key, attempt] : world.told().attempts()) {
    const auto [at, is_new] = begins.emplace(rounds[key.first], attempt.began);
    at->second = std::min(at->second, attempt.began);
  }
  return begins;
}

/// Whether the programs that have played an attempt are those that its record names; adds them to `played`.
void check_played(const TournamentWorld& world, const referee::StoredAttempt& attempt, ByRound& played,
                  std::vector<std::string>& faults) {
  const Json header = test_support::head_of(world.record(attempt.match, attempt.attempt));
  const auto commitment = header.at("commitment").get<std::string>();
  const auto players = header.at("players").get<std::vector<std::string>>();
  const Json versions = header.value("versions", Json::array());
  for (const auto& bot : world.bots()) {
    const auto found = std::ranges::find_if(bot->versions(), [&](const PlayedVersion& one) {
      return one.match == attempt.match && one.commitment == commitment;
    });
    if (found == bot->versions().end()) {
      continue;
    }
    const auto seat = std::ranges::find(players, bot->person().name);
    const auto index = static_cast<std::size_t>(seat - players.begin());
    const bool has_version = index < versions.size() && versions[index].is_string();
    if (found->version != (has_version ? versions[index].get<std::string>() : "")) {
      faults.push_back(attempt.match + ": " + bot->person().name + " has played with version '" +
                       found->version + "', and the record says " + versions.dump());
    }
    played[{bot->person().name, attempt.round}].insert(found->version);
  }
}

}  // namespace

void check_versions(const TournamentWorld& world, std::vector<std::string>& faults) {
  ByRound played;
  const std::set<std::string> retaken = world.people().retaken();
  for (const referee::StoredAttempt& attempt : world.content().games) {
    if (!retaken.contains(attempt.match)) {
      check_played(world, attempt, played, faults);
    }
  }
  for (const auto& [key, versions] : played) {
    // A game that follows from one that was taken out may be played after later rounds were paired.
    if (versions.size() > 1 && retaken.empty()) {
      faults.push_back(key.first + " has played with several versions in round " +
                       std::to_string(key.second));
    }
  }
  const std::map<int, ToldLog::Stage> begins = begins_of(world);
  for (const PeoplePast::HandIn& one : world.people().hand_ins) {
    for (const auto& [key, versions] : played) {
      const auto before = begins.find(key.second - 1);
      const bool is_later = before != begins.end() && before->second > one.at;
      if (key.first == one.entrant && is_later && *versions.begin() < one.version) {
        faults.push_back(key.first + " has not played with version " + one.version + " in round " +
                         std::to_string(key.second));
      }
    }
  }
}

}  // namespace world
