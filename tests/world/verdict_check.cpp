#include <map>
#include <set>
#include <sstream>
#include <utility>

#include "tests/world/checks.h"

namespace world {
namespace {

using referee::Microseconds;
using referee::Milliseconds;
using referee::Nanoseconds;

constexpr Nanoseconds kRounding = std::chrono::microseconds(1);  // records have whole microseconds

/// Turns that a bot was asked once only, by the commitment of the attempt and the turn: with another, nobody
/// but the referee knows which one an answer was for.
using AskedOnce = std::map<std::pair<std::string, std::int64_t>, const AskedTurn*>;

AskedOnce asked_once(const DialledBot& bot) {
  AskedOnce by_turn;
  std::set<AskedOnce::key_type> again;
  for (const AskedTurn& asked : bot.asked()) {
    const AskedOnce::key_type key{asked.commitment, asked.turn};
    if (!by_turn.emplace(key, &asked).second) {
      again.insert(key);
    }
  }
  for (const auto& key : again) {
    by_turn.erase(key);
  }
  return by_turn;
}

std::string charge_fault(const AskedTurn& asked, Microseconds spent, Nanoseconds both_ways) {
  const Nanoseconds took = asked.computed.value_or(*asked.wrote_at - asked.read_at);
  if (spent < took - kRounding) {
    return "charged less than the " + std::to_string(took.count() / 1000) + " us that it took";
  }
  return spent > took + both_ways + kRounding
             ? "charged more than the " + std::to_string(took.count() / 1000) +
                   " us that it took and the way of " + std::to_string(both_ways.count() / 1000) + " us"
             : "";
}

/// What is wrong with the time between turns of a launched bot in a record; "" if nothing is.
std::string between_fault(const AskedTurn& asked, const Json& answer) {
  if (!asked.plain || !asked.pondered) {
    return "";
  }
  const auto used = std::chrono::floor<Microseconds>(*asked.pondered).count();
  return answer.value("between_us", std::int64_t{0}) == used
             ? ""
             : "used " + std::to_string(used) + " us of processor time since its answer before";
}

/// What is wrong with a verdict; "" if nothing is.
std::string fault_of(const AskedTurn& asked, const Json& answer, Nanoseconds both_ways,
                     Milliseconds silence) {
  const std::string verdict = answer.at("verdict");
  if (!asked.plain) {
    return verdict == "referee_error" ? "was " + verdict : "";
  }
  const Microseconds spent(answer.value("spent_us", std::int64_t{0}));
  if (verdict == "forfeited" &&
      asked.silent + (asked.wrote_at.value_or(asked.read_at) - asked.read_at) > silence) {
    return "";
  }
  switch (asked.deed) {
    case Deed::leaves:
    case Deed::is_cut:
    case Deed::vanishes:
      return verdict != "disconnected" && (asked.computed || verdict == "referee_error")
                 ? "was " + verdict + ", not disconnected"
                 : "";
    case Deed::answers:
      return verdict != "ok" ? "was " + verdict : charge_fault(asked, spent, both_ways);
    case Deed::answers_late:
    case Deed::stays_silent:
      return verdict != "late" && verdict != "forfeited" ? "was " + verdict + ", not late" : "";
    case Deed::illegal:
      return verdict != "illegal" ? "was " + verdict + ", not illegal"
                                  : charge_fault(asked, spent, both_ways);
    case Deed::garbage:
      return verdict != "malformed" ? "was " + verdict + ", not malformed" : "";
    default:
      return verdict == "referee_error" ? "was " + verdict : "";
  }
}

}  // namespace

void check_verdicts(const TournamentWorld& world, std::vector<std::string>& faults) {
  const Milliseconds silence(world.config().clock.silence_ms);
  std::map<std::string, AskedOnce> asked;
  std::map<std::string, Nanoseconds> both_ways;
  for (const auto& bot : world.bots()) {
    const DialledBot::Person& person = bot->person();
    asked[person.name] = asked_once(*bot);
    both_ways[person.name] = 2 * (person.path.latency + person.path.jitter);
  }
  for (const referee::StoredAttempt& attempt : world.content().games) {
    std::istringstream lines(world.record(attempt.match, attempt.attempt));
    std::string line;
    std::getline(lines, line);
    const Json header = Json::parse(line);
    const Json& players = header.at("players");
    while (std::getline(lines, line)) {
      const Json turn = Json::parse(line);
      for (const Json& answer : turn.value("answers", Json::array())) {
        const std::string name = players.at(answer.at("seat").get<std::size_t>());
        const auto found = asked[name].find({header.at("commitment"), turn.at("turn")});
        std::string fault;
        if (found != asked[name].end()) {
          fault = fault_of(*found->second, answer, both_ways[name], silence);
          fault = fault.empty() ? between_fault(*found->second, answer) : fault;
        }
        if (!fault.empty()) {
          faults.push_back(attempt.match + ", turn " + turn.at("turn").dump() + ", " + name + ": " + fault +
                           ": " + answer.dump());
        }
      }
    }
  }
}

}  // namespace world
