#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <utility>

#include <boost/asio/io_context.hpp>

#include "referee/loop/event.h"

namespace referee {

/// How many seats of launched bots may be asked at once: matches take the slots that they need, in the order
/// of their requests, and give them back. A match whose bots wait for it may come before the others.
class Slots {
 public:
  Slots(boost::asio::io_context& io, std::size_t total) : total_(total), changed_(io) {}

  /// Slots held by one match; given back when it is destroyed.
  class Held {
   public:
    Held() = default;
    Held(Slots& slots, std::size_t count) : slots_(&slots), count_(count) {}
    Held(Held&& other) noexcept : slots_(std::exchange(other.slots_, nullptr)), count_(other.count_) {}
    Held& operator=(Held&&) = delete;
    ~Held() {
      if (slots_ != nullptr) {
        slots_->used_ -= count_;
        slots_->changed_.notify();
      }
    }

   private:
    Slots* slots_ = nullptr;
    std::size_t count_ = 0;
  };

  /// Waits for `count` slots, `first`: before those that wait already. A match that needs more than there are
  /// plays alone. None are needed for a match without launched bots. After close() it returns at once, with
  /// nothing.
  Task<Held> take(std::size_t count, bool first = false) {
    if (count == 0 || closed_) {
      co_return Held();
    }
    const std::size_t needed = std::min(count, total_);
    const std::size_t ticket = next_ticket_++;
    waiting_.insert(first ? waiting_.begin() : waiting_.end(), ticket);
    while (!closed_ && (ticket != waiting_.front() || used_ + needed > total_)) {
      co_await changed_.changed();
    }
    if (closed_) {
      co_return Held();
    }
    waiting_.pop_front();
    used_ += needed;
    changed_.notify();
    co_return Held(*this, needed);
  }
  /// Ends all waiting.
  void close() {
    closed_ = true;
    changed_.notify();
  }

 private:
  std::size_t total_;
  std::size_t used_ = 0;
  std::size_t next_ticket_ = 0;
  std::deque<std::size_t> waiting_;  // tickets
  bool closed_ = false;
  Condition changed_;
};

}  // namespace referee
