#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/queue/job_board.h"

namespace test_support {

/// A board whose workers are a function.
class FakeBoard final : public referee::queue::JobBoard {
 public:
  /// What a worker has made of a job.
  struct Answer {
    referee::JobNews::State state = referee::JobNews::State::over;
    std::string outcome = {};
    std::string built = {};
  };

  referee::Task<> post(referee::StoredJob job) override {
    posted_.push_back(job);
    if (std::optional<Answer> made = worker_(job)) {
      answers_[job.name] = *std::move(made);
    }
    co_return;
  }
  referee::Task<> put_bundle(referee::queue::Bundle bundle) override {
    ++puts_;
    bundles_[bundle.sha256] = std::move(bundle.bytes);
    co_return;
  }
  referee::Task<std::vector<referee::JobNews>> news() override {
    std::vector<referee::JobNews> news;
    for (const auto& [name, answer] : answers_) {
      news.push_back({name, answer.state, "w1"});
    }
    co_return news;
  }
  referee::Task<std::string> outcome(const std::string& name) override {
    co_return answers_.at(name).outcome;
  }
  referee::Task<std::string> built(const std::string& name) override { co_return answers_.at(name).built; }
  void remove(const std::string& name) override { removed_.push_back(name); }
  void remove_bundle(const std::string& sha256) override { bundles_.erase(sha256); }

  std::function<std::optional<Answer>(const referee::StoredJob&)> worker_;
  std::vector<referee::StoredJob> posted_;
  std::vector<std::string> removed_;
  std::map<std::string, std::string> bundles_;
  int puts_ = 0;

 private:
  std::map<std::string, Answer> answers_;
};

}  // namespace test_support
