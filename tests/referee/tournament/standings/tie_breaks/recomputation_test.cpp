// Computes every value again from the games, by simpler code: in floating point, step by step.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "tests/referee/tournament/standings/tie_breaks/lists.h"
#include "tests/referee/tournament/standings/tie_breaks/random_history.h"
#include "tests/support/random_cases.h"

namespace referee {
namespace {

using tie_break_lists::list;
using tie_break_lists::one;

/// One round of one entrant. Letters as in a tournament report file, "?" not decided.
struct Line {
  char kind = 'Z';  // P played, + and - by forfeit, U bye, H and Z requested
  double points = 0;
  bool second = false;
  std::vector<Entrant> others;
  std::vector<double> results;
  std::vector<bool> forfeits;
  bool voluntary() const { return kind == 'H' || kind == 'Z' || kind == '-'; }
};

using Sheet = std::vector<std::vector<Line>>;  // by entrant and round

double result(const Encounter& table, const std::vector<double>& scores, const std::vector<bool>& absent,
              std::size_t i, std::size_t j) {
  if (table.kind == Encounter::Kind::forfeit) {
    return table.winner == i ? 1 : 0;
  }
  return absent[i] && absent[j] ? 0 : scores[i] > scores[j] ? 1 : scores[i] == scores[j] ? 0.5 : 0;
}

Line line_of(const PlayedEncounter& played, std::size_t i) {
  const Encounter& table = played.encounter;
  Line line;
  line.second = i == 1;
  if (table.entrants.size() == 1) {
    line.kind = table.kind == Encounter::Kind::bye        ? 'U'
                : table.kind == Encounter::Kind::half_bye ? 'H'
                                                          : 'Z';
    line.points = line.kind == 'U' ? 1 : line.kind == 'H' ? 0.5 : 0;
    return line;
  }
  const bool decided = table.kind == Encounter::Kind::forfeit || !played.games.empty();
  std::vector<double> scores(table.entrants.size());
  std::vector<bool> absent(table.entrants.size());
  for (std::size_t j = 0; j < absent.size(); ++j) {
    absent[j] =
        table.kind == Encounter::Kind::forfeit ? table.winner != j : decided && played.games[0].no_show[j];
    scores[j] = decided && !played.games.empty() ? played.games[0].scores[j] : 0;
  }
  bool company = false;
  for (std::size_t j = 0; j < absent.size(); ++j) {
    if (j != i) {
      line.others.push_back(table.entrants[j]);
      line.results.push_back(decided ? result(table, scores, absent, i, j) : 0);
      line.forfeits.push_back(absent[i] || absent[j]);
      line.points += line.results.back() / static_cast<double>(absent.size() - 1);
      company = company || !absent[j];
    }
  }
  line.kind = !decided ? '?' : absent[i] ? '-' : company ? 'P' : '+';
  return line;
}

Sheet sheet_of(const History& history) {
  Sheet sheet(history.entrants.size(), std::vector<Line>(history.rounds.size()));
  for (std::size_t r = 0; r < history.rounds.size(); ++r) {
    for (const PlayedEncounter& played : history.rounds[r]) {
      for (std::size_t i = 0; i < played.encounter.entrants.size(); ++i) {
        sheet[played.encounter.entrants[i]][r] = line_of(played, i);
      }
    }
  }
  return sheet;
}

double points_of(const std::vector<Line>& lines) {
  double sum = 0;
  for (const Line& line : lines) {
    sum += line.points;
  }
  return sum;
}

double adjusted(const std::vector<Line>& lines) {
  double sum = 0;
  for (std::size_t r = 0; r < lines.size(); ++r) {
    bool last = true;
    for (std::size_t later = r + 1; later < lines.size(); ++later) {
      last = last && lines[later].voluntary();
    }
    const bool requested = lines[r].kind == 'H' || lines[r].kind == 'Z';
    sum += requested && last ? 0.5 : lines[r].points;
  }
  return sum;
}

struct Term {
  double score = 0;
  double product = 0;
  bool voluntary = false;
};

std::vector<Term> terms_of(const Sheet& sheet, Entrant e) {
  std::vector<Term> terms;
  const double own = points_of(sheet[e]);
  for (const Line& line : sheet[e]) {
    Term term;
    term.voluntary = line.voluntary();
    if (line.others.empty() || line.kind == '?') {
      term.score = std::min(own, 0.5 * static_cast<double>(sheet[e].size()));
      term.product = term.score * line.points;
    }
    for (std::size_t j = 0; j < line.others.size() && line.kind != '?'; ++j) {
      const double other = adjusted(sheet[line.others[j]]);
      const double score =
          (line.forfeits[j] ? std::min(own, other) : other) / static_cast<double>(line.others.size());
      term.score += score;
      term.product += score * line.results[j];
    }
    terms.push_back(term);
  }
  return terms;
}

constexpr double kNothing = 1e-9;

bool before(const Term& a, const Term& b, bool products) {
  if (std::abs(a.score - b.score) > kNothing) {
    return a.score < b.score;
  }
  return products && a.product < b.product - kNothing;
}

/// Whether voluntary unplayed round `a` is cut before `b`.
bool cut_before(double worth_of_a, const Term& a, double worth_of_b, const Term& b) {
  return std::abs(worth_of_a - worth_of_b) > kNothing ? worth_of_a < worth_of_b
                                                      : a.score < b.score - kNothing;
}

/// The sum of the terms that remain after cutting one by one.
double cut_sum(std::vector<Term> terms, int low, int high, bool products) {
  const auto worth = [&](const Term& term) { return products ? term.product : term.score; };
  for (int i = 0; i < low && !terms.empty(); ++i) {
    auto least = terms.begin();
    auto unplayed = terms.end();
    for (auto at = terms.begin(); at != terms.end(); ++at) {
      least = before(*at, *least, products) ? at : least;
      if (at->voluntary &&
          (unplayed == terms.end() || cut_before(worth(*at), *at, worth(*unplayed), *unplayed))) {
        unplayed = at;
      }
    }
    const bool instead = unplayed != terms.end() && worth(*unplayed) > worth(*least) - kNothing;
    terms.erase(instead ? unplayed : least);
  }
  for (int i = 0; i < high && !terms.empty(); ++i) {
    auto most = terms.begin();
    for (auto at = terms.begin(); at != terms.end(); ++at) {
      most = before(*most, *at, products) ? at : most;
    }
    terms.erase(most);
  }
  double sum = 0;
  for (const Term& term : terms) {
    sum += worth(term);
  }
  return sum;
}

Sheet last_round_drawn(Sheet sheet) {
  for (std::vector<Line>& lines : sheet) {
    Line& last = lines.back();
    if (!last.others.empty()) {
      last.kind = 'P';
      last.points = 0.5;
      last.forfeits.assign(last.others.size(), false);
    }
  }
  return sheet;
}

double mean_buchholz(const Sheet& sheet, Entrant e) {
  double sum = 0;
  int count = 0;
  for (const Line& line : sheet[e]) {
    for (std::size_t j = 0; j < line.others.size() && line.kind == 'P'; ++j) {
      if (!line.forfeits[j]) {
        sum += cut_sum(terms_of(sheet, line.others[j]), 0, 0, false);
        ++count;
      }
    }
  }
  return count == 0 ? 0 : sum / count;
}

double koya(const Sheet& sheet, Entrant e) {
  double sum = 0;
  for (const Line& line : sheet[e]) {
    for (std::size_t j = 0; j < line.others.size() && line.kind != '?'; ++j) {
      const std::vector<Line>& other = sheet[line.others[j]];
      if (points_of(other) > 0.5 * static_cast<double>(other.size()) - kNothing) {
        sum += line.results[j] / static_cast<double>(line.others.size());
      }
    }
  }
  return sum;
}

double rounds_where(const std::vector<Line>& lines, bool played, bool won, bool second) {
  double count = 0;
  for (const Line& line : lines) {
    count += (!played || line.kind == 'P') && (!won || line.points > 1 - kNothing) && (!second || line.second)
                 ? 1
                 : 0;
  }
  return count;
}

double progressive(const std::vector<Line>& lines, std::size_t cut) {
  double sum = 0;
  for (std::size_t r = cut; r < lines.size(); ++r) {
    sum += points_of({lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(r) + 1});
  }
  return sum;
}

std::map<std::string, double> all_values(const Sheet& sheet, Entrant e) {
  const auto terms = terms_of(sheet, e);
  const auto fore = terms_of(last_round_drawn(sheet), e);
  return {{"WIN", rounds_where(sheet[e], false, true, false)},
          {"WON", rounds_where(sheet[e], true, true, false)},
          {"BPG", rounds_where(sheet[e], true, false, true)},
          {"BWG", rounds_where(sheet[e], true, true, true)},
          {"PS", progressive(sheet[e], 0)},
          {"PS/C1", progressive(sheet[e], 1)},
          {"PS/C2", progressive(sheet[e], 2)},
          {"BH", cut_sum(terms, 0, 0, false)},
          {"BH/C1", cut_sum(terms, 1, 0, false)},
          {"BH/C2", cut_sum(terms, 2, 0, false)},
          {"BH/M1", cut_sum(terms, 1, 1, false)},
          {"BH/M2", cut_sum(terms, 2, 2, false)},
          {"AOB", mean_buchholz(sheet, e)},
          {"FB", cut_sum(fore, 0, 0, false)},
          {"FB/C1", cut_sum(fore, 1, 0, false)},
          {"FB/C2", cut_sum(fore, 2, 0, false)},
          {"FB/M1", cut_sum(fore, 1, 1, false)},
          {"FB/M2", cut_sum(fore, 2, 2, false)},
          {"SB", cut_sum(terms, 0, 0, true)},
          {"SB/C1", cut_sum(terms, 1, 0, true)},
          {"SB/C2", cut_sum(terms, 2, 0, true)},
          {"KS", koya(sheet, e)}};
}

/// What does not apply is 0 here.
double number(const std::optional<TieBreakValue>& value) { return value ? value->value() : 0; }

TEST(Recomputation, OfRandomSwissTournamentsAgrees) {
  random_history::Dice dice(2026);
  for (int trial = 0; trial < test_support::random_cases(30); ++trial) {
    const std::size_t seats = 2 + (trial % 3 == 0 ? static_cast<std::size_t>(dice.roll(3)) : 0);
    const std::size_t rounds = 1 + static_cast<std::size_t>(dice.roll(7));
    const History history =
        random_history::swiss(dice, 3 + static_cast<std::size_t>(dice.roll(9)), rounds, seats);
    const StandingsRules rules = tie_break_lists::swiss({}, static_cast<int>(rounds), {seats, 1});
    const TieBreaker breaker = tie_breaker_of(rules, history);
    const Sheet sheet = sheet_of(history);
    for (Entrant e = 0; e < sheet.size(); ++e) {
      EXPECT_NEAR(breaker.opposition().card(e).points.value(), points_of(sheet[e]), kNothing);
      EXPECT_NEAR(breaker.opposition().as_opponent(e).value(), adjusted(sheet[e]), kNothing);
      for (const auto& [code, expected] : all_values(sheet, e)) {
        EXPECT_NEAR(number(breaker.value(one(code.c_str()), e)), expected, kNothing)
            << "trial " << trial << ", entrant " << e << ", " << code;
      }
    }
  }
}

TEST(Recomputation, OfRandomRoundRobinsAgrees) {
  random_history::Dice dice(7);
  for (int trial = 0; trial < test_support::random_cases(20); ++trial) {
    const std::size_t entrants = 2 + static_cast<std::size_t>(dice.roll(7));
    const History history = random_history::round_robin(dice, entrants);
    const TieBreaker breaker =
        tie_breaker_of(tie_break_lists::round_robin({}, static_cast<int>(entrants) - 1, {2, 1}), history);
    const Sheet sheet = sheet_of(history);
    for (Entrant e = 0; e < entrants; ++e) {
      double sonneborn_berger = 0;
      double koya = 0;
      for (const Line& line : sheet[e]) {
        if (!line.others.empty()) {
          const double other = points_of(sheet[line.others[0]]);
          sonneborn_berger += line.results[0] * other;
          koya += 2 * other > static_cast<double>(entrants) - 1 - kNothing ? line.results[0] : 0;
        }
      }
      EXPECT_NEAR(number(breaker.value(one("SB"), e)), sonneborn_berger, kNothing);
      EXPECT_NEAR(number(breaker.value(one("KS"), e)), koya, kNothing);
      EXPECT_NEAR(number(breaker.value(one("WIN"), e)), rounds_where(sheet[e], false, true, false), kNothing);
      EXPECT_NEAR(number(breaker.value(one("WON"), e)), rounds_where(sheet[e], true, true, false), kNothing);
      EXPECT_NEAR(number(breaker.value(one("PS"), e)), progressive(sheet[e], 0), kNothing);
    }
  }
}

// Tournaments 10.2: entrants that are still equal share the rank.
TEST(Recomputation, OrderIsThatOfPointsAndValuesAndOnlyEqualOnesShareARank) {
  random_history::Dice dice(11);
  int shared = 0;
  const int cases = test_support::random_cases(20);
  for (int trial = 0; trial < cases; ++trial) {
    const std::size_t rounds = 1 + static_cast<std::size_t>(dice.roll(4));
    const History history =
        random_history::swiss(dice, 4 + static_cast<std::size_t>(dice.roll(12)), rounds, 2);
    const auto rows = standings_of(
        tie_break_lists::swiss(list({"BH/C1", "BH", "SB", "WIN"}), static_cast<int>(rounds), {2, 1}),
        history);
    for (std::size_t i = 1; i < rows.size(); ++i) {
      const auto above = std::pair(rows[i - 1].points, rows[i - 1].tie_breaks);
      const auto here = std::pair(rows[i].points, rows[i].tie_breaks);
      ASSERT_GE(above, here);
      EXPECT_EQ(rows[i].rank, above == here ? rows[i - 1].rank : static_cast<int>(i) + 1);
      shared += above == here ? 1 : 0;
    }
  }
  EXPECT_GT(shared, cases / 4);
}

}  // namespace
}  // namespace referee
