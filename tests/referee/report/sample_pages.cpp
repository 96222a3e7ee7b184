#include "tests/referee/report/sample_pages.h"

#include <algorithm>
#include <array>

#include "referee/tournament/standings/rated_games.h"
#include "tests/referee/tournament/formats.h"
#include "tests/referee/tournament/histories.h"
#include "tests/support/harm.h"

namespace referee::sample_pages {
namespace {

using histories::bye;
using histories::draw;
using histories::forfeit;
using histories::played;
using histories::win;

StandingsPage page_of(std::shared_ptr<const TournamentFormat> format, int rounds, History history) {
  StandingsPage page;
  page.tournament = "Spring cup";
  page.game = format->encounter_rules().seats == 2 ? "walls" : "lightcycle";
  page.updated = "2026-11-20T08:00:00Z";
  page.rounds = rounds;
  page.finished = static_cast<int>(history.rounds.size()) == rounds;
  page.format = std::move(format);
  page.rows = page.format->standings(history);
  page.ratings = ratings_of(page.rules(), history, page.rows);
  page.history = std::move(history);
  return page;
}

/// Three games at a table of four, with other scores for each `shift`.
PlayedEncounter table(std::vector<Entrant> entrants, int shift) {
  std::vector<std::vector<double>> scores;
  for (int game = 0; game < 3; ++game) {
    std::vector<double> line;
    for (std::size_t i = 0; i < entrants.size(); ++i) {
      line.push_back(static_cast<double>((static_cast<int>(i) * (game + 2) + shift * (game + 1)) % 5));
    }
    scores.push_back(line);
  }
  return played(std::move(entrants), scores);
}

}  // namespace

std::vector<std::string> hostile_texts() {
  return {"<script>alert(1)</script>",
          "\"quoted\", 'twice' & more",
          "=cmd|' /C calc'!A0",
          "+1",
          "-1",
          "@SUM(A1)",
          "\t=1",
          "\r\n=1",
          "two\nlines\r\nor three",
          std::string("a NUL \0 inside", 14),
          "bad \xff\xc3 UTF-8 \xe2\x82",
          "| pipe | `code` *bold* _em_ [a](http://b) ![i](c) \\| <b>",
          "</style></td></table><img src=x onerror=alert(1)>",
          "\x1b[31mred\x1b[0m",
          "\u202eturned round",
          "&lt;&#60;&amp;",
          "",
          std::string(5000, 'x'),
          std::string(test_support::kHarm)};
}

StandingsPage tables() {
  std::vector<History::Round> rounds{
      {table({0, 1, 2, 3}, 1), table({4, 5, 6, 7}, 2), table({8, 9, 10}, 3)},
      {table({0, 4, 8, 1}, 2), table({2, 5, 9, 6}, 4), table({3, 7, 10}, 1)},
      {table({0, 5, 10, 2}, 3), table({4, 9, 1}, 1), played({8, 6, 3}, {{4, 1, 2}})}};
  rounds[0].edit()[1].games[2].struck = true;
  rounds[1].edit()[2].games[0].no_show[1] = true;
  rounds[1].edit()[2].games[0].tallies[1].by_verdict = {0, 0, 0, 0, 0, 0, 0, 1, 1, 0};
  GameTally& tally = rounds[0].edit()[0].games[0].tallies[2];
  tally.by_verdict = {260, 12, 3, 1, 0, 0, 1, 0, 0, 0};
  tally.turns = 277;
  tally.used = Microseconds(9'812'345);
  tally.worst = Microseconds(101'002);
  History history = histories::history(11, rounds);
  const std::vector<std::string> names{"dumb",    "alice", "bob-the-bot", "carol",   "dave", "erin",
                                       "frank_2", "grace", "heidi",       "ivan.v2", "judy"};
  for (Entrant e = 0; e < names.size(); ++e) {
    history.entrants[e].name = history.entrants[e].display = names[e];
  }
  history.entrants[1].display = "Alice Müller";
  history.entrants[2].display = "Bob, who gave his bot a very long name indeed";
  history.entrants[7].withdrawn = true;
  StandingsPage page = page_of(test::swiss_format({4, 3}, 5), 5, std::move(history));
  page.tournament = "Light Cycle, spring";
  page.links = links_to_records("records/");
  page.notes = {{"2026-11-20T07:31:02Z", 1, "r1t2g3 struck by the arbiter: wrong map"},
                {"2026-11-20T07:48:40Z", 2, "grace withdrawn: did not come twice running"}};
  return page;
}

StandingsPage pairs() {
  return page_of(test::swiss_format({2, 2}, 3), 3,
                 histories::history(5, {{win(0, 1), draw(2, 3), bye(4)},
                                        {win(0, 4), win(2, 1), bye(3)},
                                        {draw(0, 2), forfeit(4, 3, 1), bye(1)}}));
}

StandingsPage with_staff() {
  StandingsPage page = pairs();
  page.history.entrants[2].staff = true;
  page.rows = page.format->standings(page.history);
  return page;
}

StandingsPage machines() {
  StandingsPage page = pairs();
  page.machines = {
      {"AMD EPYC 7763", "bwrap", 9, std::pair(Microseconds(19'804), Microseconds(20'117))},
      {"Intel(R) Xeon(R) Gold", "bwrap", 2, std::pair(Microseconds(26'000), Microseconds(26'000))},
      {"", "", 1}};
  return page;
}

StandingsPage round_robin() {
  History history = histories::history(5, {{win(0, 1), draw(2, 4)},
                                           {win(3, 0), win(4, 1)},
                                           {forfeit(3, 1, 1), win(0, 2)},
                                           {forfeit(3, 2, 1), win(4, 0)},
                                           {forfeit(3, 4, 1), win(1, 2)}});
  history.entrants[3].withdrawn = true;
  history.entrants[4].withdrawn = true;
  return page_of(test::round_robin_format({2, 2}), 5, std::move(history));
}

StandingsPage by_score() {
  History history = histories::history(3, {{played({0, 1}, {{3, 2}, {3, 2}})},
                                           {played({0, 2}, {{1, 0}, {1, 0}})},
                                           {played({1, 2}, {{9, 9}, {2, 2.5}})}});
  return page_of(read_format({{"kind", "round_robin"}, {"rank_by", "score"}}, "format", {}), 3,
                 std::move(history));
}

StandingsPage field() {
  const std::vector<std::vector<double>> scores{{31814, 250, 0}, {12000, 250.5, 17}, {9000, 9000}};
  std::vector<History::Round> rounds;
  for (const std::vector<double>& of_round : scores) {
    History::Round& round = rounds.emplace_back();
    for (const double score : of_round) {
      round.push_back(played({round.size()}, {{score}}));
      round.edit().back().encounter.instance = static_cast<int>(rounds.size());
    }
  }
  History history = histories::history(3, std::move(rounds));
  history.entrants[2].withdrawn = true;
  StandingsPage page = page_of(test::field_format(4), 4, std::move(history));
  page.game = "superball";
  page.links = links_to_records("records/");
  page.instances = {"seed 1", "seed 2", "seed 3", "spiral | 4"};
  return page;
}

namespace {

/// Plays at most `rounds` rounds of the format's pairings, and adds them to the history.
void play(const TournamentFormat& format, std::size_t rounds, History& history) {
  const auto pairing = format.pairing_system(1);
  for (std::size_t round = 0; round < rounds; ++round) {
    const std::vector<Encounter> encounters = pairing->pair(history);
    if (encounters.empty()) {
      return;
    }
    History::Round& played = history.rounds.emplace_back();
    for (const Encounter& encounter : encounters) {
      played.push_back({encounter, {}});
      std::vector<GameResult>& games = played.edit().back().games;
      const bool upset = (encounter.round * 5 + encounter.table * 3) % 7 == 0;
      const bool absent = encounter.round == 2 && encounter.table == 2 && history.entrants.size() >= 12;
      for (auto state = state_of(format.encounter_rules(), encounter, games); !state.decided;
           state = state_of(format.encounter_rules(), encounter, games)) {
        const int number = *state.next_game;
        const bool drawn = number <= 2 && (encounter.round + encounter.table) % 4 == 0;
        games.push_back(
            histories::game(number, {drawn || !upset ? 1.0 : 0.0, (drawn || upset) && !absent ? 1.0 : 0.0}));
        if (absent) {
          games.back().scores = {0, 0};
          games.back().no_show = {true, true};
        }
      }
    }
  }
}

History entrants_called(std::size_t entrants) {
  static constexpr std::array kNames{"search", "alice", "bob-the-bot", "carol",
                                     "dave",   "erin",  "frank_2",     "grace"};
  History history;
  for (std::size_t i = 0; i < entrants; ++i) {
    std::string name = kNames[i % kNames.size()];
    name += i < kNames.size() ? "" : "-" + std::to_string(i / kNames.size());
    history.entrants.push_back({.name = name, .display = name});
  }
  return history;
}

}  // namespace

StandingsPage double_elimination(std::size_t entrants, std::size_t rounds) {
  const auto format =
      read_format({{"kind", "double_elimination"}, {"best_of", 2}, {"best_of_final", 4}}, "format", {});
  History history = entrants_called(entrants);
  if (entrants >= 12) {
    play(*format, 1, history);
    history.entrants[5].withdrawn = true;
  }
  play(*format, rounds - std::min(rounds, history.rounds.size()), history);
  const int planned = format->pairing_system(0)->rounds(entrants);
  StandingsPage page = page_of(format, planned, std::move(history));
  page.finished = format->pairing_system(0)->pair(page.history).empty();
  page.links = links_to_records("records/");
  return page;
}

StandingsPage swiss_final() {
  const auto format =
      read_format({{"kind", "swiss"}, {"rounds", 3}, {"final", {{"kind", "double_elimination"}, {"top", 4}}}},
                  "format", {});
  History history = entrants_called(7);
  play(*format, 1000, history);
  StandingsPage page = page_of(format, format->pairing_system(0)->rounds(7), std::move(history));
  page.finished = true;
  return page;
}

StandingsPage empty() { return page_of(test::swiss_format({2, 2}, 3), 3, histories::history(3, {})); }

namespace {

StandingsPage with_hostile_texts(StandingsPage page, std::size_t shift) {
  const std::vector<std::string> texts = hostile_texts();
  std::size_t next = shift;
  const auto text = [&] { return texts[next++ % texts.size()]; };
  for (std::string& instance : page.instances) {
    instance = text();
  }
  History history = page.history;
  for (History::EntrantInfo& entrant : history.entrants) {
    entrant.name = text();
    entrant.display = text();
  }
  page.rounds = 4;
  page.rows = page.format->standings(history);
  page.history = std::move(history);
  page.finished = false;
  page.tournament = text();
  page.game = text();
  page.updated = text();
  page.links = links_to_records("records/");
  page.notes = {{text(), 1, text()}};
  page.machines = {{text(), "bwrap", 1}, {text(), "", 1}};
  return page;
}

}  // namespace

StandingsPage hostile(std::size_t shift) { return with_hostile_texts(pairs(), shift); }

StandingsPage hostile_bracket(std::size_t shift) { return with_hostile_texts(double_elimination(6), shift); }

StandingsPage hostile_field(std::size_t shift) { return with_hostile_texts(field(), shift); }

}  // namespace referee::sample_pages
