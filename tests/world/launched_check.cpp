#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "tests/support/temp_folder.h"
#include "tests/world/checks.h"

namespace world {
namespace {

/// The words of a bot in its file, by match, one text for each attempt.
std::multimap<std::string, std::string> words_in(const std::string& file) {
  std::multimap<std::string, std::string> words;
  std::istringstream lines(file);
  std::string line;
  auto newest = words.end();
  while (std::getline(lines, line)) {
    if (line.starts_with("== ")) {
      newest = words.emplace(line.substr(3), "");
    } else if (newest != words.end()) {
      newest->second += line + "\n";
    }
  }
  return words;
}

/// Each text in a bot's file is all that one of its processes has printed in that match.
void check_words(const TournamentWorld& world, std::vector<std::string>& faults) {
  for (const auto& bot : world.bots()) {
    const auto file = world.config().reports / "bots" / (bot->person().name + ".stderr");
    if (!std::filesystem::exists(file)) {
      continue;
    }
    for (const auto& [match, words] : words_in(test_support::read_file(file))) {
      const auto [first, last] = bot->printed().equal_range(match);
      if (std::none_of(first, last, [&words = words](const auto& one) { return one.second == words; })) {
        faults.push_back(match + ": " + bot->person().name + " has not printed: " + words);
      }
    }
  }
}

/// No entrant is absent whose program starts, and says hello, whenever the machine lets it.
void check_presence(const TournamentWorld& world, std::vector<std::string>& faults) {
  const std::set<std::string> disturbed = world.people().disturbed();
  std::set<std::string> present;
  for (const auto& bot : world.bots()) {
    if (always_comes(bot->person()) && !disturbed.contains(bot->person().name)) {
      present.insert(bot->person().name);
    }
  }
  for (const referee::StoredAttempt& attempt : world.content().games) {
    const std::string& record = world.record(attempt.match, attempt.attempt);
    const Json players = Json::parse(record.substr(0, record.find('\n'))).at("players");
    const std::size_t last = record.rfind('\n', record.size() - 2) + 1;
    for (const Json& seat : Json::parse(record.substr(last)).value("no_show", Json::array())) {
      if (present.contains(players.at(seat.get<std::size_t>()))) {
        faults.push_back(attempt.match + ": " + players.at(seat.get<std::size_t>()).get<std::string>() +
                         " is absent, and its program was there");
      }
    }
  }
}

}  // namespace

void check_launched(const TournamentWorld& world, std::vector<std::string>& faults) {
  if (world.left_running() > 0) {
    faults.push_back(std::to_string(world.left_running()) + " programs run after the end");
  }
  check_words(world, faults);
  check_presence(world, faults);
}

}  // namespace world
