#include "tests/world/attempts_by_rules.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "referee/match/attempt_runner.h"
#include "referee/record/record.h"

namespace world {

using referee::EndedAttempt;
using referee::MatchJob;
using referee::MatchResult;
using referee::Record;
using referee::SeatAnswer;
using referee::SeatSpec;

namespace {

constexpr std::uint64_t kMostSpent = 100;  // us

Record::Header header_of(const MatchJob& job, const engines::Game& game, referee::SystemTime started) {
  Record::Header header{job.spec, game.options(), {}, {}, {}, {}, {}, started};
  for (const SeatSpec& seat : job.seats) {
    header.players.push_back(seat.name);
    header.measure.push_back(referee::Measure::wall);
    header.stamp.push_back(referee::StampSource::kernel);
    header.sandbox.emplace_back("none");
    header.cpu_by.emplace_back();
    header.launched.push_back(seat.bot.has_value());
  }
  return header;
}

/// By seat, why its bot has not come; nothing: it has.
std::vector<std::optional<std::string>> absent_from(const MatchJob& job) {
  std::vector<std::optional<std::string>> absent;
  for (const SeatSpec& seat : job.seats) {
    absent.push_back(seat.bot ? std::nullopt : std::optional<std::string>(""));
  }
  return absent;
}

void play_turn(engines::Game& game, const std::vector<engines::Seat>& movers, std::int64_t turn,
               std::mt19937_64& random, Record& record) {
  std::vector<SeatAnswer> answers;
  for (const engines::Seat seat : movers) {
    SeatAnswer& answer = answers.emplace_back();
    answer.seat = seat;
    answer.spent = referee::Microseconds(random() % kMostSpent);
    answer.move = std::get<std::string>(game.submit(seat, game.sample(seat, random)));
    game.settle(seat, answer.spent, false);
  }
  std::string events;
  game.step(events);
  record.turn(turn, answers, events);
}

}  // namespace

referee::Task<EndedAttempt> AttemptsByRules::play(MatchJob& job, referee::AttemptHooks& hooks,
                                                  const referee::MatchObservers& /*observers*/) {
  EndedAttempt ended;
  playing_ = true;
  look_(job);
  const referee::Nanoseconds time = time_(job);
  const bool was_stopped = co_await stopped_.wait_within(time);
  playing_ = false;
  if (was_stopped) {
    co_return ended;
  }
  look_(job);
  ended.kind = EndedAttempt::Kind::played;
  ended.played.job = job;
  ended.played.result.record = record_of(job, clock_.utc());
  ended.played.how_bots_ended.resize(job.seats.size());
  ended.played.bot_stderr.resize(job.seats.size());
  ended.played.seconds = time;
  ++job.spec.attempt;
  co_await hooks.keep(ended.played);
  co_return ended;
}

std::string AttemptsByRules::record_of(const MatchJob& job, referee::SystemTime ended) {
  const auto game = job.spec.game->make(job.spec.options, job.spec.seed);
  Record record(header_of(job, *game, ended));
  MatchResult result;
  result.seats.resize(job.seats.size());
  const auto absent = absent_from(job);
  if (std::ranges::any_of(absent, [](const auto& why) { return why.has_value(); })) {
    referee::note_no_show(result, absent);
    record.no_show(result, ended);
    return record.text();
  }
  std::int64_t turn = 0;
  for (auto movers = game->to_move(); !movers.empty(); movers = game->to_move()) {
    play_turn(*game, movers, turn++, random_, record);
  }
  referee::finish(*game, result, record, ended);
  return record.text();
}

}  // namespace world
