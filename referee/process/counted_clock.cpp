#include "referee/process/counted_clock.h"

#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <system_error>
#include <utility>
#include <vector>

#include "referee/base/kernel_time.h"
#include "referee/process/inside/children.h"

namespace referee {
namespace {

/// A bot that makes processes all the while keeps nobody waiting, and is charged too much rather than too
/// little.
constexpr Milliseconds kPatience{1};

/// The kernel tells what a process has waited for in ticks, user and system time apart, and drops what is
/// less: of all that it has ever waited for together.
constexpr Milliseconds kLessThanTicks{20};

Microseconds since(TimePoint before, TimePoint now) { return std::chrono::ceil<Microseconds>(now - before); }

}  // namespace

bool CountedClock::Reading::is_of_one_moment() const {
  return after.is_as(before) && after.asked == after.made;
}

CountedClock::CountedClock(pid_t root, std::shared_ptr<const ProcessCounts> counts, std::vector<pid_t> ours)
    : root_(root), counts_(std::move(counts)), ours_(std::move(ours)), waited_for_(root) {
  find_processes();
}

void CountedClock::find_processes() {
  found_at_ = counts_->look();
  processes_.clear();
  std::vector<pid_t> all = {root_};
  for (std::size_t i = 0; i < all.size(); ++i) {
    try {
      processes_.emplace(all[i], BareClock(all[i]));
    } catch (const std::system_error&) {
      continue;  // it has ended between the two looks
    }
    const std::vector<pid_t> children = children_of(all[i]);
    all.insert(all.end(), children.begin(), children.end());
  }
}

/// Those of the sandbox wait all the time.
bool CountedClock::account() const {
  bool all = true;
  for (const auto& [pid, clock] : processes_) {
    const bool is_ours = pid == root_ || std::ranges::find(ours_, pid) != ours_.end();
    all = (is_ours || clock.account()) && all;
  }
  return all;
}

/// False if one has gone: it is not looked for any more.
bool CountedClock::add_up(Reading& reading) {
  reading.running = Nanoseconds{0};
  reading.alive = -1;  // the root
  bool all = true;
  for (auto process = processes_.begin(); process != processes_.end();) {
    const auto used = process->second.read();
    if (used) {
      reading.running += std::max(Nanoseconds{0}, *used - reading.before.counted_of(process->first));
      reading.alive += reading.before.has_ended(process->first) ? 0 : 1;
      ++process;
    } else {
      process = processes_.erase(process);
      all = false;
    }
  }
  return all;
}

/// While nobody makes a process and none ends, they are those of the latest reading. After one has gone
/// unseen it may have been overlooked as well: /proc can leave out a child while its siblings end.
CountedClock::Reading CountedClock::read(bool may_run) {
  const auto until = kernel_now() + kPatience;
  Reading reading;
  do {
    reading.before = counts_->look();
    const bool same =
        gone_unseen_ == 0 && reading.before.is_as(found_at_) && found_at_.asked == found_at_.made;
    if (same && may_run) {
      (void)account();  // the source says it where the kernel refuses
    }
    if (!same || !add_up(reading)) {
      find_processes();
      if (may_run) {
        (void)account();
      }
      (void)add_up(reading);
    }
    reading.after = counts_->look();
  } while (!reading.is_of_one_moment() && kernel_now() < until);
  return reading;
}

/// How many processes may have waited for one of the bot. As long as nobody who has made a process has ended,
/// and none was made for another parent, its makers have waited for it. REQUIRES: what they have waited for
/// has been read.
std::int64_t CountedClock::those_who_waited(const Reading& reading) {
  const auto is_ours = [this](pid_t pid) { return std::ranges::find(ours_, pid) != ours_.end(); };
  const std::vector<pid_t>& makers = reading.after.makers;
  orphans_ = orphans_ || reading.after.orphans || std::ranges::any_of(makers, [&](pid_t maker) {
               return !processes_.contains(maker) || reading.after.has_ended(maker) || is_over(maker);
             });
  if (orphans_) {
    constexpr std::int64_t kForOrphans = 1;  // the first process of the namespace, or the supervisor
    return std::max<std::int64_t>(0, reading.alive - std::ssize(ours_)) + kForOrphans;
  }
  return std::ranges::count_if(makers, [&](pid_t maker) { return !is_ours(maker); });
}

/// `known`: what is certain by now.
void CountedClock::charge_for_lost(const Reading& reading, Microseconds known) {
  static const long kCpus = std::max(1L, ::sysconf(_SC_NPROCESSORS_ONLN));
  const auto gone = [&](std::uint64_t made, std::uint64_t ended) {
    return static_cast<std::int64_t>(made + 1 - ended) - reading.alive;
  };
  const bool lost = gone(reading.after.asked, reading.before.ended) > gone_unseen_;
  gone_unseen_ = gone(reading.before.made, reading.after.ended);
  any_unseen_ = any_unseen_ || lost;
  const bool all_waited_for = reading.after.set == 0 && reading.is_of_one_moment();
  if (all_waited_for && any_unseen_) {
    const Microseconds waited_for = waited_for_.used();
    unseen_ = std::max(unseen_, waited_for + kLessThanTicks * those_who_waited(reading) - known);
  } else if (lost) {
    unseen_ = std::max(unseen_, latest_ + since(at_, kernel_now()) * kCpus - known);
  }
}

Microseconds CountedClock::used() {
  const auto began = kernel_now();
  const Reading reading = read(may_run());
  if (reading.alive < 0) {  // the supervisor has ended, and all others before it
    return latest_;
  }
  const Microseconds known = whole_microseconds(reading.after.of_ended + reading.running);
  charge_for_lost(reading, known);
  at_ = began;  // what works during a reading may be missed by it, and is then the next interval's
  latest_ = std::max(latest_, known + unseen_);
  return latest_;
}

Microseconds TreeOrWallClock::used() {
  const auto now = kernel_now();
  const Microseconds of_tree = tree_.used();
  latest_ += std::max(of_tree - of_tree_, since(at_, now));
  of_tree_ = of_tree;
  at_ = now;
  return latest_;
}

}  // namespace referee
