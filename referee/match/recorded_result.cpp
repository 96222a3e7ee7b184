#include "referee/match/recorded_result.h"

#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "protocol/fields.h"
#include "referee/base/text.h"
#include "referee/match/moves_digest.h"
#include "referee/match/replay.h"
#include "referee/match/saved_match.h"
#include "referee/process/inside/sandbox_spec.h"

namespace referee {
namespace {

using Json = nlohmann::json;

/// Throws if the record is that of another match.
void expect_header(const Json& header, const MatchSpec& spec, const std::vector<std::string>& players) {
  const std::vector<std::pair<const char*, Json>> expected = {
      {"match", spec.id},         {"attempt", spec.attempt},
      {"seed", spec.seed.number}, {"salt", spec.seed.salt},
      {"players", players},       {"clock", spec.game->has_turns() ? spec.clock.json() : Json()}};
  for (const auto& [key, value] : expected) {
    if (const auto found = header.find(key); found == header.end() || *found != value) {
      throw std::runtime_error(std::string("its record is of another match: ") + key + " is " +
                               (found == header.end() ? "missing" : fields::brief(*found)) + ", expected " +
                               fields::brief(value));
    }
  }
}

/// Books all turns that the players were asked, and reads the digest of their moves.
std::vector<MatchState::Seat> book_turns(Replay& replay, MovesDigest& moves) {
  std::vector<MatchState::Seat> seats;
  for (engines::Seat seat = 0; seat < replay.game().seats(); ++seat) {
    seats.push_back({replay.clock(seat)});
  }
  while (replay.next_turn()) {
    moves.add_turn(replay.line());
    if (replay.turns() <= replay.given_turns()) {
      continue;
    }
    for (const Json& answer : replay.line().at("answers")) {
      book(answer, seats[answer.at("seat").get<std::size_t>()]);
    }
  }
  for (engines::Seat seat = 0; seat < seats.size(); ++seat) {
    seats[seat].result.used = replay.clock(seat).used();
  }
  return seats;
}

/// What a worker states of its machine; nothing in a record of a referee's own. Throws for what no worker of
/// ours states.
std::optional<MatchResult::Machine> stated_machine(const Json& header) {
  constexpr double kMostCalibration = 1e9;  // milliseconds
  const auto worker = header.find("worker");
  if (worker == header.end()) {
    return std::nullopt;
  }
  const auto sandbox = sandbox_level(worker->at("sandbox").get<std::string>());
  const double calibration_ms = worker->value("calibration_ms", 0.0);
  if (!sandbox || !(calibration_ms >= 0 && calibration_ms <= kMostCalibration)) {
    throw std::runtime_error("its record does not state a machine: " + fields::brief(*worker));
  }
  return MatchResult::Machine{printable(worker->at("cpu").get<std::string>(), kShownText), name_of(*sandbox),
                              Microseconds(std::llround(calibration_ms * 1000))};
}

void read_ending(const Json& last, MatchResult& result) {
  result.ended = last.value("ended", "");
  result.is_void = last.at("status") == "void";
  if (result.is_void) {
    result.why = last.at("why").get<std::string>();
    return;
  }
  const Json& told = last.at("result");
  result.scores = told.at("scores").get<std::vector<double>>();
  result.rank = told.at("rank").get<std::vector<int>>();
  result.outcome = told.value("outcome", Json());
  if (const auto absent = last.find("no_show"); absent != last.end()) {
    result.no_show = absent->get<std::vector<std::size_t>>();
    result.why_absent = last.value("why_absent", std::vector<std::string>());
  }
}

}  // namespace

MatchResult recorded_result(std::string record, const MatchSpec& spec,
                            const std::vector<std::string>& players) {
  MatchResult result;
  try {
    Replay replay(record, spec.game);
    expect_header(replay.header(), spec, players);
    MovesDigest moves;
    moves.add_players(replay.header().at("players"));
    const std::vector<MatchState::Seat> seats = book_turns(replay, moves);
    replay.close();
    moves.add_told(replay.line());
    read_ending(replay.line(), result);
    result.machine = stated_machine(replay.header());
    result.turns = replay.line().value("/result/turns"_json_pointer, replay.turns() - replay.given_turns());
    if (const auto left = replay.recorded_replay()) {
      result.replay = MatchResult::Replay{left->file, left->bytes, left->sha256, nullptr};
    }
    result.given_turns = replay.given_turns();
    for (std::size_t seat = 0; seat < seats.size(); ++seat) {
      result.seats.push_back(seats[seat].result);
      result.seats[seat].player = players[seat];
      result.seats[seat].version = spec.versions.empty() ? 0 : spec.versions[seat].number;
    }
    result.moves_sha256 = result.is_void ? "" : moves.hex();
  } catch (const Difference& difference) {
    throw std::runtime_error("its record differs from its replay: " + difference.text());
  } catch (const Json::exception& odd) {
    throw std::runtime_error(std::string("its record cannot be read: ") + odd.what());
  }
  result.record = std::move(record);
  return result;
}

}  // namespace referee
