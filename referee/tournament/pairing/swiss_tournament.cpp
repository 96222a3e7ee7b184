#include "referee/tournament/pairing/swiss_tournament.h"

#include <algorithm>
#include <vector>

#include "protocol/require.h"

namespace referee {
namespace {

using EntryKind = swiss::RoundEntry::Kind;

/// Whether an entrant was absent from all games and got no points. (In a duel an absent entrant scores 0,
/// which may be enough for points.)
bool decided_by_absence(const EncounterState& state) {
  bool absence = false;
  for (std::size_t i = 0; i < state.absent.size(); ++i) {
    if (state.absent[i] && state.points[i] > Points()) {
      return false;
    }
    absence = absence || state.absent[i];
  }
  return absence;
}

EntryKind kind_of_bye(Encounter::Kind kind) {
  return kind == Encounter::Kind::bye        ? EntryKind::bye
         : kind == Encounter::Kind::half_bye ? EntryKind::half_bye
                                             : EntryKind::zero_bye;
}

EntryKind kind_of_result(Points points, bool forfeited) {
  if (forfeited) {
    return points > Points() ? EntryKind::forfeit_win : EntryKind::forfeit_loss;
  }
  return points == Points::whole(1) ? EntryKind::win : points > Points() ? EntryKind::draw : EntryKind::loss;
}

void add(const EncounterRules& rules, const PlayedEncounter& played, std::size_t round,
         std::vector<swiss::Player>& players) {
  const Encounter& encounter = played.encounter;
  if (Encounter::alone(encounter.kind)) {
    players[encounter.entrants.front()].rounds[round].kind = kind_of_bye(encounter.kind);
    return;
  }
  REQUIRE(encounter.entrants.size() == 2);
  const EncounterState state = state_of(rules, encounter, played.games);
  REQUIRE(state.decided);
  const bool forfeited = encounter.kind == Encounter::Kind::forfeit || decided_by_absence(state);
  for (std::size_t i = 0; i < 2; ++i) {
    players[encounter.entrants[i]].rounds[round] = {
        .kind = kind_of_result(state.points[i], forfeited),
        .opponent = encounter.entrants[1 - i],
        .colour = i == 0 ? swiss::Colour::white : swiss::Colour::black};
  }
}

/// The requests for byes in rounds that have not been paired.
std::vector<swiss::RequestedBye> byes_to_come(const History& history, int rounds) {
  const int next = static_cast<int>(history.rounds.size()) + 1;
  std::vector<swiss::RequestedBye> byes;
  for (Entrant entrant = 0; entrant < history.entrants.size(); ++entrant) {
    const History::EntrantInfo& info = history.entrants[entrant];
    if (info.withdrawn) {
      if (next <= rounds) {
        byes.push_back({.player = entrant, .round = next, .kind = EntryKind::zero_bye});
      }
      continue;
    }
    for (const auto& [round, kind] : info.byes) {
      if (round >= next && round <= rounds) {
        byes.push_back({.player = entrant, .round = round, .kind = kind_of_bye(kind)});
      }
    }
  }
  return byes;
}

}  // namespace

swiss::Tournament swiss_tournament_of(const EncounterRules& rules, const History& history, int rounds) {
  swiss::Tournament tournament;
  tournament.rounds = rounds;
  tournament.played = history.rounds.size();
  for (const History::EntrantInfo& info : history.entrants) {
    swiss::Player& player = tournament.players.emplace_back();
    player.name = info.name;
    player.rounds.resize(tournament.played);
  }
  for (std::size_t round = 0; round < tournament.played; ++round) {
    for (const PlayedEncounter& played : history.rounds[round]) {
      add(rules, played, round, tournament.players);
    }
  }
  for (const auto& [a, b] : history.forbidden) {
    tournament.forbidden.push_back({.players = {a, b}});
  }
  tournament.byes = byes_to_come(history, rounds);
  return tournament;
}

History history_after(const History& history, std::size_t rounds) {
  REQUIRE(rounds <= history.rounds.size());
  if (rounds == history.rounds.size()) {
    return history;
  }
  const auto next = history.rounds.begin() + static_cast<std::ptrdiff_t>(rounds);
  History past;
  past.entrants = history.entrants;
  past.forbidden = history.forbidden;
  past.rounds.assign(history.rounds.begin(), next);
  for (History::EntrantInfo& info : past.entrants) {
    info.withdrawn = true;
    info.byes.clear();
  }
  for (const PlayedEncounter& paired : *next) {
    for (const Entrant entrant : paired.encounter.entrants) {
      past.entrants[entrant].withdrawn = false;
    }
    if (const auto kind = paired.encounter.kind;
        kind == Encounter::Kind::half_bye || kind == Encounter::Kind::zero_bye) {
      past.entrants[paired.encounter.entrants.front()].byes = {{paired.encounter.round, kind}};
    }
  }
  return past;
}

}  // namespace referee
