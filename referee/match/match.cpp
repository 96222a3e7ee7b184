#include "referee/match/match.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include <nlohmann/json.hpp>

#include "engines/views_on_demand.h"
#include "protocol/json_writer.h"
#include "protocol/require.h"
#include "referee/match/pending_game.h"
#include "referee/record/match_messages.h"
#include "referee/record/match_spec.h"

namespace referee {
namespace {

/// The parts of a header that say how the answers of a seat are measured, how its bot is confined, and which
/// version of it plays.
constexpr std::array kConditions{"measure", "stamp", "sandbox", "cpu_by", "versions"};

/// The value of a seat in the header's list `key`; null if it has none.
Json condition_of(const Json& header, const char* key, std::size_t seat) {
  const auto list = header.find(key);
  return list == header.end() ? Json() : list->at(seat);
}

Json first_line_of(std::string_view record) { return Json::parse(record.substr(0, record.find('\n'))); }

}  // namespace

Match::Match(Tasks& tasks, MatchSpec spec, const std::vector<std::shared_ptr<Player>>& players,
             MatchObservers observers)
    : tasks_(tasks),
      spec_(std::move(spec)),
      game_(spec_.game->begin(spec_.options, spec_.seed, poster_of(tasks))),
      context_{tasks.clock(),
               spec_.id,
               game_,
               spec_.clock,
               [this] { notify_if_all_decided(); },
               [this] { changed_.notify(); },
               [this](std::exception_ptr failure) { fail(std::move(failure)); },
               [this](std::size_t seat) { reattached(seat); },
               [this](std::size_t seat) { go_on_with_past(seat); },
               spec_.silence_noticed},
      past_(players.size()),
      observers_(std::move(observers)),
      changed_(tasks.io()),
      timer_(tasks.io()) {
  REQUIRE(players.size() == game_->seats());
  for (const auto& player : players) {
    names_.push_back(player->name());
    came_.push_back(player->connected());
    seats_.emplace_back(context_, seats_.size(), player);
  }
  open_record();
}

Task<> Match::open(const SavedMatch* saved) {
  try {
    co_await (saved != nullptr ? go_on_with(*saved) : play_given_turns());
  } catch (const engines::RulesFailure&) {
    fail(std::current_exception());
  }
  engines::only_movers_look(*game_);  // who looks on plays the record again
  views_.emplace(*game_);
}

// ---- the course of a match ----

Task<MatchResult> Match::play() {
  try {
    co_await play_out();
  } catch (const std::exception& fault) {
    result_.is_void = true;
    result_.rules_failed = dynamic_cast<const engines::RulesFailure*>(&fault) != nullptr;
    result_.why = fault.what();
    record_->voided(result_.why, tasks_.clock().utc());
  }
  result_.turns = turn_ - given_turns_;
  result_.given_turns = given_turns_;
  for (const MatchSeat& seat : seats_) {
    result_.seats.push_back(seat.result());
    if (const std::size_t seat_no = result_.seats.size() - 1; seat_no < spec_.versions.size()) {
      result_.seats.back().version = spec_.versions[seat_no].number;
    }
  }
  result_.moves_sha256 = result_.is_void ? "" : record_->moves_sha256();
  result_.ended = record_->ended();
  result_.record = record_->text();
  co_return result_;
}

Task<> Match::play_out() {
  rethrow_failure();
  show_start();
  if (!resumed_ && too_few_came()) {
    finish_no_show();
    co_return;
  }
  started_ = true;
  for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
    if (came_[seat]) {
      send_start(seat);
      if (!resumed_) {
        seats_[seat].note_start();
      }
    }
  }
  if (turn_ > 0 || resumed_) {
    tell_past();
  }
  co_await play_turns();
  finish_result();
}

Task<> Match::play_turns() {
  for (auto movers = game_->to_move(); !movers.empty(); movers = game_->to_move()) {
    views_->open_turn(movers);
    ask(movers);
    co_await collect(movers);
    events_.clear();
    game_->step(events_);
    if (game_->pending()) {
      co_await rules_answer();
      rethrow_failure();
    }
    finish_step(movers);
    ++turn_;
  }
}

/// Rules that run in a program of their own answer. Meanwhile the match may have failed.
Task<> Match::rules_answer() {
  co_await until_ready(tasks_, *game_);
  game_->complete(events_);
}

void Match::rethrow_failure() const {
  if (failure_) {
    std::rethrow_exception(failure_);
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
    const TimePoint now = tasks_.clock().now();
    for (const engines::Seat mover : movers) {
      MatchSeat& seat = seats_[mover];
      if (seat.waiting()) {
        seat.check(now);
      }
      if (seat.waiting()) {
        show_silence(seat.look(now));
        waiting = true;
        next = std::min({next, seat.next_check(), seat.next_look()});
      }
    }
    rethrow_failure();  // checked last: check() reads lines, and the rules may fail on one
    if (!waiting) {
      co_return;
    }
    set_timer(next);
    co_await changed_.changed();
  }
}

/// A verdict while others are waited for moves no deadline that the timer has: to go on would cost as much as
/// to judge the answer.
void Match::notify_if_all_decided() {
  if (std::ranges::none_of(seats_, &MatchSeat::waiting)) {
    changed_.notify();
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

void Match::finish_step(const std::vector<engines::Seat>& movers) {
  for (const engines::LateRefusal& late : game_->refused()) {
    seats_[late.seat].overrule(late.refusal);
  }
  std::vector<SeatAnswer> answers;
  answers.reserve(movers.size());
  for (const engines::Seat seat : movers) {
    answers.push_back(seats_[seat].take_answer());
  }
  const std::size_t recorded = record_->text().size();
  const bool again = std::exchange(resumed_, false);
  record_->turn(turn_, answers, events_, again ? Record::TurnKind::resumed : Record::TurnKind::asked);
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
    observer->on_start({spec_, names_, *game_, record_->text()});
  }
}

/// `recorded`: the size of the record before this turn.
void Match::show_turn(std::span<const SeatAnswer> answers, std::size_t recorded) const {
  for (MatchObserver* const observer : observers_) {
    observer->on_turn({spec_, names_, *game_, record_->text()},
                      {turn_, answers, events_, std::string_view(record_->text()).substr(recorded)});
  }
}

void Match::show_silence(const std::optional<SilentSeat>& silence) const {
  if (silence) {
    for (MatchObserver* const observer : observers_) {
      observer->on_silence({spec_, names_, *game_, record_->text()}, *silence);
    }
  }
}

// ---- start and end ----

void Match::open_record() {
  Record::Header header{spec_, game_->options(), {}, {}, {}, {}, {}, tasks_.clock().utc()};
  for (MatchSeat& seat : seats_) {
    header.players.push_back(seat.player().name());
    header.measure.push_back(seat.measure());
    header.stamp.push_back(seat.player().stamp_source());
    header.sandbox.emplace_back(name_of(seat.player().sandbox()));
    header.launched.push_back(seat.player().launched());
    const CpuMeter* const meter = seat.player().cpu_meter();
    header.cpu_by.emplace_back(seat.measure() == Measure::cpu && meter != nullptr ? meter->source() : "");
  }
  record_.emplace(header);
}

/// Takes the record over from `saved`. Without a way to go on the match is as good as void: play() says so.
Task<> Match::go_on_with(const SavedMatch& saved) {
  refuse_other_conditions(first_line_of(saved.record));
  std::vector<StampSource> stamp;
  for (const MatchSeat& seat : seats_) {
    stamp.push_back(seat.player().stamp_source());
  }
  record_.emplace(saved.record, std::move(stamp));
  came_ = saved.came;
  resumed_ = true;
  MatchState state = co_await state_of(tasks_, saved, *spec_.game);
  game_ = std::move(state.game);
  for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
    seats_[seat].go_on_with(state.seats[seat]);
  }
  turn_ = state.turns;
  given_turns_ = state.given_turns;
}

/// `before`: the header of the saved record.
void Match::refuse_other_conditions(const Json& before) {
  const Json now = first_line_of(record_->text());
  for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
    const Player& player = seats_[seat].player();
    for (const char* const key : kConditions) {
      const Json was = condition_of(before, key, seat);
      const Json is = condition_of(now, key, seat);
      if (player.connected() && was != is && !failure_) {
        fail(std::make_exception_ptr(
            std::runtime_error("the match cannot go on after a restart of the referee: " + std::string(key) +
                               " of " + player.name() + " was " + was.dump() + " and is " + is.dump())));
      }
    }
  }
}

/// They were legal when they were drawn or read: where they are not now, the rules contradict themselves.
Task<> Match::play_given_turns() {
  try {
    co_await play_given_in_turn();
  } catch (const std::invalid_argument& wrong) {
    throw engines::RulesFailure("game " + std::string(spec_.game->name) +
                                ": a given turn does not fit: " + wrong.what());
  }
}

Task<> Match::play_given_in_turn() {
  co_await rules_answer();
  for (const GivenTurns::Turn& turn : spec_.given.turns) {
    events_.clear();
    begin_given(turn, turn_, *game_, events_);
    co_await rules_answer();
    refuse_refused(turn, turn_, *game_);
    record_->turn(turn_, turn, events_, Record::TurnKind::given);
    ++turn_;
  }
  given_turns_ = turn_;
  if (turn_ > 0) {
    refuse_ended(*game_, spec_.given.turns.size());
  }
}

/// All players get the turns before the open one. They have time to read them, and after a restart of the
/// referee to find their way back into the match.
void Match::tell_past() {
  views_->open_turn(game_->to_move());
  const Milliseconds extra(resumed_ ? spec_.clock.init_ms : given_turns_);
  for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
    if (came_[seat] && seats_[seat].player().connected()) {
      seats_[seat].allow(extra);
      send_past(seat);
    }
  }
}

std::vector<Match::Attendance> Match::attendance() const {
  std::vector<Attendance> seats;
  for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
    const Player& player = seats_[seat].player();
    seats.push_back({came_[seat], !player.launched(), player.resumes()});
  }
  return seats;
}

void Match::send_start(std::size_t seat) {
  seats_[seat].player().send(start_line(spec_, *game_, names_, seat, seats_[seat].measure(), given_turns_));
}

bool Match::too_few_came() const {
  const auto came = std::ranges::count(came_, true);
  return came == 0 || (came == 1 && seats_.size() > 1);
}

void Match::finish_no_show() {
  std::vector<std::optional<std::string>> absent;
  for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
    absent.push_back(came_[seat] ? std::nullopt : std::optional(seats_[seat].player().absence()));
  }
  note_no_show(result_, absent);
  record_->no_show(result_, tasks_.clock().utc());
}

void Match::finish_result() { finish(*game_, result_, *record_, tasks_.clock().utc()); }

void Match::tell_end(const MatchResult& result) {
  for (std::size_t i = 0; i < seats_.size(); ++i) {
    MatchSeat& seat = seats_[i];
    seat.player().send(end_line(spec_, result, i, {seat.last(), seat.result().faults()}));
  }
}

// ---- bots that reconnect ----

void Match::reattached(std::size_t seat) {
  if (!came_[seat] || !started_) {
    return;
  }
  send_start(seat);
  send_past(seat);
}

/// Sends the past turns, if the bot wants them, and then the open one.
void Match::send_past(std::size_t seat) {
  past_[seat].reset();
  if (!seats_[seat].player().resumes()) {
    seats_[seat].caught_up(views_->of(seat));
    return;
  }
  seats_[seat].begin_past();
  const PastSender::Source source{spec_, record_->text(), turn_};
  past_[seat] = std::make_unique<PastSender>(tasks_, source, seat, seats_[seat].player(),
                                             [this, seat] { seats_[seat].caught_up(views_->of(seat)); });
  go_on_with_past(seat);
}

void Match::go_on_with_past(std::size_t seat) {
  if (past_[seat] != nullptr) {
    past_[seat]->go_on();
  }
}

}  // namespace referee
