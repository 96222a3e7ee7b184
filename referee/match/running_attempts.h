#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <optional>
#include <utility>

#include "referee/match/attempt_runner.h"

namespace referee {

/// The matches that a user of AttemptRunner plays at the moment. `Playing` is its class of one match: made of
/// its owner and of what is to be played, with play(), as AttemptRunner::play(). On the loop's thread only. A
/// loop that is stopped at once destroys the coroutines of its matches later than this.
template <class Playing>
class RunningAttempts {
 public:
  /// Plays a match to its end; meanwhile it is one of these. Returns and throws as AttemptRunner::play().
  /// `owner` outlives the match.
  template <class Owner, class What>
  Task<std::optional<PlayedAttempt>> play(Owner& owner, What what) {
    const Place place(all_, all_->emplace(all_->end(), owner, std::move(what)));
    co_return co_await place->play();
  }

  auto begin() { return all_->begin(); }
  auto begin() const { return all_->cbegin(); }
  auto end() { return all_->end(); }
  auto end() const { return all_->cend(); }
  std::size_t size() const { return all_->size(); }

 private:
  using List = std::list<Playing>;  // matches stay where they are

  /// Takes its match out of the list at its end.
  class Place {
   public:
    Place(std::shared_ptr<List> all, typename List::iterator at) : all_(std::move(all)), at_(at) {}
    ~Place() { all_->erase(at_); }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    Playing* operator->() const { return &*at_; }

   private:
    const std::shared_ptr<List> all_;
    typename List::iterator at_;
  };

  const std::shared_ptr<List> all_ = std::make_shared<List>();
};

}  // namespace referee
