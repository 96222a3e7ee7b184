#include "referee/tournament/run/store_check.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tests/support/sample_record.h"

namespace referee {
namespace {

using test_support::head_of;
using test_support::joined;
using test_support::lines_of;
using test_support::walls_record;

/// Holds one match, which was running when all else was read, and its record, which is read later.
class OneRunningMatch final : public Store {
 public:
  explicit OneRunningMatch(std::string record) : record_(std::move(record)) {}
  StoreContent load() override {
    const auto head = head_of(walls_record());
    StoredAttempt running;
    running.match = head.at("match");
    running.attempt = head.at("attempt");
    StoreContent content;
    content.games.push_back(running);
    return content;
  }
  void apply(const std::vector<StoreWrite>& /*writes*/) override {}
  std::string record(const std::string& /*match*/, int /*attempt*/) override { return record_; }
  void back_up(const StoreUri& /*to*/) override {}
  std::vector<std::string> damage() override { return {}; }
  void erase_deleted() override {}
  std::unique_ptr<JobPoster> job_poster() override { return nullptr; }

 private:
  std::string record_;
};

TEST(StoreCheck, TheRecordOfARunningMatchIsTakenAsFarAsItIsWritten) {
  std::vector<std::string> lines = lines_of(walls_record());
  lines.pop_back();
  OneRunningMatch store(joined(lines));
  const StoreCheck check = check_stored(store, CheckDepth::replay);
  EXPECT_EQ(check.problem_count, 0U) << check.problems.front();
  EXPECT_EQ(check.records, 1U);
  EXPECT_EQ(check.turns, static_cast<std::int64_t>(lines.size()) - 1);
}

TEST(StoreCheck, AMatchMayEndWhileItsStoreIsExamined) {
  OneRunningMatch store(walls_record());
  const StoreCheck check = check_stored(store, CheckDepth::read);
  EXPECT_EQ(check.problem_count, 0U) << check.problems.front();
  EXPECT_EQ(check.records, 1U);
}

TEST(StoreCheck, ARunningMatchWithADamagedRecordIsNamed) {
  std::vector<std::string> lines = lines_of(walls_record());
  lines.pop_back();
  lines.back() = "[]";
  OneRunningMatch store(joined(lines));
  const StoreCheck check = check_stored(store, CheckDepth::replay);
  ASSERT_EQ(check.problem_count, 1U);
  EXPECT_NE(check.problems.front().find("record: line " + std::to_string(lines.size())), std::string::npos)
      << check.problems.front();
}

}  // namespace
}  // namespace referee
