#pragma once

#include <exception>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "referee/base/units.h"
#include "referee/loop/event.h"
#include "referee/loop/tasks.h"
#include "referee/match/match_job.h"
#include "referee/process/inside/sandbox_spec.h"
#include "referee/queue/job_board.h"

namespace referee::queue {

/// A job for workers, from the moment that somebody wants it done.
class RemoteJob {
 public:
  RemoteJob(boost::asio::io_context& io, std::string name) : name_(std::move(name)), done_(io) {}

  const std::string& name() const { return name_; }
  /// Whether a worker is at it, or has been.
  bool is_claimed() const { return claimed_; }
  /// The job is not wanted any more. No effect on one that is over.
  void call_off();

 private:
  friend class RemoteJobs;

  const std::string name_;
  Event done_;
  bool claimed_ = false;
  bool called_off_ = false;
  std::exception_ptr failure_;  // of the store
  JobNews news_;
};

/// What has become of a job.
struct EndedJob {
  enum class Kind : std::uint8_t {
    over,       ///< a worker has handed its outcome in
    lost,       ///< the worker is gone
    called_off  ///< by RemoteJob::call_off()
  };
  Kind kind = Kind::lost;
  JobNews news;         ///< unless it was called off before a worker had claimed it
  std::string outcome;  ///< of a job that is over
  std::string built;    ///< what was handed in beside it, if the poster has fetched that
};

/// What a worker has to be, and where it finds bots.
struct WorkerTerms {
  SandboxLevel sandbox = SandboxLevel::basic;  ///< the least that it has to have
  std::string cpu = {};                        ///< a pattern (* and ?) for the model of its CPU; "": any
  /// A shared folder for bundles; empty: the board has them.
  std::filesystem::path bundles = {};
  /// How many workers may lose one job before its poster gives it up; one worker counts once.
  std::size_t most_lost = MatchJob::kMostLost;
};

/// Posts jobs on a board, and waits for what becomes of them. One for each board: it looks for the news of
/// all its jobs at once.
class RemoteJobs {
 public:
  RemoteJobs(Tasks& tasks, JobBoard& board, WorkerTerms terms)
      : tasks_(tasks), board_(board), terms_(std::move(terms)) {}
  RemoteJobs(const RemoteJobs&) = delete;
  RemoteJobs& operator=(const RemoteJobs&) = delete;

  /// Posts `stored`, which has the name of `job`, and returns what became of it. One that is over stays on
  /// the board: it is for the caller to remove it. Throws StoreError.
  Task<EndedJob> run(std::shared_ptr<RemoteJob> job, StoredJob stored);
  /// Who is told all news of workers, each time that somebody waits for a job; empty: nobody.
  void on_news(std::function<void(const std::vector<JobNews>&)> told) { told_ = std::move(told); }

  /// How many workers have had a job of this poster in the last minute.
  std::size_t workers() const;

  Tasks& tasks() { return tasks_; }
  JobBoard& board() { return board_; }
  const WorkerTerms& terms() const { return terms_; }

 private:
  Task<> post(std::shared_ptr<RemoteJob> job, StoredJob stored);
  Task<> look_for_news();
  void tell(const std::vector<JobNews>& news);
  void give_up(const std::exception_ptr& why);
  void say_if_nobody_works();

  Tasks& tasks_;
  JobBoard& board_;
  const WorkerTerms terms_;
  std::map<std::string, std::shared_ptr<RemoteJob>> waiting_;  // by name
  std::map<std::string, TimePoint> seen_;                      // by worker: when it last had a job
  std::function<void(const std::vector<JobNews>&)> told_;
  bool looking_ = false;
  TimePoint next_word_;  // not before, that no worker has any of them
};

}  // namespace referee::queue
