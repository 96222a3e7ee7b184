#include "referee/tournament/pairing/table_seats.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace referee {
namespace {

/// The Hungarian method: workers are let in one by one, each along the cheapest chain of changes. Each worker
/// and each job has a price. No cost is below the sum of its two prices, and the cost of a given job equals
/// that sum: then the total cannot be undercut.
class Assigner {
 public:
  Assigner(std::size_t n, const AssignmentCost& cost)
      : cost_(cost), worker_price_(n), job_price_(n), worker_of_(n) {}

  void let_in(std::size_t worker);
  std::vector<std::size_t> jobs() const;

 private:
  struct Chain {
    std::vector<std::int64_t> slack;                 // by job: what a chain to it costs more than prices
    std::vector<std::optional<std::size_t>> before;  // by job: the job before it in that chain, if any
    std::vector<bool> reached;                       // by job
  };
  std::size_t extend(Chain& chain, std::size_t worker, std::optional<std::size_t> from);
  void change(const Chain& chain, std::size_t newcomer, std::size_t free_job);

  const AssignmentCost& cost_;
  std::vector<std::int64_t> worker_price_;
  std::vector<std::int64_t> job_price_;
  std::vector<std::optional<std::size_t>> worker_of_;  // by job
};

/// Looks from `worker`, whose job is `from`, at all jobs not yet reached; reaches the nearest one.
std::size_t Assigner::extend(Chain& chain, std::size_t worker, std::optional<std::size_t> from) {
  std::optional<std::size_t> nearest;
  for (std::size_t job = 0; job < job_price_.size(); ++job) {
    if (chain.reached[job]) {
      continue;
    }
    const std::int64_t slack = cost_(worker, job) - worker_price_[worker] - job_price_[job];
    if (slack < chain.slack[job]) {
      chain.slack[job] = slack;
      chain.before[job] = from;
    }
    if (!nearest || chain.slack[job] < chain.slack[*nearest]) {
      nearest = job;
    }
  }
  return *nearest;
}

void Assigner::let_in(std::size_t worker) {
  const std::size_t n = job_price_.size();
  Chain chain{std::vector<std::int64_t>(n, std::numeric_limits<std::int64_t>::max()),
              std::vector<std::optional<std::size_t>>(n), std::vector<bool>(n)};
  std::size_t looking = worker;
  std::optional<std::size_t> from;
  while (true) {
    const std::size_t nearest = extend(chain, looking, from);
    const std::int64_t raise = chain.slack[nearest];
    worker_price_[worker] += raise;
    for (std::size_t job = 0; job < n; ++job) {
      if (chain.reached[job]) {
        worker_price_[*worker_of_[job]] += raise;
        job_price_[job] -= raise;
      } else {
        chain.slack[job] -= raise;
      }
    }
    chain.reached[nearest] = true;
    if (!worker_of_[nearest]) {
      change(chain, worker, nearest);
      return;
    }
    from = nearest;
    looking = *worker_of_[nearest];
  }
}

/// Along the chain each worker gives its job to the next and takes the one behind.
void Assigner::change(const Chain& chain, std::size_t newcomer, std::size_t free_job) {
  std::size_t job = free_job;
  while (chain.before[job]) {
    worker_of_[job] = worker_of_[*chain.before[job]];
    job = *chain.before[job];
  }
  worker_of_[job] = newcomer;
}

std::vector<std::size_t> Assigner::jobs() const {
  std::vector<std::size_t> jobs(worker_of_.size());
  for (std::size_t job = 0; job < jobs.size(); ++job) {
    jobs[*worker_of_[job]] = job;
  }
  return jobs;
}

/// How uneven games by seat are. What counts first is the difference between the most and the least frequent
/// seat: one that is greater by one costs more than a whole table of smaller ones.
std::int64_t unevenness(const std::vector<int>& games) {
  constexpr int kSteepest = 6;  // in bits 4 x 6: sums over a table and all lengths of an encounter still fit
  const auto [least, most] = std::ranges::minmax(games);
  std::int64_t sum = std::int64_t{1} << (4 * std::min(most - least, kSteepest));
  for (const int count : games) {
    sum += static_cast<std::int64_t>(count - least) * (count - least);
  }
  return sum;
}

/// How uneven an encounter begun at `position` leaves the games by seat, summed over all numbers of games
/// that it may take.
std::int64_t unevenness_after(const EncounterRules& rules, std::vector<int> games, std::size_t position) {
  std::int64_t sum = 0;
  for (int game = 0; game < rules.best_of; ++game) {
    ++games[(position + static_cast<std::size_t>(game)) % rules.seats];
    const bool may_end = game >= rules.best_of / 2;
    sum += may_end ? unevenness(games) : 0;
  }
  return sum;
}

}  // namespace

std::vector<std::size_t> cheapest_assignment(std::size_t n, const AssignmentCost& cost) {
  Assigner assigner(n, cost);
  for (std::size_t worker = 0; worker < n; ++worker) {
    assigner.let_in(worker);
  }
  return assigner.jobs();
}

std::vector<Entrant> deal_seats(const EncounterRules& rules, const PastRounds& past,
                                const std::vector<Entrant>& entrants, std::size_t turn) {
  const std::size_t n = entrants.size();
  constexpr std::int64_t kTurns = 512;  // more than the sum of n times less than n, n up to Points::kMaxTable
  const auto positions = cheapest_assignment(n, [&](std::size_t i, std::size_t position) {
    const auto off_turn = static_cast<std::int64_t>((position + 2 * n - i - turn % n) % n);
    return unevenness_after(rules, past.seat_games(entrants[i]), position) * kTurns + off_turn;
  });
  std::vector<Entrant> seated(n);
  for (std::size_t i = 0; i < n; ++i) {
    seated[positions[i]] = entrants[i];
  }
  return seated;
}

}  // namespace referee
