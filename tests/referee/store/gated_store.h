#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <variant>
#include <vector>

#include "referee/store/store.h"

namespace test_support {

/// Lets a test watch and steer its store while the writer's thread uses it; outlives the store.
class Gate {
 public:
  /// From now on each commit blocks the thread, until open().
  void shut() {
    set([this] { open_ = false; });
  }
  void open() {
    set([this] { open_ = true; });
  }
  /// From now on each commit fails.
  void fail() {
    set([this] { failing_ = true; });
  }
  void wait_until_one_is_held() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return held_; });
  }
  std::vector<std::string> seen() const {
    const std::lock_guard lock(mutex_);
    return seen_;
  }

  /// Called in the thread: notes `what`, waits while the gate is shut, and throws after fail().
  void pass(const std::string& what) {
    std::unique_lock lock(mutex_);
    seen_.push_back(what);
    held_ = !open_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return open_; });
    held_ = false;
    if (failing_) {
      throw referee::StoreError("store test: cannot write " + what);
    }
  }

 private:
  template <class Change>
  void set(Change change) {
    const std::lock_guard lock(mutex_);
    change();
    changed_.notify_all();
  }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = true;
  bool held_ = false;
  bool failing_ = false;
  std::vector<std::string> seen_;
};

/// Stores nothing; passes each commit, as the keys that it sets, and each read through the gate.
class GatedStore final : public referee::Store {
 public:
  explicit GatedStore(Gate& gate) : gate_(gate) {}
  referee::StoreContent load() override { return {}; }
  void apply(const std::vector<referee::StoreWrite>& writes) override {
    std::string keys;
    for (const referee::StoreWrite& write : writes) {
      keys += std::get<referee::store_write::SetMeta>(write).key;
    }
    gate_.pass(keys);
  }
  std::string record(const std::string& match, int attempt) override {
    const std::string what = match + " " + std::to_string(attempt);
    if (match == "lost") {
      throw referee::StoreError("store test: cannot read " + what);
    }
    gate_.pass(what);
    return "record of " + what;
  }
  void back_up(const referee::StoreUri&) override {}
  std::vector<std::string> damage() override { return {}; }
  void erase_deleted() override {}
  std::unique_ptr<referee::JobPoster> job_poster() override { return nullptr; }

 private:
  Gate& gate_;
};

}  // namespace test_support
