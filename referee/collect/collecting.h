#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "referee/collect/assignment.h"
#include "referee/collect/class_list.h"
#include "referee/collect/hand_in.h"
#include "referee/loop/tasks.h"
#include "referee/prepare/preparer.h"

namespace referee::collect {

/// How all hand-ins of a class are made ready. The submission, destination of `order` are filled in for each.
struct CollectingTerms {
  std::filesystem::path out;  ///< bots go to bots/NAME in it
  prepare::Order order;       ///< without submission and destination
  std::string fingerprint;    ///< SHA-256 of all that decides what a hand-in becomes
  std::size_t jobs = 1;       ///< hand-ins at once, from 1
  bool retry = false;         ///< hand-ins that failed before are prepared again
};

/// Makes the hand-ins of candidates ready to play, several at once. One that an earlier run has prepared on
/// the same terms, and whose files are the same, is not prepared again.
class Collecting {
 public:
  /// Called after each hand-in.
  using OnDone = std::function<void()>;

  /// `earlier`: the entrants of the run before. `list` gets a line for each candidate, in the same order;
  /// REQUIRES: it has none yet. All of them must outlive this object.
  Collecting(Tasks& tasks, prepare::Preparer& preparer, const Download& download,
             const std::vector<Candidate>& candidates, const std::vector<CollectedEntrant>& earlier,
             CollectingTerms terms, ClassList& list, OnDone on_done);

  /// Prepares all, and removes the bots of those who are no candidates any more. Throws what ends the run: a
  /// machine that fails.
  Task<> run();

  std::size_t done() const { return done_; }
  std::size_t running() const { return running_; }
  /// How many of the entrants that are done were prepared by an earlier run.
  std::size_t reused() const { return reused_; }

 private:
  Task<> count_one(std::size_t index);
  Task<> prepare_one(std::size_t index);
  Task<> prepare_files(CollectedEntrant& entrant, const Candidate& candidate, std::filesystem::path files);
  std::string terms_of(const Candidate& candidate) const;
  const CollectedEntrant* earlier_of(const CollectedEntrant& entrant) const;
  bool is_still_good(const CollectedEntrant& entrant, const CollectedEntrant& earlier) const;

  Tasks& tasks_;
  prepare::Preparer& preparer_;
  const Download& download_;
  const std::vector<Candidate>& candidates_;
  const std::vector<CollectedEntrant>& earlier_;
  CollectingTerms terms_;
  ClassList& list_;
  OnDone on_done_;
  std::size_t done_ = 0;
  std::size_t running_ = 0;
  std::size_t reused_ = 0;
};

/// SHA-256 of a hand-in's files, archives as they are; empty if they cannot be read. Throws std::system_error
/// if the machine fails.
std::string content_of(const HandIn& hand_in);

}  // namespace referee::collect
