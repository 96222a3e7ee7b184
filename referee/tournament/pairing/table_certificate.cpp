#include "referee/tournament/pairing/table_certificate.h"

#include <algorithm>

#include "referee/tournament/pairing/table_bounds.h"
#include "referee/tournament/pairing/table_players.h"

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

/// Of all meetings of the tournament, `players`' tables of this round included.
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

}  // namespace referee
