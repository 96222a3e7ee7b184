#include "tests/e2e/stored_tournament.h"

#include <algorithm>
#include <map>
#include <set>

namespace e2e {
namespace {

/// "r1t3g2" of an encounter and one of its games.
std::string match_of(const Json& encounter, const Json& one) {
  std::string match = "r";
  match.append(encounter.at("round").dump()).append("t").append(encounter.at("table").dump());
  return match.append("g").append(one.at("game").dump());
}

}  // namespace

Json StoredTournament::round_robin(const Json& entrants) {
  Json config = walls(1, entrants);
  config["format"] = {{"kind", "round_robin"}};
  return config;
}

Json StoredTournament::randoms(int count) {
  Json entrants = Json::array();
  for (int seed = 1; seed <= count; ++seed) {
    const std::string number = std::to_string(seed);
    entrants.push_back(launched("random-" + number, {"sample:walls_random", "--seed", number}));
  }
  return entrants;
}

Json StoredTournament::standings_without_times(const std::string& reports) const {
  Json standings = Json::parse(test_support::read_file(folder() / reports / "standings.json"));
  standings.erase("updated");
  for (Json& row : standings.at("standings")) {
    row.erase("mean_ms");
    row.erase("worst_ms");
  }
  return standings;
}

Json StoredTournament::game(const std::string& match) const {
  const Json page = standings();
  for (const Json& encounter : page.at("encounters")) {
    for (const Json& one : encounter.at("games")) {
      if (match_of(encounter, one) == match) {
        return one;
      }
    }
  }
  return {};
}

std::size_t StoredTournament::expect_one_record_a_game() const {
  std::map<std::string, int> attempts;  // void attempts, by match
  std::set<std::string> counting;
  for (const auto& file : record_files()) {
    const Record played(file);
    const std::string match = played.header().at("match");
    if (file.filename() == match + ".jsonl") {
      EXPECT_EQ(played.last().at("status"), "done") << match;
      EXPECT_FALSE(game(match).is_null()) << match;
      counting.insert(match);
    } else {
      const std::string attempt = played.header().at("attempt").dump();
      EXPECT_EQ(file.filename(), match + ".a" + attempt + ".jsonl");
      ++attempts[match];
    }
  }
  for (const std::string& match : counting) {
    EXPECT_EQ(record_of(match).header().at("attempt"), attempts[match] + 1) << match;
  }
  EXPECT_TRUE(std::ranges::all_of(attempts, [&](const auto& one) { return counting.contains(one.first); }));
  std::size_t games = 0;
  const Json page = standings();
  for (const Json& encounter : page.at("encounters")) {
    games += encounter.at("games").size();
  }
  EXPECT_EQ(counting.size(), games);
  return games;
}

std::string StoredTournament::order(const std::vector<std::string>& words) {
  const Child& child = ctl(words);
  EXPECT_EQ(child.code(), kDone) << words.front() << ": " << child.err();
  EXPECT_EQ(child.err(), "");
  return child.out();
}

std::string StoredTournament::refused(const std::vector<std::string>& words) {
  const Child& child = ctl(words);
  EXPECT_EQ(child.code(), kRefused) << words.front() << ": " << child.out();
  EXPECT_EQ(child.out(), "");
  EXPECT_EQ(std::ranges::count(child.err(), '\n'), 1) << child.err();
  return child.err();
}

}  // namespace e2e
