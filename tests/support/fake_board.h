#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/queue/job_board.h"
#include "tests/support/world.h"

namespace test_support {

/// A board whose workers are a function, which its thread calls. What it notes may be read after settle().
class FakeBoard {
 public:
  /// What a worker has made of a job.
  struct Answer {
    referee::JobNews::State state = referee::JobNews::State::over;
    std::string outcome = {};
    std::string built = {};
    std::string worker = "w1";
    std::string role = {};
  };

  explicit FakeBoard(World& world) : world_(world), board_(world.tasks(), std::make_unique<Poster>(*this)) {}

  referee::queue::JobBoard& board() { return board_; }
  /// Returns when the board has done all that it was asked.
  void settle() { world_.run(asked()); }
  const std::vector<std::string>& removed() {
    settle();
    return removed_;
  }

  std::function<std::optional<Answer>(const referee::StoredJob&)> worker_;
  std::vector<referee::StoredJob> posted_;
  std::vector<std::string> removed_;
  std::map<std::string, std::string> bundles_;
  int puts_ = 0;

 private:
  class Poster final : public referee::JobPoster {
   public:
    explicit Poster(FakeBoard& fake) : fake_(fake) {}
    void post(const referee::StoredJob& job) override {
      fake_.posted_.push_back(job);
      if (std::optional<Answer> made = fake_.worker_(job)) {
        answers_[job.name] = *std::move(made);
      }
    }
    void put_bundle(const std::string& sha256, const std::string& bytes) override {
      ++fake_.puts_;
      fake_.bundles_[sha256] = bytes;
    }
    std::vector<referee::JobNews> news() override {
      std::vector<referee::JobNews> news;
      for (const auto& [name, answer] : answers_) {
        news.push_back({name, answer.state, answer.worker, std::chrono::milliseconds(0), answer.role});
      }
      return news;
    }
    std::string outcome(const std::string& name) override { return answers_.at(name).outcome; }
    std::string built(const std::string& name) override { return answers_.at(name).built; }
    void remove(const std::string& name) override {
      answers_.erase(name);
      fake_.removed_.push_back(name);
    }
    void remove_bundle(const std::string& sha256) override { fake_.bundles_.erase(sha256); }
    void remove_all() override { answers_.clear(); }

   private:
    FakeBoard& fake_;
    std::map<std::string, Answer> answers_;
  };

  referee::Task<> asked() {
    referee::Task<std::vector<referee::JobNews>> last = board_.news();
    (void)co_await std::move(last);
  }

  World& world_;
  referee::queue::JobBoard board_;  // the last member, because its thread uses all others
};

}  // namespace test_support
