#include "referee/tournament/run/tournament_runner.h"

#include <spdlog/spdlog.h>

#include <utility>

#include "protocol/messages.h"

namespace referee {

namespace {

std::string sandbox_of(const StoreContent& content) {
  const auto found = content.meta.find(meta_key::kSandbox);
  return found == content.meta.end() ? "" : found->second;
}

}  // namespace

TournamentRunner::TournamentRunner(const Surroundings& around, const OpenedStore& opened)
    : around_(around),
      format_(opened.format),
      changed_(around.tasks.io()),
      sandbox_(sandbox_of(opened.content)) {
  around_.roster.on_events({[this](const Player& player) { return waiting_for(player); }, [this] { wake(); },
                            [this](Entrant) { wake(); }});
  around_.store.on_failure([this](std::exception_ptr failure) { fail(std::move(failure)); });
  around_.match_scheduler.on_halt([this](const std::string& why) { halt(why); });
}

// ---- the end ----

void TournamentRunner::drain() {
  stopping_ = true;
  around_.match_scheduler.drain();
  changed_.notify();
}

Task<> TournamentRunner::stay() {
  while (!stopping_) {
    co_await changed_.changed();
  }
  rethrow_failure();
}

void TournamentRunner::abort(const std::string& why) {
  drain();
  around_.match_scheduler.abort_all(why);
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
  if (broken_) {
    return;
  }
  paused_ = paused;
  halted_.clear();
  around_.match_scheduler.forget_missing();
  around_.changes.add(paused ? "paused by the arbiter" : "resumed by the arbiter");
  say_wait_to_all();
  changed_.notify();
}

void TournamentRunner::halt(const std::string& why) {
  if (paused_ || !halted_.empty() || stopping_) {
    return;  // several matches are put off for the same reason
  }
  halted_ = why;
  around_.changes.add((ends_if_halted_ ? "stopped by the referee: " : "paused by the referee: ") + why);
  if (ends_if_halted_) {
    drain();
  } else {
    paused_ = true;
    spdlog::error("paused. Mend that, or withdraw these entrants, then: referee ctl resume");
    say_wait_to_all();
  }
  ruled();
  changed_.notify();
}

void TournamentRunner::break_off(const std::string& why) {
  broken_ = true;
  paused_ = true;
  halted_ = why + ". Nothing that was played is lost: restart the referee to go on";
  spdlog::error("play has stopped: {}", halted_);
  around_.changes.add("stopped by the referee: " + halted_);
  say_wait_to_all();
  ruled();
  changed_.notify();
}

void TournamentRunner::withdraw(Entrant entrant, const std::string& why) {
  around_.roster.withdraw(entrant, why);
  around_.match_scheduler.withdraw(around_.roster.name(entrant));
  changed_.notify();
}

void TournamentRunner::withdraw(const std::vector<Entrant>& entrants, const std::string& pattern,
                                const std::string& why) {
  around_.roster.withdraw(entrants, pattern, why);
  for (const Entrant entrant : entrants) {
    around_.match_scheduler.withdraw(around_.roster.name(entrant));
  }
  changed_.notify();
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
  if (!around_.match_scheduler.abort(place.id(), because("the arbiter has it played again", why))) {
    return false;
  }
  around_.changes.add(because("match " + place.id() + " is played again", why));
  return true;
}

// ---- what people are told ----

void TournamentRunner::say_wait(Entrant entrant) {
  const auto& player = around_.roster.player(entrant);
  if (player != nullptr && player->connected() && !player->playing()) {
    player->send(protocol::wait_line(around_.roster.waiting_for(*player)));
  }
}

void TournamentRunner::say_wait_to_all() {
  for (Entrant entrant = 0; entrant < around_.roster.size(); ++entrant) {
    say_wait(entrant);
  }
}

PageParts TournamentRunner::page_parts() const {
  PageParts parts;
  parts.tournament = around_.config.name;
  parts.game = around_.config.game->name;
  parts.format = format_;
  parts.instances = around_.config.instances.labels();
  parts.history.entrants = around_.roster.entrant_infos();
  parts.changes = around_.changes.all();
  parts.sandbox = sandbox_;
  return parts;
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
