#include "referee/match/match.h"

#include <algorithm>
#include <cassert>
#include <stdexcept>
#include <utility>

#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"
#include "referee/match/match_spec.h"

namespace referee {

Match::Match(Tasks& tasks, MatchSpec spec, const std::vector<std::shared_ptr<Player>>& players,
             MatchObservers observers)
    : spec_(std::move(spec)),
      game_(spec_.game->make(spec_.options, spec_.seed)),
      context_{spec_.id,
               *game_,
               spec_.clock,
               [this] { changed_.notify(); },
               [this](std::exception_ptr failure) { fail(std::move(failure)); },
               [this](std::size_t seat) { reattached(seat); }},
      observers_(std::move(observers)),
      changed_(tasks.io()),
      timer_(tasks.io()) {
  assert(players.size() == game_->seats());
  bool may_come_back = false;
  for (const auto& player : players) {
    names_.push_back(player->name());
    came_.push_back(player->connected());
    may_come_back = may_come_back || !player->launched();
    seats_.emplace_back(context_, seats_.size(), player);
  }
  views_.emplace(*game_, may_come_back);
  open_record();
}

// ---- the course of a match ----

Task<MatchResult> Match::play() {
  try {
    show_start();
    if (too_few_came()) {
      finish_no_show();
    } else {
      started_ = true;
      for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
        send_start(seat);
      }
      co_await play_turns();
      finish_result();
    }
  } catch (const std::exception& fault) {
    result_.is_void = true;
    result_.why = fault.what();
    record_->voided(result_.why);
  }
  result_.turns = turn_;
  for (const MatchSeat& seat : seats_) {
    result_.seats.push_back(seat.result());
  }
  result_.ended = record_->ended();
  result_.record = record_->text();
  co_return result_;
}

Task<> Match::play_turns() {
  for (auto movers = game_->to_move(); !movers.empty(); movers = game_->to_move()) {
    views_->open_turn();
    ask(movers);
    co_await collect(movers);
    step(movers);
    views_->close_turn();
    ++turn_;
  }
}

void Match::ask(const std::vector<engines::Seat>& movers) {
  for (const engines::Seat seat : movers) {
    if (came_[seat]) {
      seats_[seat].ask(turn_, views_->of(seat));
    } else {
      seats_[seat].answer_no_show(turn_);
    }
  }
}

Task<> Match::collect(const std::vector<engines::Seat>& movers) {
  while (true) {
    TimePoint next = TimePoint::max();
    bool waiting = false;
    const TimePoint now = std::chrono::steady_clock::now();
    for (const engines::Seat mover : movers) {
      MatchSeat& seat = seats_[mover];
      if (seat.waiting()) {
        seat.check(now);
      }
      if (seat.waiting()) {
        waiting = true;
        next = std::min(next, seat.next_check());
      }
    }
    if (failure_) {  // checked last: check() reads lines, and the rules may fail on one
      std::rethrow_exception(failure_);
    }
    if (!waiting) {
      co_return;
    }
    set_timer(next);
    co_await changed_.changed();
  }
}

/// Every turn moves the deadline on, and play seldom reaches one. So a timer that is set for an earlier
/// deadline stays as it is, and is set anew only when it has expired: a turn costs no call of the kernel's
/// timers.
void Match::set_timer(TimePoint deadline) {
  if (deadline >= alarm_at_) {
    return;
  }
  alarm_at_ = deadline;
  timer_.set(deadline, [this] {
    alarm_at_ = TimePoint::max();
    changed_.notify();
  });
}

void Match::step(const std::vector<engines::Seat>& movers) {
  std::vector<SeatAnswer> answers;
  answers.reserve(movers.size());
  for (const engines::Seat seat : movers) {
    answers.push_back(seats_[seat].take_answer());
  }
  events_.clear();
  game_->step(events_);
  const std::size_t recorded = record_->text().size();
  record_->turn(turn_, answers, events_);
  show_turn(answers, recorded);
}

void Match::fail(std::exception_ptr failure) {
  failure_ = std::move(failure);
  changed_.notify();
}

void Match::abort(const std::string& why) { fail(std::make_exception_ptr(std::runtime_error(why))); }

// ---- observers ----

void Match::show_start() const {
  for (MatchObserver* const observer : observers_) {
    observer->on_start({spec_, names_, *game_});
  }
}

/// `recorded`: the size of the record before this turn.
void Match::show_turn(std::span<const SeatAnswer> answers, std::size_t recorded) const {
  for (MatchObserver* const observer : observers_) {
    observer->on_turn({spec_, names_, *game_},
                      {turn_, answers, events_, std::string_view(record_->text()).substr(recorded)});
  }
}

// ---- start and end ----

void Match::open_record() {
  Record::Header header{spec_, game_->options(), {}, {}, {}, {}, {}, std::chrono::system_clock::now()};
  for (MatchSeat& seat : seats_) {
    header.players.push_back(seat.player().name());
    header.measure.push_back(seat.measure());
    header.stamp.push_back(seat.player().stamp_source());
    header.sandbox.emplace_back(name_of(seat.player().sandbox()));
    const CpuMeter* const meter = seat.player().cpu_meter();
    header.cpu_by.emplace_back(seat.measure() == Measure::cpu && meter != nullptr ? meter->source() : "");
  }
  record_.emplace(header);
}

void Match::send_start(std::size_t seat) {
  protocol::Start start;
  start.match = spec_.id;
  start.game = spec_.game->name;
  start.seat = seat;
  for (MatchSeat& other : seats_) {
    start.players.push_back(other.player().name());
  }
  start.setup = game_->setup();
  start.clock = spec_.clock.json();
  start.clock["measure"] = name_of(seats_[seat].measure());
  start.commitment = commitment_of(spec_.seed);
  seats_[seat].player().send(line_of(start));
}

bool Match::too_few_came() const {
  const auto came = std::ranges::count(came_, true);
  return came == 0 || (came == 1 && seats_.size() > 1);
}

void Match::finish_no_show() {
  for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
    result_.scores.push_back(came_[seat] ? 1 : 0);
    if (!came_[seat]) {
      result_.no_show.push_back(seat);
    }
  }
  result_.rank = ranks_of(result_.scores);
  record_->no_show(result_);
}

void Match::finish_result() {
  result_.scores = game_->scores();
  result_.rank = ranks_of(result_.scores);
  result_.outcome = game_->outcome();
  std::string view;
  game_->write_view(engines::Observer::everybody(), view);
  record_->done(result_, view);
}

void Match::tell_end(const MatchResult& result) {
  for (std::size_t i = 0; i < seats_.size(); ++i) {
    MatchSeat& seat = seats_[i];
    if (result.is_void) {
      seat.player().send(line_of(protocol::Error{protocol::name_of(protocol::Verdict::referee_error),
                                                 "the match is void: " + result.why, spec_.id}));
      continue;
    }
    protocol::End end;
    end.match = spec_.id;
    end.rank = result.rank[i];
    end.scores = result.scores;
    end.outcome = result.outcome;
    end.last = seat.last();
    end.faults = seat.result().faults();
    if (!spec_.keep_seed_secret) {
      end.seed = spec_.seed.number;
      end.salt = spec_.seed.salt;
    }
    seat.player().send(line_of(end));
  }
}

// ---- bots that reconnect ----

void Match::reattached(std::size_t seat) {
  if (!came_[seat] || !started_) {
    return;
  }
  send_start(seat);
  if (seats_[seat].wants_past()) {
    const SeatViews::Past& past = views_->past(seat);
    std::int64_t turn = past.first_turn;
    for (const std::string& view : past.views) {
      seats_[seat].player().send(protocol::past_line(spec_.id, turn++, view));
    }
  }
  if (seats_[seat].waiting()) {
    seats_[seat].ask_again(views_->of(seat));
  }
}

}  // namespace referee
