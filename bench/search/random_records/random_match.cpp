#include "bench/search/random_records/random_match.h"

#include <algorithm>
#include <chrono>
#include <iomanip>
#include <sstream>
#include <string_view>
#include <vector>

#include "bench/search/random_records/draw.h"
#include "bench/search/random_records/random_seat.h"
#include "engines/registry.h"
#include "protocol/json_writer.h"
#include "protocol/sha256.h"
#include "referee/process/cpu_meter.h"
#include "referee/record/match_result.h"
#include "referee/record/record.h"

namespace random_records {
namespace {

using Time = std::chrono::system_clock::time_point;

constexpr std::size_t kSaltDigits = 32;
constexpr std::size_t kSeedDigits = 16;
constexpr int kHex = 16;
constexpr int kNumberDigits = 5;
constexpr std::chrono::seconds kFirstStart{1'788'249'600};  // 2026-09-01T08:00:00Z
constexpr referee::Microseconds kStep{200};                 // between two turns

std::string name_of(const RandomGame& random, std::uint64_t seed, std::uint64_t number) {
  std::ostringstream name;
  name << random.name << "-s" << seed << "-" << std::setw(kNumberDigits) << std::setfill('0') << number;
  return name.str();
}

/// Half of the matches have the handout's clock; the others are short of time.
Json random_clock(Rng& rng, std::string_view handouts) {
  Json clock = Json::parse(handouts);
  if (chance(rng, 500)) {
    return clock;
  }
  switch (engines::below(rng, 4)) {
    case 0:
      clock = {
          {"kind", "per_move"}, {"ms", between(rng, 1, 2000)}, {"late", chance(rng, 500) ? "wait" : "go_on"}};
      if (chance(rng, 500)) {
        clock["late_in_a_row"] = between(rng, 1, 3);
      }
      break;
    case 1:
      clock = {{"kind", "mean"}, {"ms", between(rng, 1, 200)}, {"burst_ms", engines::below(rng, 1000)}};
      break;
    case 2:
      clock = {
          {"kind", "bank"}, {"ms", between(rng, 100, 60'000)}, {"increment_ms", engines::below(rng, 100)}};
      break;
    default:
      clock = {{"kind", "score_rate"},
               {"ms_per_1000", between(rng, 1, 5000)},
               {"floor_ms", between(rng, 100, 5000)}};
  }
  static constexpr std::array<std::string_view, 3> kMeasures = {"auto", "cpu", "wall"};
  clock["measure"] = any_of(rng, kMeasures);
  clock["silence_ms"] = between(rng, 1000, 60'000);
  clock["margin_ms"] = chance(rng, 200) ? engines::below(rng, 50) : 0;
  return clock;
}

referee::MatchSpec random_spec(const RandomGame& random, std::uint64_t seed, std::uint64_t number, Rng& rng) {
  referee::MatchSpec spec;
  spec.id = name_of(random, seed, number);
  spec.game = engines::find_game(random.name);
  spec.options = random.options(rng);
  spec.seed.number = engines::below(rng, std::uint64_t{1} << 53);
  spec.seed.salt = protocol::Sha256::hex_of("salt of " + spec.id).substr(0, kSaltDigits);
  spec.clock = referee::ClockSpec::read(random_clock(rng, spec.game->clock), "clock");
  if (chance(rng, 500)) {
    spec.place = referee::MatchSpec::Place{.tournament = "random_" + std::to_string(seed),
                                           .round = static_cast<int>(between(rng, 1, 9)),
                                           .table = static_cast<int>(between(rng, 1, 20)),
                                           .game_no = static_cast<int>(between(rng, 1, 2))};
  }
  return spec;
}

referee::Record::Header header_of(const referee::MatchSpec& spec, const engines::Game& game,
                                  const std::vector<RandomSeat>& seats, Time started) {
  referee::Record::Header header{spec, game.options(), {}, {}, {}, {}, {}, started};
  for (const RandomSeat& seat : seats) {
    const bool on_cpu = seat.measure() == referee::Measure::cpu;
    header.players.push_back("bot_" + std::to_string(header.players.size()));
    header.measure.push_back(seat.measure());
    header.stamp.push_back(referee::StampSource::kernel);
    header.sandbox.emplace_back("none");
    header.cpu_by.emplace_back(on_cpu ? referee::ProcessClock::kSource : "");
  }
  return header;
}

/// At least two bots are present; otherwise the referee would play no match.
void keep_some_away(std::vector<RandomSeat>& seats, Rng& rng) {
  std::size_t may_stay_away = seats.size() > 2 && chance(rng, 100) ? seats.size() - 2 : 0;
  for (RandomSeat& seat : seats) {
    if (may_stay_away > 0 && chance(rng, 400)) {
      seat.stay_away();
      --may_stay_away;
    }
  }
}

/// The record has the time when it was closed: here the time when the match would have ended.
std::string with_end(std::string record, Time ended) {
  constexpr std::string_view kKey = "\"ended\":\"";
  const std::string time = referee::utc_text(ended);
  return referee::with_seal(record.replace(record.rfind(kKey) + kKey.size(), time.size(), time));
}

}  // namespace

RandomMatch play_random_match(const RandomGame& random, std::uint64_t seed, std::uint64_t number) {
  const std::string id = name_of(random, seed, number);
  Rng rng(std::stoull(protocol::Sha256::hex_of(id).substr(0, kSeedDigits), nullptr, kHex));
  const referee::MatchSpec spec = random_spec(random, seed, number, rng);
  const auto game = spec.game->make(spec.options, spec.seed);
  std::vector<RandomSeat> seats;
  for (std::size_t seat = 0; seat < game->seats(); ++seat) {
    seats.emplace_back(random, spec.clock, seat, rng);
  }
  keep_some_away(seats, rng);
  const Time started{kFirstStart + std::chrono::minutes(number) +
                     std::chrono::milliseconds(engines::below(rng, 60'000))};
  referee::Record record(header_of(spec, *game, seats, started));
  referee::Microseconds played{0};
  std::int64_t turn = 0;
  for (auto movers = game->to_move(); !movers.empty(); movers = game->to_move()) {
    std::vector<referee::SeatAnswer> answers;
    referee::Microseconds elapsed{0};
    for (const engines::Seat seat : movers) {
      answers.push_back(seats[seat].answer(*game, turn, rng, elapsed));
    }
    std::string events;
    game->step(events);
    record.turn(turn++, answers, events);
    played += elapsed + kStep;
  }
  referee::MatchResult result;
  result.scores = game->scores();
  result.rank = referee::ranks_of(result.scores);
  result.outcome = game->outcome();
  std::string view;
  game->write_view(engines::Observer::everybody(), view);
  record.done(result, view, referee::SystemTime{});
  return {id, with_end(record.text(), started + played)};
}

}  // namespace random_records
