#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "referee/match/attempt.h"
#include "referee/match/lobby.h"
#include "referee/match/match_spec.h"
#include "referee/match/record_files.h"
#include "referee/net/event.h"
#include "referee/store/store_writer.h"

namespace referee {

/// How many seats of launched bots may be asked at once: matches take what they need, in the order in which
/// they came, and give it back.
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

  /// Waits for `count` slots; a match that needs more than there are plays alone. None are needed for a match
  /// without launched bots. After close() it returns at once, with nothing.
  Task<Held> take(std::size_t count) {
    if (count == 0 || closed_) {
      co_return Held();
    }
    const std::size_t needed = std::min(count, total_);
    const std::size_t ticket = next_ticket_++;
    while (!closed_ && (ticket != serving_ || used_ + needed > total_)) {
      co_await changed_.changed();
    }
    if (closed_) {
      co_return Held();
    }
    ++serving_;
    used_ += needed;
    changed_.notify();
    co_return Held(*this, needed);
  }
  /// Nobody waits any more.
  void close() {
    closed_ = true;
    changed_.notify();
  }

 private:
  std::size_t total_;
  std::size_t used_ = 0;
  std::size_t next_ticket_ = 0;
  std::size_t serving_ = 0;
  bool closed_ = false;
  Condition changed_;
};

/// One game that is to be played now.
struct MatchJob {
  MatchSpec spec;                              ///< its attempt and seed are the match scheduler's to fill in
  std::optional<std::uint64_t> instance_seed;  ///< of an instance that names one
  std::optional<SharedGame> shared;            ///< where others play the same, each for itself
  std::vector<SeatSpec> by_seat;               ///< one without a command and without a player never comes
  std::vector<bool> expected;                  ///< by seat: to be waited for, if it dials in
  /// What is to be kept of the result, and what else is to be written in the same commit.
  struct ResultCommit {
    std::string result;  ///< JSON text
    std::vector<StoreWrite> writes;
  };
  std::function<ResultCommit(const MatchResult&)> keep;
};

/// Where a tournament's matches are played, side by side: calls the players, launches bots, journals, makes
/// the result durable before anybody is told it, writes the files, and plays again what was void.
class MatchScheduler {
 public:
  static constexpr int kAttempts = 3;  ///< void by a fault of the referee's, before it gives up

  struct Terms {
    Milliseconds no_show{60000};    ///< how long a match waits for its players from its call
    std::size_t parallel = 1;       ///< seats of launched bots asked at once, in all matches
    std::size_t asked_at_once = 1;  ///< seats that the game asks at once
    MatchSeeds seeds;
    std::function<bool(const std::string&)> withdrawn;  ///< whether an entrant, by name, plays no more
  };
  MatchScheduler(Tasks& tasks, Launcher& launcher, Lobby& lobby, StoreWriter& store, RecordFiles& files,
                 Terms terms);

  /// Plays a game, in as many attempts as it takes. Nothing if the match scheduler was stopped before. Throws
  /// StoreError, LaunchError, or std::runtime_error for a game that was void kAttempts times.
  Task<std::optional<MatchResult>> play(MatchJob order);

  /// The attempts of a match before this run of the program: the next one gets the next number.
  void set_attempts(const std::string& match, int attempts) { attempts_[match] = attempts; }
  /// How many attempts of a match have begun; the last one is the newest.
  int attempts(const std::string& match) const { return attempts_.at(match); }
  /// No more matches begin; those that are running end as they may.
  void drain();
  /// Makes all running matches void, now, and no more begin.
  void abort_all(const std::string& why);
  /// Makes a running match void: it is played again. False if it is not running.
  bool abort(const std::string& match, const std::string& why);
  /// The entrant forfeits the match that it is playing, if any; one that waits for it waits no more.
  void withdraw(const std::string& name);

  /// The matches that are being played now.
  std::vector<std::string> running_matches() const;
  std::size_t matches_running() const;

 private:
  /// An attempt that is under way, and how much of its record the store has been given; 0 before it has begun
  /// and once it is finished.
  struct Running {
    Attempt* attempt;
    std::size_t journaled;
  };

  Task<std::optional<MatchResult>> play_attempt(const MatchJob& order);
  Task<std::optional<MatchResult>> play_out(Running& running, const MatchJob& order,
                                            const std::vector<std::shared_ptr<Player>>& players);
  [[noreturn]] void give_up(const std::string& match, const std::exception_ptr& cause) const;
  Task<> pause(Milliseconds time);
  std::size_t slots_for(const MatchJob& order) const;
  MatchSpec spec_of(const MatchJob& order) const;
  std::vector<SeatSpec> present(const std::vector<SeatSpec>& by_seat) const;
  void begin(Attempt& attempt) const;
  static store_write::BeginAttempt begin_of(const Attempt& attempt);
  Task<> keep(const Attempt& attempt, const MatchJob& order, const MatchResult& result);
  void export_record(const MatchSpec& spec, const MatchResult& result);
  void keep_stderr(const Attempt& attempt);
  void start_journal();
  Task<> journal();

  Tasks& tasks_;
  Launcher& launcher_;
  Lobby& lobby_;
  StoreWriter& store_;
  RecordFiles& files_;
  Terms terms_;
  Slots slots_;
  std::map<std::string, int> attempts_;  // begun so far, by match
  std::list<Running> running_;
  std::set<std::string> aborted_;  // by the arbiter: these voids are nobody's fault
  bool journaling_ = false;
  bool stopping_ = false;
};

}  // namespace referee
