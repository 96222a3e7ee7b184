#include "referee/match/recorded_result.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "engines/views_on_demand.h"
#include "protocol/fields.h"
#include "protocol/limits.h"
#include "protocol/parse.h"
#include "protocol/sha256.h"
#include "referee/base/text.h"
#include "referee/match/saved_match.h"
#include "referee/process/inside/sandbox_spec.h"
#include "referee/record/moves_digest.h"
#include "referee/record/record.h"
#include "referee/record/replay.h"

namespace referee {
namespace {

using Json = nlohmann::json;

/// Throws for a line that no referee writes, before it is read: each byte of brackets takes some 30 of
/// memory.
void expect_bounds(std::string_view record) {
  constexpr std::size_t kLongestLine = 16 * 1024 * 1024;  // bytes: events have 4 MiB, moves of all seats, too
  constexpr int kAround = 3;  // nested values around a move: {"answers":[{"move": ...
  constexpr int kDeepestHeader = 64;
  for (std::size_t begin = 0, number = 1; begin < record.size(); ++number) {
    const std::size_t end = std::min(record.find('\n', begin), record.size());
    const std::string_view line = record.substr(begin, end - begin);
    const int most = number == 1 ? kDeepestHeader : protocol::kMaxDepth + kAround;
    if (line.size() > kLongestLine || protocol::depth_of(line) > most) {
      throw std::runtime_error(
          "line " + std::to_string(number) + " of its record is too long or too deep: expected at most " +
          std::to_string(kLongestLine) + " bytes, nested at most " + std::to_string(most) + " deep");
    }
    begin = end + 1;
  }
}

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

/// The whole record with the digest and the seal of its lines as they are now. REQUIRES: it has a digest.
std::string with_digest(std::string record) {
  constexpr std::string_view kKey = "\"digest\":\"";
  const std::size_t closing = record.size() - last_line(record).size() - 1;
  const std::size_t found = record.rfind(kKey);
  const std::string digest = protocol::Sha256::hex_of(std::string_view(record).substr(0, closing));
  if (found == std::string::npos || found < closing) {
    throw std::runtime_error("the last line of its record is not as a referee writes it");
  }
  return with_seal(record.replace(found + kKey.size(), digest.size(), digest));
}

}  // namespace

MatchResult recorded_result(std::string record, const MatchSpec& spec,
                            const std::vector<std::string>& players) {
  MatchResult result;
  expect_bounds(record);
  try {
    Replay replay(record, spec.game);
    engines::only_movers_look(replay.game());
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

std::string with_worker(const std::string& record, const std::string& name, const std::string& role) {
  using OrderedJson = nlohmann::ordered_json;
  const std::size_t head_end = record.find('\n');
  OrderedJson head = OrderedJson::parse(record.substr(0, head_end), nullptr, false);
  if (!head.is_object() || !head.contains("worker")) {
    throw std::runtime_error("its record does not say on which machine it was played");
  }
  Json worker = head.at("worker");
  worker["name"] = name;
  if (!role.empty()) {
    worker["role"] = role;
  }
  head["worker"] = worker;
  const std::string new_head = head.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
  return with_digest(new_head + record.substr(head_end));
}

}  // namespace referee
