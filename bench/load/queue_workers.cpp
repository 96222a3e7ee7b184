// The queue of jobs alone: workers that play nothing, on a store in a PostgreSQL database.
// Usage: queue_workers STORE play WORKERS JOBS BYTES   posts JOBS jobs, has WORKERS threads claim and finish
// all of them,
//                                                      with outcomes of so many bytes, and prints jobs a
//                                                      second
//        queue_workers STORE claim OTHER FEW MANY CLAIMS
//                                                      posts FEW jobs to STORE and MANY to OTHER, claims from
//                                                      both by turns, and prints the times of both in us, a
//                                                      line for each of CLAIMS claims
#include <atomic>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "referee/store/job_desk.h"
#include "referee/store/postgres_connection.h"
#include "referee/store/store.h"

namespace {

using referee::ClaimedJob;
using referee::JobDesk;
using std::chrono::steady_clock;

constexpr std::int64_t kBody = 2000;  // bytes of a job: what a match of two seats takes
/// In one commit: how fast they are posted is not what is measured.
void post(const referee::StoreUri& uri, std::int64_t jobs) {
  (void)referee::open_store(uri, referee::StoreAccess::exclusive);
  referee::PostgresConnection(uri).run(
      "INSERT INTO job(name, slots, sandbox, body)"
      " SELECT convert_to('r1t' || n || 'g1/1', 'UTF8'), 1, 0, convert_to(repeat('x', ?::int), 'UTF8')"
      " FROM generate_series(1, ?) AS n",
      {kBody, jobs});
}

std::unique_ptr<JobDesk> desk_of(const referee::StoreUri& uri, int worker) {
  auto desk = referee::open_job_desk(uri, {"worker-" + std::to_string(worker), "{}", 1, 0});
  desk->say_alive();
  return desk;
}

/// Claims and finishes until nothing waits.
void work(JobDesk& desk, const std::string& outcome, std::atomic<int>& done) {
  std::optional<ClaimedJob> job = desk.claim(1, true);
  while (job) {
    referee::HandedIn handed_in = desk.finish_and_claim(*job, outcome, job->slots);
    done += handed_in.taken ? 1 : 0;
    job = handed_in.next ? std::move(handed_in.next) : desk.claim(1, true);
  }
}

void play(const referee::StoreUri& uri, int workers, int jobs, int bytes) {
  post(uri, jobs);
  const std::string outcome(static_cast<std::size_t>(bytes), 'x');
  std::vector<std::unique_ptr<JobDesk>> desks;
  for (int worker = 0; worker < workers; ++worker) {
    desks.push_back(desk_of(uri, worker));
  }
  std::atomic<int> done = 0;
  const auto begun = steady_clock::now();
  std::vector<std::thread> threads;
  for (const auto& desk : desks) {
    threads.emplace_back([&] { work(*desk, outcome, done); });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  const std::chrono::duration<double> took = steady_clock::now() - begun;
  if (done != jobs) {
    throw std::runtime_error(std::to_string(done) + " of " + std::to_string(jobs) + " jobs were finished");
  }
  std::cout << jobs / took.count() << std::endl;
}

/// How long a claim takes, in us.
double time_of_claim(JobDesk& desk) {
  const auto begun = steady_clock::now();
  const auto job = desk.claim(1, true);
  const std::chrono::duration<double, std::micro> took = steady_clock::now() - begun;
  if (!job) {
    throw std::runtime_error("nothing waits any more");
  }
  return took.count();
}

void claim(const referee::StoreUri& uri, const referee::StoreUri& other, int few, int many, int claims) {
  post(uri, few);
  post(other, many);
  const auto one = desk_of(uri, 0);
  const auto another = desk_of(other, 0);
  for (int i = 0; i < claims; ++i) {
    const double with_few = time_of_claim(*one);
    std::cout << with_few << " " << time_of_claim(*another) << "\n";
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words.size() == 5 && words[1] == "play") {
      play(referee::StoreUri::parse(words[0]), std::stoi(words[2]), std::stoi(words[3]), std::stoi(words[4]));
    } else if (words.size() == 6 && words[1] == "claim") {
      claim(referee::StoreUri::parse(words[0]), referee::StoreUri::parse(words[2]), std::stoi(words[3]),
            std::stoi(words[4]), std::stoi(words[5]));
    } else {
      throw std::invalid_argument(
          "expected STORE play WORKERS JOBS BYTES or STORE claim OTHER FEW MANY CLAIMS");
    }
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "queue_workers: " << error.what() << "\n";
    return 1;
  }
}
