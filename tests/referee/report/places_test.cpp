#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/report/explanation.h"
#include "referee/report/hall_of_fame.h"
#include "referee/report/prize_list.h"
#include "referee/report/rating_text.h"
#include "referee/tournament/formats/format_table.h"
#include "referee/tournament/standings/ladder_table.h"
#include "referee/tournament/standings/rated_games.h"
#include "tests/referee/tournament/encounter_rules.h"
#include "tests/referee/tournament/formats.h"
#include "tests/referee/tournament/simulated_tournament.h"
#include "tests/support/random_cases.h"

// Tournaments 10.4: who came to no game that counts has no place, in any format.
namespace referee {
namespace {

using Json = nlohmann::json;
using test::SimulatedTournament;

StandingsPage page_of(test::FormatPtr format, const History& history) {
  StandingsPage page;
  page.tournament = "Class";
  page.game = "walls";
  page.finished = true;
  page.format = std::move(format);
  page.history = history;
  page.rows = page.format->standings(history);
  page.rounds = static_cast<int>(history.rounds.size());
  return page;
}

/// The prize of each entrant by name, for 20, 10 and 5 points.
std::map<std::string, double> prizes_of_all(const StandingsPage& page) {
  std::map<std::string, double> prizes;
  for (const PrizeList::Row& row : prize_list_of(page, {20, 10, 5}, Sharing::best).rows) {
    prizes[row.name] = row.extra;
  }
  return prizes;
}

TEST(Places, InAFieldOfOneInstanceABotThatNeverCameWinsNothing) {
  for (const double least : {0.0, -5.0}) {
    SimulatedTournament field({.seats = 1, .best_of = 1, .apart = true}, 3, 1);
    field.stay_away(1);
    field.set_least_score(least);
    const auto format = test::field_format(1);
    field.play(format->pairing_system(1)->pair(field.history()));
    const StandingsPage page = page_of(format, field.history());
    const auto prizes = prizes_of_all(page);
    EXPECT_EQ(prizes.at("p2"), 0) << least;
    EXPECT_GE(prizes.at("p1") + prizes.at("p3"), 30) << least;
    EXPECT_EQ(page.rows.back().name, "p2") << "listed last, although 0 may be the best score";
    EXPECT_EQ(page.rows.back().missed, 1);
    EXPECT_EQ(rank_text(page.rows.back()), "-");
    EXPECT_EQ(hall_of_fame_of({{"class.db", page}}).lines.size(), 2U);
    EXPECT_THAT(standings_text(page), testing::HasSubstr("\n  -   p2 "));
    EXPECT_THAT(standings_csv(page), testing::HasSubstr("\r\n,p2,p2,"));
    EXPECT_THAT(standings_markdown(page), testing::HasSubstr("\n| - | p2 |"));
    EXPECT_EQ(Json::parse(standings_json(page))["standings"][2]["ranked"], false);
  }
}

TEST(Places, WhoWonByTheOthersAbsenceHasPlayed) {
  SimulatedTournament swiss(test::kOneGame, 2, 1);
  swiss.stay_away(0);
  const auto format = test::swiss_format(test::kOneGame, 1);
  swiss.play(format->pairing_system(1)->pair(swiss.history()));
  EXPECT_EQ(prizes_of_all(page_of(format, swiss.history())),
            (std::map<std::string, double>{{"p1", 0}, {"p2", 20}}));
}

// ---- 300 random classes against a model ----

struct ClassKind {
  std::string name;
  EncounterRules rules;
  test::FormatPtr format;
};

std::vector<ClassKind> kinds_of_class() {
  const EncounterRules alone{.seats = 1, .best_of = 1, .apart = true};
  const EncounterRules duels{.seats = 2, .best_of = 2, .apart = true};
  const auto read = [](const Json& keys, const EncounterRules& rules) {
    return read_format(keys, "format", test::game_of(rules));
  };
  const auto bracket = read({{"kind", "double_elimination"}}, test::kSeatSwap);
  const auto with_final = read({{"kind", "swiss"},
                                {"rounds", 2},
                                {"best_of", 1},
                                {"final", {{"kind", "double_elimination"}, {"top", 3}}}},
                               test::kOneGame);
  std::vector<ClassKind> kinds{{"field of 1", alone, test::field_format(1)},
                               {"field of 3", alone, test::field_format(3)},
                               {"swiss", test::kOneGame, test::swiss_format(test::kOneGame, 3)},
                               {"swiss of duels", duels, test::swiss_format(duels, 2)},
                               {"tables of 4", test::kOneGameOf4, test::swiss_format(test::kOneGameOf4, 2)},
                               {"round robin", test::kSeatSwap, test::round_robin_format(test::kSeatSwap)},
                               {"double elimination", bracket->encounter_rules(), bracket},
                               {"swiss with a final", with_final->encounter_rules(), with_final}};
  return kinds;
}

/// Rounds until the format pairs no more, or `most` are played.
History played_class(const ClassKind& kind, std::uint64_t seed) {
  SimulatedTournament one(kind.rules, 2 + seed % 7, seed);
  one.set_absences(seed % 4);
  one.set_least_score(seed % 3 == 0 ? -2 : 0);
  for (std::uint64_t away = one.below(3); away > 0; --away) {
    one.stay_away(one.below(one.history().entrants.size()));
  }
  const auto pairing = kind.format->pairing_system(seed);
  const auto rounds = static_cast<std::size_t>(pairing->rounds(one.history().entrants.size()));
  while (one.history().rounds.size() < rounds) {
    const auto encounters = pairing->pair(one.history());
    if (encounters.empty()) {
      break;
    }
    one.play(encounters);
    if (one.below(6) == 0) {
      one.set_withdrawn(one.below(one.history().entrants.size()), true);
    }
  }
  return one.history();
}

/// Takes some games out, as an arbiter does where they are not played again.
void strike_some(const ClassKind& kind, History& history, std::uint64_t seed) {
  engines::Rng rng(seed);
  for (History::Round& round : history.rounds) {
    for (PlayedEncounter& played : round.edit()) {
      for (GameResult& game : played.games) {
        game.struck = kind.rules.later_stages.empty() && engines::below(rng, 10) == 0;
      }
    }
  }
}

/// The entrants that came to a game that counts: of a decided encounter that is still one without those that
/// are annulled.
std::set<Entrant> who_played(const StandingsPage& page) {
  std::set<Entrant> annulled;
  for (const StandingsRow& row : page.rows) {
    if (row.annulled) {
      annulled.insert(row.entrant);
    }
  }
  std::set<Entrant> players;
  for (const History::Round& round : page.history.rounds) {
    for (const auto& [encounter, games] : round) {
      const auto out = static_cast<std::size_t>(std::ranges::count_if(
          encounter.entrants, [&](Entrant entrant) { return annulled.contains(entrant); }));
      const bool counts = out == 0 || encounter.entrants.size() - out >= 2;
      for (std::size_t i = 0; i < encounter.entrants.size() && counts; ++i) {
        const bool came = std::ranges::any_of(
            games, [&](const GameResult& game) { return !game.struck && !game.no_show[i]; });
        if (came && !annulled.contains(encounter.entrants[i])) {
          players.insert(encounter.entrants[i]);
        }
      }
    }
  }
  return players;
}

/// Whether all that tells places tells the same one: text, JSON, and the explanation where there is one.
void compare_texts(const StandingsPage& page, const std::string& which) {
  const Json json = Json::parse(standings_json(page));
  const std::string text = standings_text(page);
  for (std::size_t i = 0; i < page.rows.size(); ++i) {
    const StandingsRow& row = page.rows[i];
    const std::string rank = rank_text(row);
    EXPECT_EQ(json["standings"][i]["rank"], row.rank) << which << ", " << row.name;
    EXPECT_THAT(text, testing::ContainsRegex("\n *" + rank + "\\.? +" + row.name + " ")) << which;
    if (!page.format->traits().unexplained.empty()) {
      continue;
    }
    const std::string told = explanation_text(page, row.entrant);
    const std::string first = told.substr(0, told.find('\n'));
    EXPECT_THAT(first, is_ranked(row) ? testing::HasSubstr(" is number " + rank + " of ")
                                      : testing::HasSubstr(" has no place"))
        << which << ", " << row.name;
    EXPECT_THAT(told, testing::HasSubstr(is_ranked(row) && !row.annulled ? "ank " + rank : "")) << which;
  }
}

void compare(const StandingsPage& page, const std::string& which) {
  compare_texts(page, which);
  const std::set<Entrant> players = who_played(page);
  const PrizeList list = prize_list_of(page, {20, 10, 5}, Sharing::best);
  const auto takes_place = [&](const StandingsRow& row) {
    return players.contains(row.entrant) && !row.withdrawn;
  };
  for (std::size_t i = 0; i < page.rows.size(); ++i) {
    const StandingsRow& row = page.rows[i];
    EXPECT_EQ(is_ranked(row), row.annulled || players.contains(row.entrant)) << which << ", " << row.name;
    ASSERT_EQ(list.rows[i].place.has_value(), takes_place(row)) << which << ", " << row.name;
    if (takes_place(row)) {
      const auto better = std::ranges::count_if(
          page.rows, [&](const StandingsRow& other) { return takes_place(other) && other.rank < row.rank; });
      EXPECT_EQ(list.rows[i].place, better + 1) << which << ", " << row.name;
    } else {
      EXPECT_EQ(list.rows[i].extra, 0) << which << ", " << row.name;
    }
  }
  if (page.format->traits().hall_of_fame) {
    EXPECT_EQ(hall_of_fame_of({{"class.db", page}}).lines.size(), players.size()) << which;
  }
}

TEST(Places, OfRandomClassesGoToWhoHasPlayed) {
  const auto kinds = kinds_of_class();
  std::size_t without_place = 0;
  for (int number = 0; number < test_support::random_cases(40); ++number) {
    const auto seed = static_cast<std::uint64_t>(number);
    const ClassKind& kind = kinds[seed % kinds.size()];
    History history = played_class(kind, seed / kinds.size() + 1);
    strike_some(kind, history, seed);
    const StandingsPage page = page_of(kind.format, history);
    compare(page, kind.name + ", class " + std::to_string(number));
    without_place += page.rows.size() - who_played(page).size();
  }
  EXPECT_GT(without_place, 20U);
}

// ---- ladders ----

LadderGame ladder_game(const std::vector<double>& scores, const std::vector<bool>& no_show) {
  LadderGame game;
  game.scores = scores;
  game.no_show = no_show;
  game.tallies.resize(scores.size());
  for (Entrant entrant = 0; entrant < scores.size(); ++entrant) {
    game.entrants.push_back(entrant);
  }
  return game;
}

TEST(Places, TheLegendOfALadderKnowsItsHouseBotAlsoAfterItWasStored) {
  LadderTable table(2);
  LadderGame with_house;
  with_house.scores = {1};
  with_house.no_show = {false};
  with_house.tallies.resize(1);
  with_house.entrants = {0};
  with_house.house = 0;
  table.add(1, with_house, 1);
  table.estimate(2);
  for (const LadderTable& kept : {table, LadderTable::read(table.json())}) {
    History history;
    history.entrants = {{.name = "ada", .display = "ada"}};
    history.ladder = std::make_shared<const LadderTable>(kept);
    const auto format = read_format({{"kind", "ladder"}}, "format", test::game_of(test::kOneGame));
    StandingsPage page = page_of(format, history);
    page.ratings = ratings_of(page.rules(), history, page.rows);
    EXPECT_THAT(rating_legend(page), testing::HasSubstr("house bot, which fills empty seats, has 0"));
    EXPECT_THAT(standings_text(page), testing::HasSubstr("house bot, which fills empty seats, has 0"));
  }
}

TEST(Places, OfALadderGoToWhoCame) {
  LadderTable table(2);
  table.add(1, ladder_game({1, 0}, {false, true}), 1);
  table.estimate(2);
  for (const LadderTable& kept : {table, LadderTable::read(table.json())}) {
    History history;
    history.entrants = {{.name = "ada", .display = "ada"}, {.name = "bob", .display = "bob"}};
    history.ladder = std::make_shared<const LadderTable>(kept);
    const auto format = read_format({{"kind", "ladder"}}, "format", test::game_of(test::kOneGame));
    EXPECT_EQ(prizes_of_all(page_of(format, history)),
              (std::map<std::string, double>{{"ada", 20}, {"bob", 0}}));
  }
  table.remove(1, ladder_game({1, 0}, {false, true}));
  EXPECT_EQ(table.json().find("missed"), std::string::npos);
}

}  // namespace
}  // namespace referee
