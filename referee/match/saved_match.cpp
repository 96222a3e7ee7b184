#include "referee/match/saved_match.h"

#include <algorithm>
#include <stdexcept>

#include "engines/views_on_demand.h"
#include "protocol/json_writer.h"
#include "protocol/verdict.h"
#include "referee/match/pending_game.h"
#include "referee/record/replay.h"

namespace referee {

void book(const nlohmann::json& answer, MatchState::Seat& seat) {
  const auto verdict = protocol::verdict_of(answer.at("verdict").get_ref<const std::string&>())
                           .value_or(protocol::Verdict::ok);
  protocol::Last turn{verdict, answer.at("spent_us").get<std::int64_t>(), std::nullopt, 0};
  if (const auto trip = answer.find("rtt_us"); trip != answer.end() && trip->is_number_integer()) {
    turn.rtt_us = trip->get<std::int64_t>();
  }
  if (const auto lag = answer.find("loop_lag_us"); lag != answer.end() && lag->is_number_integer()) {
    turn.loop_lag_us = lag->get<std::int64_t>();
  }
  seat.book(turn);
  if (const auto move = answer.find("move"); move != answer.end()) {
    seat.count_move(protocol::dump(*move).size());
  }
}

namespace {

/// Books the turn that was played last, unless it was given.
void book_turn(const Replay& replay, MatchState& state) {
  if (replay.turns() <= replay.given_turns()) {
    return;
  }
  for (const nlohmann::json& answer : replay.line().at("answers")) {
    book(answer, state.seats[answer.at("seat").get<std::size_t>()]);
  }
}

}  // namespace

std::size_t true_part(std::string_view record, const engines::Entry& game) {
  std::size_t end = 0;
  try {
    Replay replay(record, &game);
    engines::only_movers_look(replay.game());
    end = record.find('\n') + 1;
    while (replay.next_turn()) {
      end = record.find('\n', end) + 1;
    }
  } catch (const Difference&) {  // the lines before it agree
  } catch (const std::exception&) {
    end = 0;  // the rules fail: nobody can play on
  }
  return end;
}

Task<MatchState> state_of(Tasks& tasks, const SavedMatch& saved, const engines::Entry& game) {
  try {
    Replay replay(saved.record, &game, poster_of(tasks));
    co_await until_ready(tasks, replay.game());
    replay.complete();
    MatchState state;
    for (engines::Seat seat = 0; seat < replay.game().seats(); ++seat) {
      state.seats.push_back({replay.clock(seat)});
    }
    while (replay.begin_turn()) {
      co_await until_ready(tasks, replay.game());
      replay.complete();
      book_turn(replay, state);
    }
    for (engines::Seat seat = 0; seat < state.seats.size(); ++seat) {
      state.seats[seat].clock = replay.clock(seat);
      state.seats[seat].result.used = replay.clock(seat).used();
      if (seat < saved.silence.size()) {
        state.seats[seat].clock.silent(saved.silence[seat]);
      }
    }
    state.turns = replay.turns();
    state.given_turns = replay.given_turns();
    state.game = replay.take_game();
    co_return state;
  } catch (const Difference& difference) {
    throw std::runtime_error("the match cannot go on, its record differs from its replay: " +
                             difference.text());
  }
}

engines::Seed seed_of(const SavedMatch& saved) {
  const Json header = Json::parse(saved.record.substr(0, saved.record.find('\n')));
  return {header.at("seed").get<std::uint64_t>(), header.at("salt").get<std::string>()};
}

}  // namespace referee
