#include "referee/swiss/open_games.h"

#include <algorithm>

namespace referee::swiss {
namespace {

using Kind = RoundEntry::Kind;

bool asks_for_bye(const Tournament& tournament, PlayerIndex player, int round) {
  return std::ranges::any_of(
      tournament.byes, [&](const RequestedBye& bye) { return bye.player == player && bye.round == round; });
}

}  // namespace

std::vector<OpenGame> open_games(const Tournament& tournament) {
  std::vector<OpenGame> games;
  for (std::size_t round = 0; round < tournament.played; ++round) {
    for (PlayerIndex player = 0; player < tournament.players.size(); ++player) {
      const RoundEntry& entry = tournament.players[player].in(round);
      if (entry.kind == Kind::open && entry.colour == Colour::white) {
        games.push_back({static_cast<int>(round) + 1, player, entry.opponent.value()});
      }
    }
  }
  return games;
}

Tournament without_open_games(Tournament tournament, OpenAs as) {
  const int next = static_cast<int>(tournament.played) + 1;
  for (const OpenGame& game : open_games(tournament)) {
    for (const PlayerIndex player : {game.white, game.black}) {
      tournament.players[player].rounds[static_cast<std::size_t>(game.round) - 1].kind = Kind::draw;
      if (as == OpenAs::leave_out && !asks_for_bye(tournament, player, next)) {
        tournament.byes.push_back({player, next, Kind::zero_bye});
      }
    }
  }
  return tournament;
}

}  // namespace referee::swiss
