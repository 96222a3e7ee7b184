#include "referee/match/threads/match_threads.h"

#include <algorithm>
#include <optional>

#include "protocol/require.h"
#include "referee/loop/run_some.h"
#include "referee/match/threads/attempts_on_thread.h"
#include "referee/process/cpus.h"

namespace referee {

/// They begin with the CPU after the one that makes them: with one game less than there are CPUs that has one
/// to itself.
MatchThreads::MatchThreads(Tasks& tasks, std::size_t count, const MatchThread::Terms& terms) : tasks_(tasks) {
  REQUIRE(count >= 1);
  const Cpus& cpus = process_cpus();
  auto next = static_cast<std::size_t>(std::ranges::find(cpus, present_cpu()) - cpus.begin());
  for (std::size_t i = 0; i < count; ++i) {
    MatchThread::Terms one = terms;
    one.cpu = cpus[++next % cpus.size()];
    lanes_.emplace_back(std::move(one));
  }
}

std::size_t MatchThreads::count_for(std::size_t matches) { return std::min(matches, process_cpus().size()); }

std::unique_ptr<AttemptPlace> MatchThreads::place() { return std::make_unique<AttemptsOnThread>(*this); }

/// All at the same time.
Task<> MatchThreads::end_bots() {
  auto next = lanes_.begin();
  co_await run_some(tasks_, "ends of kept bots", lanes_.size(), [&]() -> std::optional<Task<>> {
    while (next != lanes_.end() && !next->thread.begun()) {
      ++next;
    }
    if (next == lanes_.end()) {
      return std::nullopt;
    }
    MatchThread& thread = (next++)->thread;
    return thread.run(tasks_, [&thread] { return thread.end_bots(); });
  });
}

MatchThread& MatchThreads::take() {
  Lane& lane = *std::ranges::min_element(lanes_, {}, &Lane::playing);
  ++lane.playing;
  return lane.thread;
}

void MatchThreads::give_back(const MatchThread& thread) {
  --std::ranges::find(lanes_, &thread, [](const Lane& lane) { return &lane.thread; })->playing;
}

}  // namespace referee
