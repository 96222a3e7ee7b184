#include "referee/tournament/pairing/swiss_tables.h"

#include <algorithm>
#include <utility>

#include "referee/tournament/pairing/pairing_requests.h"
#include "referee/tournament/pairing/past_rounds.h"
#include "referee/tournament/pairing/table_division.h"
#include "referee/tournament/pairing/table_search.h"
#include "referee/tournament/pairing/table_seats.h"

namespace referee {
namespace {

void try_exchanges(const TablePlayers& players, const Tables& tables, TableCertificate& certificate) {
  Division division(players, tables);
  const bool foreseen =
      players.more_rounds && !players.repeat_weight && players.points.size() <= Division::kMaxForeseen;
  Division foreseeing(players, tables);
  if (foreseen) {
    foreseeing.foresee(certificate.cost.squares);
  }
  const std::int64_t strangers = foreseeing.cost().strangers;
  for (std::size_t a = 0; a < players.points.size(); ++a) {
    for (std::size_t b = a + 1; b < players.points.size(); ++b) {
      if (division.together(a, b)) {
        continue;
      }
      ++certificate.exchanges;
      division.exchange(a, b);
      const TablesCost cost = division.cost();
      division.exchange(a, b);
      if (cost >= certificate.cost) {
        continue;
      }
      foreseeing.exchange(a, b);
      const bool fewer = foreseeing.cost().strangers > strangers;
      foreseeing.exchange(a, b);
      ++(fewer && cost.squares == certificate.cost.squares ? certificate.spared : certificate.improving);
    }
  }
}

/// Counts the meetings of the whole tournament, those at the tables of this round included.
void count_meetings(const History& history, const std::vector<Encounter>& encounters,
                    TableCertificate& certificate) {
  const std::size_t n = history.entrants.size();
  std::vector<int> met(n * n);
  const auto add = [&](const Encounter& encounter) {
    for (const Entrant a : encounter.entrants) {
      for (const Entrant b : encounter.entrants) {
        met[a * n + b] += a != b && encounter.kind == Encounter::Kind::play ? 1 : 0;
      }
    }
  };
  for (const History::Round& round : history.rounds) {
    for (const PlayedEncounter& played : round) {
      add(played.encounter);
    }
  }
  std::ranges::for_each(encounters, add);
  int least_twice = 0;
  for (Entrant a = 0; a < n; ++a) {
    int mates = 0;
    for (Entrant b = 0; b < n; ++b) {
      const int times = met[a * n + b];
      mates += times;
      certificate.most_meetings = std::max(certificate.most_meetings, times);
      certificate.repeats_so_far += a < b && times > 1 ? times - 1 : 0;
    }
    least_twice += std::max(0, mates - (static_cast<int>(n) - 1));
  }
  certificate.least_so_far = (least_twice + 1) / 2;
}

/// The best at the first table, the next at the second: small differences of points.
Tables slices(const std::vector<std::size_t>& sizes) {
  Tables tables;
  std::size_t next = 0;
  for (const std::size_t size : sizes) {
    auto& table = tables.emplace_back();
    while (table.size() < size) {
      table.push_back(next++);
    }
  }
  return tables;
}

/// Dealt to and fro: 1 8 9 16, 2 7 10 15, ...: all tables equally strong by pairing numbers.
Tables snake(const std::vector<std::size_t>& sizes, std::size_t players) {
  Tables tables(sizes.size());
  std::size_t next = 0;
  for (std::size_t row = 0; next < players; ++row) {
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const std::size_t table = row % 2 == 0 ? i : sizes.size() - 1 - i;
      if (tables[table].size() < sizes[table]) {
        tables[table].push_back(next++);
      }
    }
  }
  return tables;
}

/// Highest mean of points first, then the table of the best ranked; at a table the best ranked first.
void order_tables(const TablePlayers& players, Tables& tables) {
  for (auto& table : tables) {
    std::ranges::sort(table);
  }
  const auto sum = [&](const std::vector<std::size_t>& table) {
    Points points;
    for (const std::size_t player : table) {
      points += players.points[player];
    }
    return points.units();
  };
  std::ranges::sort(tables, [&](const auto& a, const auto& b) {
    // Means compared without dividing: tables differ in size.
    const std::int64_t of_a = sum(a) * static_cast<std::int64_t>(b.size());
    const std::int64_t of_b = sum(b) * static_cast<std::int64_t>(a.size());
    return std::pair(of_b, a.front()) < std::pair(of_a, b.front());
  });
}

}  // namespace

TableCertificate certificate_of(const TablePlayers& players, const std::vector<Entrant>& ranked,
                                const History& history, const std::vector<Encounter>& encounters) {
  const Tables tables = tables_of(ranked, encounters);
  TableCertificate certificate;
  certificate.cost = cost_of(players, tables);
  try_exchanges(players, tables, certificate);
  for (const auto& table : tables) {
    for (std::size_t i = 0; i < table.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        certificate.repeats += players.met(table[i], table[j]) > 0 ? 1 : 0;
      }
    }
  }
  certificate.least_repeats =
      least_meetings(players, sizes_of(tables), fewest_groups(history, ranked)).repeats;
  count_meetings(history, encounters, certificate);
  return certificate;
}

std::string text_of(const TableCertificate& certificate) {
  std::string text;
  const auto add = [&](const char* before, auto number) {
    text.append(before).append(std::to_string(number));
  };
  if (certificate.cost.forbidden > 0) {
    add("pairs together that must not meet: ", certificate.cost.forbidden);
    text.append("; ");
  }
  add("", certificate.repeats);
  add(" pairs meet again, of at least ", certificate.least_repeats);
  add("; repeats so far ", certificate.repeats_so_far);
  add(", of at least ", certificate.least_so_far);
  add("; nobody has met anybody more than ", certificate.most_meetings);
  add(certificate.most_meetings == 1 ? " time; of " : " times; of ", certificate.exchanges);
  add(" exchanges of two players ", certificate.improving);
  text.append(" would be better");
  if (certificate.spared > 0) {
    add(", ", certificate.spared);
    text.append(" only at the cost of repeats in the next round");
  }
  return text;
}

TablePlayers SwissTables::players_of(const History& history, const std::vector<Entrant>& ranked) const {
  TablePlayers players = table_players(rules_, PastRounds(rules_, history), history, ranked);
  players.repeat_weight = repeat_weight_;
  players.more_rounds = history.rounds.size() + 1 < static_cast<std::size_t>(rounds_);
  return players;
}

std::vector<Encounter> SwissTables::pair(const History& history) const {
  if (history.rounds.size() >= static_cast<std::size_t>(rounds_)) {
    return {};
  }
  const PastRounds past(rules_, history);
  const std::vector<Entrant> ranked = past.ranked(history);
  std::vector<Encounter> encounters = encounters_of(history, past, ranked);
  const auto asked_for = requested_byes(history, static_cast<int>(encounters.size()) + 1);
  encounters.insert(encounters.end(), asked_for.begin(), asked_for.end());
  return encounters;
}

/// The encounters without entrants that asked to be left out.
std::vector<Encounter> SwissTables::encounters_of(const History& history, const PastRounds& past,
                                                  const std::vector<Entrant>& ranked) const {
  const std::size_t round = history.rounds.size() + 1;
  if (ranked.empty()) {
    return {};
  }
  if (ranked.size() == 1) {
    return {{.round = static_cast<int>(round), .kind = Encounter::Kind::bye, .entrants = ranked}};
  }
  const TablePlayers players = players_of(history, ranked);
  const std::vector<std::size_t> sizes = table_sizes(ranked.size(), rules_.seats);
  const Tables start = round == 1 ? snake(sizes, ranked.size()) : slices(sizes);
  // An odd factor keeps the seeds of all rounds apart.
  Tables tables = search_tables(players, start, seed_ + round * 0x9E3779B97F4A7C15U);
  order_tables(players, tables);

  std::vector<Encounter> encounters;
  for (std::size_t t = 0; t < tables.size(); ++t) {
    std::vector<Entrant> entrants;
    for (const std::size_t player : tables[t]) {
      entrants.push_back(ranked[player]);
    }
    encounters.push_back({.round = static_cast<int>(round),
                          .table = static_cast<int>(t) + 1,
                          .entrants = deal_seats(rules_, past, entrants, round - 1 + t)});
  }
  return encounters;
}

std::string SwissTables::remark(const History& history, const std::vector<Encounter>& encounters) const {
  const std::vector<Entrant> ranked = PastRounds(rules_, history).ranked(history);
  if (ranked.size() < 2) {
    return "";
  }
  return text_of(certificate_of(players_of(history, ranked), ranked, history, encounters));
}

}  // namespace referee
