#include "referee/tournament/run/tournament_runner.h"

#include <spdlog/spdlog.h>

#include <utility>

#include "protocol/messages.h"

namespace referee {

TournamentRunner::TournamentRunner(TournamentContext& context) : context_(context) {
  context_.events = {[this](const Player& player) { return waiting_for(player); },
                     [this] { context_.changed.notify(); }, [this](Entrant) { context_.changed.notify(); }};
  context_.store.on_failure([this](std::exception_ptr failure) { fail(std::move(failure)); });
  context_.match_scheduler.on_halt([this](const std::string& why) { halt(why); });
}

// ---- the end ----

void TournamentRunner::drain() {
  stopping_ = true;
  context_.match_scheduler.drain();
  context_.changed.notify();
}

Task<> TournamentRunner::stay() {
  while (!stopping_) {
    co_await context_.changed.changed();
  }
  rethrow_failure();
}

void TournamentRunner::abort(const std::string& why) {
  drain();
  context_.match_scheduler.abort_all(why);
}

void TournamentRunner::fail(std::exception_ptr failure) {
  if (!failure_) {
    failure_ = std::move(failure);
    abort("the referee has failed");
  }
}

void TournamentRunner::rethrow_failure() const {
  if (failure_) {
    std::rethrow_exception(failure_);
  }
}

// ---- the arbiter ----

ControlReply TournamentRunner::start() { return {false, "it is not waiting to be started"}; }

void TournamentRunner::pause(bool paused) {
  paused_ = paused;
  halted_.clear();
  context_.match_scheduler.forget_missing();
  context_.changes.add(paused ? "paused by the arbiter" : "resumed by the arbiter");
  say_wait_to_all();
  context_.changed.notify();
}

void TournamentRunner::halt(const std::string& why) {
  if (paused_ || !halted_.empty() || stopping_) {
    return;  // several matches are put off for the same reason
  }
  halted_ = why;
  context_.changes.add((ends_if_halted_ ? "stopped by the referee: " : "paused by the referee: ") + why);
  if (ends_if_halted_) {
    drain();
  } else {
    paused_ = true;
    spdlog::error("paused. Mend that, or withdraw these entrants, then: referee ctl resume");
    say_wait_to_all();
  }
  ruled();
  context_.changed.notify();
}

void TournamentRunner::withdraw(Entrant entrant, const std::string& why) {
  context_.roster.withdraw(entrant, why);
  context_.match_scheduler.withdraw(context_.roster.name(entrant));
  ruled();
  context_.changed.notify();
}

void TournamentRunner::withdraw(const std::vector<Entrant>& entrants, const std::string& pattern,
                                const std::string& why) {
  context_.roster.withdraw(entrants, pattern, why);
  for (const Entrant entrant : entrants) {
    context_.match_scheduler.withdraw(context_.roster.name(entrant));
  }
  ruled();
  context_.changed.notify();
}

ControlReply TournamentRunner::give_bye(Entrant, int, PairingRequests::Bye, const std::string&) {
  return {false, "only a swiss has byes on request"};
}

ControlReply TournamentRunner::set_rounds(int, const std::string&) {
  return {false, "only a swiss can get another number of rounds"};
}

Task<ControlReply> TournamentRunner::replay(MatchPlace place, std::string why) {
  const std::string match = "match " + place.id();
  co_return abort_match(place, why) ? ControlReply{true, match + " is played again"}
                                    : ControlReply{false, match + " is not running"};
}

bool TournamentRunner::abort_match(const MatchPlace& place, const std::string& why) {
  if (!context_.match_scheduler.abort(place.id(), because("the arbiter has it played again", why))) {
    return false;
  }
  context_.changes.add(because("match " + place.id() + " is played again", why));
  return true;
}

// ---- what people are told ----

void TournamentRunner::say_wait(Entrant entrant) {
  const auto& player = context_.roster.player(entrant);
  if (player != nullptr && player->connected() && !player->playing()) {
    player->send(protocol::wait_line(context_.roster.waiting_for(*player)));
  }
}

void TournamentRunner::say_wait_to_all() {
  for (Entrant entrant = 0; entrant < context_.roster.size(); ++entrant) {
    say_wait(entrant);
  }
}

std::string TournamentRunner::pause_text() const {
  return halted_.empty() ? "the arbiter has stopped play: no match begins until it is resumed"
                         : "the referee has stopped play: no match begins until the arbiter resumes it";
}

std::string TournamentRunner::state_text() const {
  return std::string(finished() ? ", over" : "") + (paused_ ? ", paused" : "") +
         (halted_.empty() ? "" : " by the referee: " + halted_);
}

}  // namespace referee
