#include "referee/tournament/run/course.h"

#include <utility>

namespace referee {

Course::Course(Hall& hall) : hall_(hall) {
  hall_.events = {[this](const Player& player) { return waiting_for(player); },
                  [this] { hall_.changed.notify(); }, [this](Entrant) { hall_.changed.notify(); }};
  hall_.store.on_failure([this](std::exception_ptr failure) { fail(std::move(failure)); });
}

void Course::drain() {
  stopping_ = true;
  hall_.arena.drain();
  hall_.changed.notify();
}

void Course::abort(const std::string& why) {
  drain();
  hall_.arena.abort_all(why);
}

void Course::fail(std::exception_ptr failure) {
  if (!failure_) {
    failure_ = std::move(failure);
    abort("the referee has failed");
  }
}

void Course::rethrow_failure() const {
  if (failure_) {
    std::rethrow_exception(failure_);
  }
}

}  // namespace referee
