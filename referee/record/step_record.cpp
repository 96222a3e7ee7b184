#include "referee/record/step_record.h"

#include <chrono>
#include <vector>

#include "referee/base/kernel_time.h"
#include "referee/record/match_result.h"

namespace referee {
namespace {

Record begun_record(const MatchSpec& spec, const engines::Game& game) {
  Record::Header header{spec, game.options(), {}, {}, {}, {}, {}, kernel_utc()};
  for (std::size_t seat = 0; seat < game.seats(); ++seat) {
    header.players.push_back("seat" + std::to_string(seat));
    header.measure.push_back(Measure::wall);
    header.stamp.push_back(StampSource::kernel);
    header.sandbox.emplace_back("none");
    header.cpu_by.emplace_back();
  }
  return Record(header);
}

/// Answers as a record has them.
std::vector<SeatAnswer> recorded(const std::vector<PlayedAnswer>& played) {
  std::vector<SeatAnswer> answers;
  for (const PlayedAnswer& one : played) {
    SeatAnswer& answer = answers.emplace_back();
    answer.seat = one.seat;
    answer.verdict = one.verdict;
    answer.move = one.move;
    answer.offered = one.offered;
    answer.fault = one.fault;
  }
  return answers;
}

}  // namespace

StepRecord::StepRecord(const MatchSpec& spec, const engines::Game& game)
    : record_(begun_record(spec, game)) {}

void StepRecord::turn(const Position& position) {
  record_.turn(position.turns() - 1, recorded(position.answers()), position.events());
}

const std::string& StepRecord::end(const engines::Game& game) {
  if (game.to_move().empty()) {
    MatchResult result;
    finish(game, result, record_, kernel_utc());
  } else {
    record_.voided("the game is not over", kernel_utc());
  }
  return record_.text();
}

}  // namespace referee
