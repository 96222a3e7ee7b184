#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "engines/random.h"
#include "engines/registry.h"
#include "protocol/sha256.h"
#include "tests/engines/play.h"
#include "tests/support/random_cases.h"

// Properties that every game must have, whatever its rules. These tests run for each game in the registry,
// with no code per game.
namespace engines {

/// Lets GoogleTest print the name of the game, not the bytes of the Entry.
void PrintTo(const Entry& entry, std::ostream* out) { *out << entry.name; }

namespace {

/// Options for random games, besides the defaults: small boards, so that players meet.
std::vector<Json> variants(std::string_view name) {
  std::vector<Json> options = {Json::object()};
  const auto add = [&](const char* text) { options.push_back(Json::parse(text)); };
  if (name == "planets") {
    add(R"({"map":"corners_ghosts"})");
    add(R"({"map":{"name":"crowd","grid":[[0,0,2,0],[0,null,0,1],[3,0,0,0]],"ship":[0,0],"turns":40,
        "scraps":[{"location":[2,3],"value":5},{"location":[0,3],"value":1}],"ghosts":[
        {"location":[2,1],"type":"towardplayer","transparency":0},
        {"location":[1,3],"type":"backandforth","heading":"U","transparency":2}]}})");
  } else if (name == "walls") {
    add(R"({"n":3,"first":1})");
    add(R"({"n":9})");
  } else if (name == "lightcycle") {
    add(R"({"size":4,"starts":[[[0,0],[3,0]],[[3,3]],[[0,3]]]})");
    add(R"({"size":12,"starts":[[[0,0],[2,0],[0,2]],[[11,11],[9,11],[11,9]],[[5,6],[6,5]]]})");
  } else if (name == "snake") {
    add(R"({"maze":["o $ ","$T# ","!#$_"],"max_steps":60,"max_turns":20})");
    add(R"({"maze":["########","# $$$$ #","#o$  ! #","# T ## #","###  #__"],"body":false,"max_turns":50})");
    add(R"({"maze":["######","#o $$#","#$$$ _","######"],"whole_path":true})");
    add(R"({"maze":["      ","o$$$$$","$$$$$_"],"max_turns":50})");
  } else if (name == "superball") {
    add(R"({"rows":5,"cols":6,"min_score_size":2,"colors":"xy","max_moves":50})");
    add(R"({"rows":6,"cols":7,"min_score_size":3,"colors":"pby","deal":"secret","max_moves":200})");
  } else if (name == "battleship") {
    add(R"({"size":5,"ships":[2,1]})");
    add(R"({"size":7,"ships":[4,3,1,1],"touching":false})");
  }
  return options;
}

class GameSuite : public testing::TestWithParam<std::reference_wrapper<const Entry>> {
 protected:
  /// Random games differ in options, seed and habits; equal numbers give equal games.
  std::unique_ptr<Game> make(std::uint64_t number) const {
    const auto all = variants(GetParam().get().name);
    return GetParam().get().make(all[number % all.size()], seed(number));
  }

  static Seed seed(std::uint64_t number) {
    return {.number = number, .salt = "00112233445566778899aabbccdd" + std::to_string(1000 + number)};
  }

  /// A quarter of the games has no faults.
  static Habits habits(std::uint64_t number) {
    return {.missing = 10 * (number / 3 % 4), .forfeited = number / 3 % 4};
  }
};

/// The observers "everybody" and "spectator", and one for each seat.
std::vector<Observer> observers_of(const Game& game) {
  std::vector<Observer> observers = {Observer::everybody(), Observer::spectator()};
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    observers.push_back(Observer::seat(seat));
  }
  return observers;
}

/// The public state of a game: view, movers, scores, setup and options.
Json picture(const Game& game) {
  return Json::array(
      {game.view(Observer::everybody()), game.to_move(), game.scores(), game.setup(), game.options()});
}

TEST_P(GameSuite, IsFoundByNameAndHasAClock) {
  const Entry& entry = GetParam();
  ASSERT_NE(find_game(entry.name), nullptr);
  EXPECT_EQ(find_game(entry.name), &entry);
  EXPECT_GE(entry.version, 1);
  EXPECT_TRUE(Json::parse(entry.clock).at("kind").is_string());
}

TEST_P(GameSuite, StartsWithSomebodyToMove) {
  const auto game = make(0);
  const auto movers = game->to_move();
  ASSERT_FALSE(movers.empty());
  EXPECT_TRUE(std::ranges::is_sorted(movers));
  EXPECT_LT(movers.back(), game->seats());
  EXPECT_EQ(game->scores().size(), game->seats());
}

TEST_P(GameSuite, SampledMovesAreLegalAndKeptAsTheyAre) {
  for (std::uint64_t number = 0; number < 20; ++number) {
    const auto game = make(number);
    Rng rng(number);
    while (!game->to_move().empty()) {
      for (const Seat seat : game->to_move()) {
        const Json move = game->sample(seat, rng);
        const auto kept = game->submit(seat, move);
        ASSERT_TRUE(std::holds_alternative<std::string>(kept)) << std::get<Refusal>(kept).why;
        ASSERT_EQ(std::get<std::string>(kept), move.dump());
        game->settle(seat, Microseconds(1), false);
      }
      game->step();
    }
  }
}

TEST_P(GameSuite, ShowsAllObserversTheSameUnlessItHidesSomething) {
  const auto game = make(0);
  Rng rng(0);
  std::set<Json> views;
  while (true) {
    const Json all = game->view(Observer::everybody());
    for (const Observer observer : observers_of(*game)) {
      ASSERT_TRUE(game->hidden() || game->view(observer) == all);
      views.insert(game->view(observer));
    }
    if (game->to_move().empty()) {
      break;
    }
    turn(*game, draw_turn(*game, rng, {}));
  }
  EXPECT_GT(views.size(), 1U);
}

/// Fails unless `text` is what nlohmann writes for the same value: compact, the keys of objects sorted.
void expect_canonical(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  ASSERT_FALSE(json.is_discarded()) << text;
  ASSERT_EQ(text, json.dump());
}

TEST_P(GameSuite, WritesCompactJsonWithSortedKeysBehindWhatIsThere) {
  for (std::uint64_t number = 0; number < test_support::random_cases(5U); ++number) {
    const auto game = make(number);
    Rng rng(number);
    while (!game->to_move().empty()) {
      for (const Observer observer : observers_of(*game)) {
        std::string view = "view:";
        game->write_view(observer, view);
        ASSERT_TRUE(view.starts_with("view:"));
        expect_canonical(view.substr(5));
      }
      say(*game, draw_turn(*game, rng, habits(number)));
      std::string events = "[1";
      game->step(events);
      ASSERT_TRUE(events.starts_with("[1"));
      expect_canonical(events.substr(2));
    }
    std::string view;
    game->write_view(Observer::everybody(), view);
    expect_canonical(view);
    EXPECT_EQ(game->view(Observer::everybody()), Json::parse(view));
  }
}

std::vector<Json> garbage() {
  Json deep = 1;
  for (int i = 0; i < 1000; ++i) {
    deep = Json::array({std::move(deep)});
  }
  std::vector<Json> list = {Json(),
                            true,
                            false,
                            0,
                            -1,
                            2.5,
                            1e300,
                            -1e300,
                            18446744073709551615ULL,
                            "",
                            "no such move",
                            std::string(100'000, 'x'),
                            "\xff\xfe not UTF-8",
                            Json::array(),
                            Json::object(),
                            Json::array({Json()}),
                            Json::array({Json::array(), Json::array(), Json::array()}),
                            Json::object({{"move", "forward"}}),
                            Json::parse("[[1,2],[3,4],[5,6.5]]"),
                            Json::parse(R"([[1,2],[3,4],[5,"6"]])")};
  list.push_back(std::move(deep));
  return list;
}

void expect_readable(const Fault& why) {
  EXPECT_GE(why.size(), 10U);
  EXPECT_LE(why.size(), 300U);
  EXPECT_NO_THROW(Json(why).dump());  // UTF-8
}

TEST_P(GameSuite, GarbageIsRefusedAndChangesNothing) {
  const auto game = make(0);
  Rng rng(17);
  for (int turns = 0; turns < 5 && !game->to_move().empty(); ++turns) {
    const auto untouched = game->clone();
    for (const Seat seat : game->to_move()) {
      for (const Json& move : garbage()) {
        const auto kept = game->submit(seat, move);
        ASSERT_TRUE(std::holds_alternative<Refusal>(kept)) << fields::brief(move);
        expect_readable(std::get<Refusal>(kept).why);
      }
    }
    ASSERT_EQ(picture(*game), picture(*untouched));
    const auto lazy = std::vector<Said>(game->seats());
    ASSERT_EQ(turn(*game->clone(), lazy), turn(*untouched->clone(), lazy));
    const auto said = draw_turn(*game, rng, {});
    ASSERT_EQ(turn(*game, said), turn(*untouched, said));
    ASSERT_EQ(picture(*game), picture(*untouched));
  }
}

TEST_P(GameSuite, EndsWithinItsBound) {
  for (const std::uint64_t missing : {0U, 20U, 1000U}) {
    for (std::uint64_t number = 0; number < 30; ++number) {
      const auto game = make(number);
      Rng rng(number);
      std::size_t turns = 0;
      for (; !game->to_move().empty(); ++turns) {
        ASSERT_LT(turns, game->max_turns());
        turn(*game, draw_turn(*game, rng, {.missing = missing, .forfeited = 0}));
      }
      EXPECT_TRUE(game->outcome().is_object());
    }
  }
}

TEST_P(GameSuite, EndsWhenEverybodyForfeits) {
  const auto game = make(0);
  std::size_t turns = 0;
  for (; !game->to_move().empty(); ++turns) {
    ASSERT_LT(turns, game->seats());
    turn(*game, std::vector<Said>(game->seats(), forfeits()));
  }
}

TEST_P(GameSuite, ReplayOfOptionsSeedAndAnswersAgrees) {
  for (std::uint64_t number = 0; number < 12; ++number) {
    const auto game = make(number);
    const auto replay = GetParam().get().make(game->options(), seed(number));
    Rng rng(number);
    ASSERT_EQ(picture(*replay), picture(*game));
    while (!game->to_move().empty()) {
      const auto said = draw_turn(*game, rng, habits(number));
      ASSERT_EQ(turn(*replay, said), turn(*game, said));
      ASSERT_EQ(picture(*replay), picture(*game));
    }
    EXPECT_EQ(replay->outcome(), game->outcome());
  }
}

TEST_P(GameSuite, ClonesAreIndependent) {
  const auto game = make(1);
  Rng rng(1);
  const Json before = picture(*game);
  const auto clone = game->clone();
  while (!clone->to_move().empty()) {
    turn(*clone, draw_turn(*clone, rng, {}));
  }
  EXPECT_EQ(picture(*game), before);
  EXPECT_NE(picture(*clone), before);
}

TEST_P(GameSuite, AKeptMoveIsPartOfAClone) {
  const auto game = make(0);
  Rng rng(2);
  for (const Seat seat : game->to_move()) {
    game->submit(seat, game->sample(seat, rng));
    game->settle(seat, Microseconds(1), false);
  }
  const auto clone = game->clone();
  EXPECT_EQ(clone->step(), game->step());
  EXPECT_EQ(picture(*clone), picture(*game));
}

TEST_P(GameSuite, OptionsAreComplete) {
  for (std::uint64_t number = 0; number < 3; ++number) {
    const Json options = make(number)->options();
    EXPECT_EQ(GetParam().get().make(options, Seed{})->options(), options);
  }
}

TEST_P(GameSuite, UnknownOptionsAreRefused) {
  const auto text = options_error(GetParam().get().name, Json::parse(R"({"no_such_key":1})"));
  EXPECT_EQ(text.rfind("options.no_such_key: got 1, expected ", 0), 0U) << text;
  EXPECT_EQ(options_error(GetParam().get().name, Json::array()), "options: got [], expected an object");
}

TEST_P(GameSuite, OptionsOfTheWrongTypeAreRefused) {
  const Json complete = make(0)->options();
  for (const auto& [key, value] : complete.items()) {
    for (const char* wrong : {"null", "[{}]", "-1e300", "[[[[[[[[]]]]]]]]"}) {
      Json options = complete;
      options[key] = Json::parse(wrong);
      const auto text = options_error(GetParam().get().name, options);
      EXPECT_EQ(text.rfind("options." + key, 0), 0U) << text;
    }
  }
}

void add_line(protocol::Sha256& hash, const Json& json) { hash.add(json.dump()).add("\n"); }

std::string golden_hash(std::string_view game) {
  std::ifstream file(GOLDEN_HASHES);
  for (std::string name, hash; file >> name >> hash;) {
    if (name == game) {
      return hash;
    }
  }
  return "none in " GOLDEN_HASHES;
}

// If this hash changes, the rules have changed: old records no longer replay, and the game needs a new
// version number.
TEST_P(GameSuite, AHundredRandomGamesGoAsTheyAlwaysDid) {
  protocol::Sha256 hash;
  for (std::uint64_t number = 0; number < 100; ++number) {
    const auto game = make(number);
    Rng rng(number);
    add_line(hash, game->setup());
    add_line(hash, game->view(Observer::everybody()));
    while (!game->to_move().empty()) {
      add_line(hash, turn(*game, draw_turn(*game, rng, habits(number))));
      add_line(hash, game->view(Observer::everybody()));
    }
    add_line(hash, game->scores());
    add_line(hash, game->outcome());
  }
  EXPECT_EQ(golden_hash(GetParam().get().name), hash.hex());
}

std::string name_of_game(const testing::TestParamInfo<std::reference_wrapper<const Entry>>& game) {
  return std::string(game.param.get().name);
}

INSTANTIATE_TEST_SUITE_P(Games, GameSuite, testing::ValuesIn(games().begin(), games().end()), name_of_game);

TEST(Registry, NamesAreDifferent) {
  std::set<std::string_view> names;
  for (const Entry& entry : games()) {
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
  }
  EXPECT_EQ(find_game("chess"), nullptr);
  EXPECT_EQ(find_game(""), nullptr);
}

}  // namespace
}  // namespace engines
