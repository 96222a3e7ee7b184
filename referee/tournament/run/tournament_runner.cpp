#include "referee/tournament/run/tournament_runner.h"

#include <utility>

namespace referee {

TournamentRunner::TournamentRunner(TournamentContext& context) : context_(context) {
  context_.events = {[this](const Player& player) { return waiting_for(player); },
                     [this] { context_.changed.notify(); }, [this](Entrant) { context_.changed.notify(); }};
  context_.store.on_failure([this](std::exception_ptr failure) { fail(std::move(failure)); });
}

void TournamentRunner::drain() {
  stopping_ = true;
  context_.match_scheduler.drain();
  context_.changed.notify();
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

}  // namespace referee
