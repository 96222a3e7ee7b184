#include "referee/tournament/pairing/swiss_pairs.h"

#include <algorithm>
#include <optional>
#include <ranges>
#include <string>
#include <utility>

#include "protocol/sha256.h"
#include "referee/swiss/colours.h"
#include "referee/tournament/pairing/pairing_requests.h"
#include "referee/tournament/pairing/swiss_tournament.h"

namespace referee {
namespace {

using swiss::Player;
using swiss::RoundEntry;
using swiss::RoundPairing;
using swiss::Tournament;

/// The pairing by the rules; nothing if there is none.
std::optional<RoundPairing> paired_by_rules(const Tournament& tournament) {
  try {
    return swiss::pair_round(tournament);
  } catch (const swiss::NoPairing&) {
    return std::nullopt;
  }
}

/// Lets a game or bye count as before for the points and for its colour, and for nothing else.
void forget(RoundEntry& entry) {
  entry.opponent.reset();
  if (entry.kind == RoundEntry::Kind::bye || entry.kind == RoundEntry::Kind::forfeit_win) {
    entry.kind = RoundEntry::Kind::win;
    entry.colour.reset();
  }
}

void forget_colours_but_the_last(Player& player) {
  bool last = true;
  for (RoundEntry& entry : std::views::reverse(player.rounds)) {
    if (entry.played() && entry.colour) {
      if (!last) {
        entry.colour.reset();
      }
      last = false;
    }
  }
}

Tournament with(Tournament tournament, std::size_t forgotten, bool colours) {
  for (Player& player : tournament.players) {
    for (std::size_t round = 0; round < std::min(forgotten, player.rounds.size()); ++round) {
      forget(player.rounds[round]);
    }
    if (colours) {
      forget_colours_but_the_last(player);
    }
  }
  return tournament;
}

/// Adds ghosts, players without points: a player who meets a ghost gets a bye.
Tournament with_ghosts(Tournament tournament, std::size_t ghosts) {
  swiss::ForbiddenGroup group;
  for (std::size_t i = 0; i < ghosts; ++i) {
    group.players.push_back(tournament.players.size());
    tournament.players.emplace_back().rounds.resize(tournament.played);
  }
  tournament.forbidden.push_back(std::move(group));
  return tournament;
}

std::vector<swiss::PlayerIndex> present_in(const Tournament& tournament) {
  std::vector<bool> left_out(tournament.players.size());
  for (const swiss::RequestedBye& bye : tournament.byes) {
    left_out[bye.player] = left_out[bye.player] || bye.round == static_cast<int>(tournament.played) + 1;
  }
  std::vector<swiss::PlayerIndex> present;
  for (swiss::PlayerIndex player = 0; player < tournament.players.size(); ++player) {
    if (!left_out[player]) {
      present.push_back(player);
    }
  }
  return present;
}

/// A pairing for which only forbidden pairs are an obstacle.
ConcededPairing pair_with_ghosts(const Tournament& tournament) {
  const std::size_t players = tournament.players.size();
  const auto present = present_in(tournament);
  // With as many ghosts as players each player can meet one. The number of all is even, so that there is no
  // other bye.
  for (std::size_t ghosts = 2 - present.size() % 2; ghosts < present.size(); ghosts += 2) {
    if (const auto pairing = paired_by_rules(with_ghosts(tournament, ghosts))) {
      ConcededPairing result;
      for (const swiss::Board& board : pairing->boards) {
        if (board.white < players && board.black < players) {
          result.boards.push_back(board);
        } else {
          result.byes.push_back(std::min(board.white, board.black));
        }
      }
      std::ranges::sort(result.byes);
      return result;
    }
  }
  return {{}, present, {}};
}

ConcededPairing conceded(RoundPairing pairing, const SwissConcessions& concessions) {
  ConcededPairing result{std::move(pairing.boards), {}, concessions};
  if (pairing.bye) {
    result.byes.push_back(*pairing.bye);
  }
  return result;
}

/// Draws which colour begins in the first round.
swiss::Colour drawn_colour(std::uint64_t seed) {
  const std::string digits = protocol::Sha256::hex_of(std::to_string(seed) + "/initial-colour");
  return digits.front() < '8' ? swiss::Colour::white : swiss::Colour::black;
}

}  // namespace

std::string SwissConcessions::text(int round) const {
  if (!any()) {
    return "";
  }
  std::string text = "round " + std::to_string(round) + " has no pairing by the rules: ";
  if (forgotten > 0) {
    text += "meetings and byes of round";
    text += forgotten == 1 ? " 1" : "s 1 to " + std::to_string(forgotten);
    text += " may be repeated";
  }
  if (colours) {
    text.append(forgotten > 0 ? ", " : "").append("first seats need not even out");
  }
  if (idle > 0) {
    text.append(forgotten > 0 || colours ? ", " : "").append(std::to_string(idle));
    text += " have a bye with nobody left whom they may meet";
  }
  return text;
}

ConcededPairing pair_with_concessions(const Tournament& tournament) {
  if (present_in(tournament).empty()) {
    return {};
  }
  if (auto pairing = paired_by_rules(tournament)) {
    return conceded(std::move(*pairing), {});
  }
  // The more is forgotten the less is forbidden.
  const auto numbers = std::views::iota(std::size_t{0}, tournament.played + 1);
  const auto fewest = std::ranges::partition_point(
      numbers, [&](std::size_t forgotten) { return !paired_by_rules(with(tournament, forgotten, true)); });
  if (fewest != numbers.end()) {
    for (const bool colours : {false, true}) {
      if (auto pairing = paired_by_rules(with(tournament, *fewest, colours))) {
        return conceded(std::move(*pairing), {.forgotten = *fewest, .colours = colours});
      }
    }
  }
  ConcededPairing result = pair_with_ghosts(with(tournament, tournament.played, true));
  result.concessions = {.forgotten = tournament.played, .colours = true, .idle = result.byes.size()};
  return result;
}

PairedRound SwissPairs::pair_with_note(const History& history) const {
  if (history.rounds.size() >= static_cast<std::size_t>(rounds_)) {
    return {};
  }
  const int round = static_cast<int>(history.rounds.size()) + 1;
  PairedRound paired;
  const auto add = [&](Encounter::Kind kind, std::vector<Entrant> entrants) {
    paired.encounters.push_back({.round = round,
                                 .table = static_cast<int>(paired.encounters.size()) + 1,
                                 .kind = kind,
                                 .entrants = std::move(entrants)});
  };
  swiss::Tournament tournament = swiss_tournament_of(rules_, history, rounds_);
  // After the first round its colours show the initial colour, as in a report file; the seed is no longer
  // needed.
  const auto colour = swiss::first_colour(tournament);
  tournament.initial_colour = colour ? *colour : drawn_colour(seed_);
  const ConcededPairing pairing = pair_with_concessions(tournament);
  for (const swiss::Board& board : pairing.boards) {
    add(Encounter::Kind::play, {board.white, board.black});
  }
  for (const swiss::PlayerIndex player : pairing.byes) {
    add(Encounter::Kind::bye, {player});
  }
  const auto asked_for = requested_byes(history, static_cast<int>(paired.encounters.size()) + 1);
  paired.encounters.insert(paired.encounters.end(), asked_for.begin(), asked_for.end());
  paired.note = pairing.concessions.text(round);
  return paired;
}

}  // namespace referee
