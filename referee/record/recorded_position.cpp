#include "referee/record/recorded_position.h"

#include <stdexcept>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "protocol/json_writer.h"
#include "protocol/require.h"
#include "protocol/verdict.h"
#include "referee/base/text.h"
#include "referee/record/record.h"
#include "referee/record/replay.h"

namespace referee {
namespace {

constexpr std::int64_t kMostAttempts = 1'000'000'000;
constexpr std::size_t kMostId = 200;  // bytes

/// An answer as the next record has it. `replay` has checked its form, but not that of what nobody plays.
SeatAnswer given_answer(const Json& answer, const Replay& replay) {
  SeatAnswer given;
  given.seat = answer.at("seat").get<std::size_t>();
  given.verdict = protocol::verdict_of(answer.at("verdict").get_ref<const std::string&>())
                      .value_or(protocol::Verdict::ok);
  given.spent = replay.for_rules(Microseconds(answer.at("spent_us").get<std::int64_t>()));
  given.forfeited = answer.value("forfeited", Json(false)) == true;
  if (const auto move = answer.find("move"); move != answer.end()) {
    given.move = protocol::dump(*move);
  }
  if (const auto offered = answer.find("offered"); offered != answer.end()) {
    given.offered = protocol::dump(*offered);
    given.offered_cut = answer.value("offered_cut", Json(false)) == true;
  }
  if (const auto fault = answer.find("fault"); fault != answer.end() && fault->is_string()) {
    given.fault = fault->get<std::string>();
  }
  return given;
}

GivenTurns::Source source_of(const Json& header, const Json& last) {
  fields::Object in(header, "");
  GivenTurns::Source source;
  source.match = in.text("match", kMostId);
  source.attempt = static_cast<int>(in.integer("attempt", {1, kMostAttempts}));
  in.require();
  source.seal = last.at("seal").get<std::string>();
  return source;
}

/// Throws for a record that is not whole. Whoever changed it after the turn that matters is found here.
void refuse_damaged(std::string_view record) {
  if (const auto difference = read_record(record).difference) {
    throw *difference;
  }
}

[[noreturn]] void refuse_turn(std::int64_t turn, const Replay& replay) {
  const bool over = replay.game().to_move().empty();
  const std::int64_t turns = replay.turns();
  throw std::invalid_argument("got turn " + std::to_string(turn) + ", expected 0 to " +
                              std::to_string(turns - (over ? 1 : 0)) + ", as the record has " +
                              counted(turns, "turn") + (over ? " and the game is over then" : ""));
}

RecordedPosition read_position(std::string_view record, std::int64_t turn, const engines::Entry* game) {
  Replay replay(record, game);
  if (replay.is_told()) {
    throw std::invalid_argument(
        "a match program has played this match by itself: nobody can play on from it");
  }
  refuse_damaged(record);
  RecordedPosition position;
  while (replay.turns() < turn && replay.next_turn()) {
    GivenTurns::Turn& given = position.given.turns.emplace_back();
    for (const Json& answer : replay.line().at("answers")) {
      given.push_back(given_answer(answer, replay));
    }
  }
  if (replay.turns() < turn || replay.game().to_move().empty()) {
    refuse_turn(turn, replay);
  }
  const Json& header = replay.header();
  position.game = game == nullptr ? recorded_game(header) : game;
  position.options = header.at("options");
  position.seed = {header.at("seed").get<std::uint64_t>(), header.at("salt").get<std::string>()};
  position.given.from = source_of(header, Json::parse(last_line(record)));
  return position;
}

}  // namespace

RecordedPosition position_in(std::string_view record, std::int64_t turn, const std::string& file,
                             const engines::Entry* game) {
  REQUIRE(turn >= 0);
  try {
    return read_position(record, turn, game);
  } catch (const Difference& difference) {
    throw std::invalid_argument(file + ": cannot be played on: " + difference.text());
  } catch (const std::exception& wrong) {
    throw std::invalid_argument(file + ": " + wrong.what());
  }
}

}  // namespace referee
