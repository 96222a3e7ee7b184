#include "referee/tournament/standings/annulment.h"

#include <utility>

namespace referee {
namespace {

template <class T>
void erase_at(std::vector<T>& values, std::size_t position) {
  values.erase(values.begin() + static_cast<std::ptrdiff_t>(position));
}

void take_out(PlayedEncounter& played, std::size_t position) {
  Encounter& encounter = played.encounter;
  erase_at(encounter.entrants, position);
  if (encounter.winner == position) {
    encounter.winner.reset();
  } else if (encounter.winner && *encounter.winner > position) {
    --*encounter.winner;
  }
  for (GameResult& game : played.games) {
    erase_at(game.scores, position);
    erase_at(game.no_show, position);
    erase_at(game.tallies, position);
  }
}

/// What is left of an encounter.
PlayedEncounter reduced(PlayedEncounter played, const std::vector<bool>& annulled) {
  for (std::size_t position = played.encounter.entrants.size(); position-- > 0;) {
    if (annulled[played.encounter.entrants[position]]) {
      take_out(played, position);
    }
  }
  return played;
}

}  // namespace

History without_annulled(History history, const std::vector<bool>& annulled) {
  for (History::Round& round : history.rounds) {
    History::Round left;
    for (const PlayedEncounter& played : round) {
      PlayedEncounter rest = reduced(played, annulled);
      const bool whole = rest.encounter.entrants.size() == played.encounter.entrants.size();
      if (whole || rest.encounter.entrants.size() >= 2) {
        left.push_back(std::move(rest));
      }
    }
    round = std::move(left);
  }
  return history;
}

}  // namespace referee
