#pragma once

#include <map>
#include <utility>

#include "referee/tournament/standings/history.h"

namespace referee::test {

/// How often each pair has played at one table, the smaller number first; without pairs that never have.
inline std::map<std::pair<Entrant, Entrant>, int> meetings(const History& history) {
  std::map<std::pair<Entrant, Entrant>, int> met;
  for (const History::Round& round : history.rounds) {
    for (const PlayedEncounter& played : round) {
      if (played.encounter.kind != Encounter::Kind::play) {
        continue;
      }
      for (const Entrant a : played.encounter.entrants) {
        for (const Entrant b : played.encounter.entrants) {
          if (a < b) {
            ++met[{a, b}];
          }
        }
      }
    }
  }
  return met;
}

}  // namespace referee::test
