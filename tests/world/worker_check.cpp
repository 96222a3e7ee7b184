#include <algorithm>
#include <map>
#include <ranges>
#include <set>
#include <utility>

#include "referee/match/attempt_runner.h"
#include "tests/support/sample_record.h"
#include "tests/world/checks.h"

namespace world {
namespace {

using Claim = JobTable::Claim;
using Status = referee::StoredAttempt::Status;

/// The workers that have failed with a match, by what came of it.
struct Failures {
  std::set<std::string> lost;
  std::set<std::string> not_started;
};

using FailuresByMatch = std::map<std::string, Failures>;

FailuresByMatch failures_of(const std::vector<Claim>& claims) {
  FailuresByMatch failures;
  for (const Claim& claim : claims) {
    Failures& of_match = failures[claim.job.substr(0, claim.job.find('/'))];
    const bool starts = claim.deed == WorkerDeed::says_no_program ||
                        claim.deed == WorkerDeed::says_no_machine || claim.deed == WorkerDeed::damages_bundle;
    if (claim.state == Claim::State::over && starts) {
      of_match.not_started.insert(claim.worker);
    } else if (claim.state == Claim::State::lost ||
               (claim.deed != WorkerDeed::plays && claim.deed != WorkerDeed::plays_slowly)) {
      of_match.lost.insert(claim.worker);
    }
  }
  return failures;
}

/// So many workers have said of a match that a bot cannot be started that its bot is absent.
bool may_be_absent(const Failures& failures) {
  return failures.not_started.size() >= referee::AttemptRunner::kAttempts;
}

std::string halt_fault(const std::string& why, FailuresByMatch& failures, std::size_t most_lost) {
  const std::string begin = "match ";
  const std::string match = why.substr(begin.size(), why.find(' ', begin.size()) - begin.size());
  const Failures& of_match = failures[match];
  return of_match.lost.size() < most_lost && !may_be_absent(of_match) ? "play was halted: " + why : "";
}

/// What is wrong with a record that counts; "" if nothing is.
std::string record_fault(const std::string& record, const referee::StoredAttempt& attempt,
                         const std::vector<Claim>& claims, const Failures& failures,
                         const std::set<std::string>& withdrawn_by_arbiter) {
  const Json head = test_support::head_of(record);
  const std::string job = attempt.match + "/" + std::to_string(attempt.attempt);
  const auto newest_first = claims | std::views::reverse;
  const auto claim = std::ranges::find_if(newest_first, [&](const Claim& one) {
    return one.job == job && one.state == Claim::State::over && head.at("worker").at("name") == one.worker;
  });
  if (claim == newest_first.end()) {
    return "nobody has handed in what counts of " + job + ": " + head.at("worker").dump();
  }
  if (head.at("worker").at("role") != JobTable::role_of(claim->worker)) {
    return "its worker has another role: " + head.at("worker").dump();
  }
  const Json body = Json::parse(claim->body);
  for (const char* const key : {"match", "attempt", "seed", "salt"}) {
    if (head.at(key) != body.at(key)) {
      return std::string(key) + " of what counts is " + head.at(key).dump() + ", not " + body.at(key).dump();
    }
  }
  const bool harmed = record.find("\"no_show\"") != std::string::npos;
  const bool withdrawn = std::ranges::any_of(head.at("players"), [&](const Json& name) {
    return withdrawn_by_arbiter.contains(name.get<std::string>());
  });
  return harmed && !withdrawn && !may_be_absent(failures) ? "a bot is charged what workers have done" : "";
}

/// An attempt that is lost is posted again with its seed, and who does everything right loses none.
void check_claims(const std::vector<Claim>& claims, std::vector<std::string>& faults) {
  std::map<std::string, Json> seeds;
  for (const Claim& claim : claims) {
    const Json seed = Json::parse(claim.body).at("seed");
    if (seeds.emplace(claim.job, seed).first->second != seed) {
      faults.push_back(claim.job + ": posted anew with another seed");
    }
    if (claim.worker == Workers::kHonest && claim.state == Claim::State::lost) {
      faults.push_back(claim.job + ": lost by a worker that does everything right");
    }
    if (claim.wrong_bot) {
      faults.push_back(claim.job + ": a worker plays what is not the bot of its bundle");
    }
  }
}

/// Only an attempt that was played has a number, or one that a worker had when the arbiter took it back.
void check_numbers(const std::vector<referee::StoredAttempt>& attempts, const std::set<std::string>& retaken,
                   std::vector<std::string>& faults) {
  std::map<std::string, int> last;
  for (const referee::StoredAttempt& attempt : attempts) {
    const int before = std::exchange(last[attempt.match], attempt.attempt);
    if (retaken.contains(attempt.match) ? attempt.attempt <= before : attempt.attempt != before + 1) {
      faults.push_back(attempt.match + ": attempt " + std::to_string(attempt.attempt) +
                       " follows on fewer that were played");
    }
  }
}

}  // namespace

void check_workers(const TournamentWorld& world, std::vector<std::string>& faults) {
  if (!world.config().workers) {
    return;
  }
  const WorkersPast& past = world.workers();
  FailuresByMatch failures = failures_of(past.claims);
  const std::set<std::string> withdrawn = world.people().subjects({"withdraw"});
  for (const std::string& why : past.halts) {
    if (const std::string fault = halt_fault(why, failures, world.config().workers->most_lost);
        !fault.empty()) {
      faults.push_back(fault);
    }
  }
  for (const referee::StoredAttempt& attempt : world.content().games) {
    const std::string fault = attempt.status != Status::done
                                  ? ""
                                  : record_fault(world.record(attempt.match, attempt.attempt), attempt,
                                                 past.claims, failures[attempt.match], withdrawn);
    if (!fault.empty()) {
      faults.push_back(attempt.match + ": " + fault);
    }
  }
  for (const referee::StoredEntrant& entrant : world.content().entrants) {
    if (!entrant.withdrawn.empty() && !withdrawn.contains(entrant.name)) {
      faults.push_back(entrant.name + " is withdrawn: " + entrant.withdrawn);
    }
  }
  check_claims(past.claims, faults);
  check_numbers(world.content().games, world.people().retaken(), faults);
  if (past.left > 0) {
    faults.push_back(std::to_string(past.left) + " jobs are left that nobody waits for");
  }
}

}  // namespace world
