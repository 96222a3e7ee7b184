#include "referee/tournament/pairing/round_robin_tables.h"

#include <algorithm>
#include <optional>
#include <ranges>
#include <utility>

#include "referee/tournament/pairing/past_rounds.h"
#include "referee/tournament/pairing/round_robin.h"
#include "referee/tournament/pairing/table_design.h"
#include "referee/tournament/pairing/table_search.h"
#include "referee/tournament/pairing/table_seats.h"

namespace referee {
namespace {

constexpr std::size_t kMaxForetold = 100;  // entrants: a schedule for more takes too long to find beforehand

/// Meetings of every two of the entrants, from the least to the most.
struct Evenness {
  int least = 0;
  int most = 0;
};

/// REQUIRES: at least two players.
Evenness evenness_of(const TablePlayers& players) {
  Evenness evenness{players.met(0, 1), players.met(0, 1)};
  for (std::size_t a = 0; a < players.points.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      evenness.least = std::min(evenness.least, players.met(a, b));
      evenness.most = std::max(evenness.most, players.met(a, b));
    }
  }
  return evenness;
}

std::string text_of(const Evenness& evenness) {
  const std::string most = std::to_string(evenness.most);
  const std::string range =
      evenness.least == evenness.most ? most : std::to_string(evenness.least).append(" to ").append(most);
  return range + (range == "1" ? " time" : " times");
}

/// The best tables for the next round by meetings alone. `round` is the seed: the tournament's seed would
/// make another schedule than the one that was foretold.
Tables even_tables(TablePlayers players, std::size_t seats, std::size_t round) {
  std::ranges::fill(players.points, Points());
  players.more_rounds = true;
  Tables start;
  std::size_t next = 0;
  for (const std::size_t size : table_sizes(players.points.size(), seats)) {
    auto& table = start.emplace_back();
    while (table.size() < size) {
      table.push_back(next++);
    }
  }
  return search_tables(players, start, round);
}

/// How even the whole tournament will be if no entrant withdraws.
Evenness foretold(std::size_t entrants, std::size_t seats, int rounds) {
  TablePlayers players;
  players.seats = seats;
  players.points.resize(entrants);
  players.short_tables.resize(entrants);
  players.meetings.resize(entrants * entrants);
  for (int round = 1; round <= rounds; ++round) {
    const Tables tables = even_tables(players, seats, static_cast<std::size_t>(round));
    players.meetings = Division(players, tables).meetings_after();
    for (const auto& table : tables) {
      for (const std::size_t player : table) {
        players.short_tables[player] += table.size() < seats ? 1 : 0;
      }
    }
  }
  return evenness_of(players);
}

/// The encounter of a table of the design: entrants that are not withdrawn play; one that is alone wins by
/// forfeit.
Encounter encounter_of(const EncounterRules& rules, const PastRounds& past, const History& history,
                       const std::vector<Entrant>& planned, std::size_t turn) {
  std::vector<Entrant> present;
  std::ranges::copy_if(planned, std::back_inserter(present),
                       [&](Entrant entrant) { return !history.entrants[entrant].withdrawn; });
  Encounter encounter;
  if (present.size() >= 2) {
    encounter.entrants = deal_seats(rules, past, present, turn);
    return encounter;
  }
  encounter.kind = Encounter::Kind::forfeit;
  encounter.entrants = planned;
  if (!present.empty()) {
    encounter.winner =
        static_cast<std::size_t>(std::ranges::find(planned, present.front()) - planned.begin());
  }
  return encounter;
}

/// The tables of the next round, by entrants.
std::vector<std::vector<Entrant>> next_tables(const EncounterRules& rules, const PastRounds& past,
                                              const History& history) {
  const std::size_t round = history.rounds.size();
  if (const auto design = TableDesign::find(history.entrants.size(), rules.seats)) {
    return design->round(round % design->rounds());
  }
  const std::vector<Entrant> ranked = past.ranked(history);
  if (ranked.size() < 2) {
    return {};
  }
  Tables tables = even_tables(table_players(rules, past, history, ranked), rules.seats, round + 1);
  for (auto& table : tables) {
    std::ranges::transform(table, table.begin(), [&](std::size_t player) { return ranked[player]; });
  }
  return tables;
}

}  // namespace

int RoundRobinTables::rounds_a_cycle(std::size_t entrants) const {
  if (entrants < 2) {
    return 0;
  }
  if (const auto design = TableDesign::find(entrants, rules_.seats)) {
    return static_cast<int>(design->rounds());
  }
  std::size_t twice_pairs = 0;  // of a round
  for (const std::size_t size : table_sizes(entrants, rules_.seats)) {
    twice_pairs += size * (size - 1);
  }
  return static_cast<int>((entrants * (entrants - 1) + twice_pairs - 1) / twice_pairs);
}

int RoundRobinTables::rounds(std::size_t entrants) const { return cycles_ * rounds_a_cycle(entrants); }

int RoundRobinTables::encounters_a_cycle(std::size_t entrants) const {
  const auto design = entrants < 2 ? std::nullopt : TableDesign::find(entrants, rules_.seats);
  if (!design) {
    return rounds_a_cycle(entrants);
  }
  int encounters = 0;
  for (std::size_t round = 0; round < design->rounds(); ++round) {
    const Tables tables = design->round(round);
    const bool plays = std::ranges::any_of(
        tables, [](const auto& table) { return std::ranges::find(table, 0U) != table.end(); });
    encounters += plays ? 1 : 0;
  }
  return encounters;
}

std::vector<Encounter> RoundRobinTables::pair(const History& history) const {
  const auto round = static_cast<int>(history.rounds.size()) + 1;
  const bool nobody = std::ranges::all_of(history.entrants, &History::EntrantInfo::withdrawn);
  if (round > rounds(history.entrants.size()) || nobody) {
    return {};
  }
  const PastRounds past(rules_, history);
  std::vector<Encounter> encounters;
  for (const auto& table : next_tables(rules_, past, history)) {
    const std::size_t turn = history.rounds.size() + encounters.size();
    encounters.push_back(encounter_of(rules_, past, history, table, turn));
  }
  return with_numbered_tables(std::move(encounters), round);
}

std::string RoundRobinTables::remark(const History& history, const std::vector<Encounter>& encounters) const {
  const PastRounds past(rules_, history);
  const std::vector<Entrant> ranked = past.ranked(history);
  if (ranked.size() < 2) {
    return "";
  }
  TablePlayers players = table_players(rules_, past, history, ranked);
  players.meetings = Division(players, tables_of(ranked, encounters)).meetings_after();
  return "every two that are not withdrawn have met " + text_of(evenness_of(players));
}

std::size_t RoundRobinTables::tables_a_round(std::size_t entrants) const {
  if (entrants < 2) {
    return 0;
  }
  const auto design = TableDesign::find(entrants, rules_.seats);
  return design ? design->round(0).size() : table_sizes(entrants, rules_.seats).size();
}

bool RoundRobinTables::fills_tables(std::size_t entrants) const {
  const auto design = entrants < 2 ? std::nullopt : TableDesign::find(entrants, rules_.seats);
  if (!design) {
    return entrants % rules_.seats == 0;
  }
  return std::ranges::all_of(std::views::iota(std::size_t{0}, design->rounds()), [&](std::size_t round) {
    return std::ranges::all_of(design->round(round),
                               [&](const auto& table) { return table.size() == rules_.seats; });
  });
}

std::string RoundRobinTables::schedule_text(std::size_t entrants) const {
  if (entrants < 2) {
    return "none";
  }
  if (const auto design = TableDesign::find(entrants, rules_.seats)) {
    const int times = cycles_ * design->meetings();
    return "every two meet " + text_of(Evenness{times, times}) + ": " + design->name();
  }
  const std::string search = "no construction is known here for " + std::to_string(entrants) +
                             " at tables of " + std::to_string(rules_.seats) + "; ";
  if (entrants > kMaxForetold) {
    return search + "rounds are as even as a search finds, the log says how even";
  }
  return search + "best found: every two meet " + text_of(foretold(entrants, rules_.seats, rounds(entrants)));
}

}  // namespace referee
