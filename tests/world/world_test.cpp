#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spdlog/spdlog.h>

#include <cstdint>
#include <string>

#include "tests/support/random_cases.h"
#include "tests/world/checks.h"
#include "tests/world/tournament_world.h"

namespace world {
namespace {

class World : public testing::Test {
 protected:
  World() { spdlog::set_level(spdlog::level::off); }
  ~World() override { spdlog::set_level(spdlog::level::info); }
};

void expect_no_faults(std::uint64_t seed) {
  SCOPED_TRACE(seed);
  TournamentWorld world(seed);
  world.play();
  EXPECT_THAT(faults_of(world), testing::IsEmpty());
}

TEST_F(World, EveryTournamentOfASeedKeepsEveryPromise) {
  const std::uint64_t cases = test_support::random_cases(std::uint64_t{120}, 30);
  for (std::uint64_t seed = 0; seed < cases && !HasFailure(); ++seed) {
    expect_no_faults(seed);
  }
}

/// 100,076: a silence was counted from before the late answer that had ended it.
TEST_F(World, SeedsThatHaveFoundAFaultFindItNoMore) { expect_no_faults(100'076); }

/// All that a tournament leaves, and all that anybody was sent.
std::string course_of(std::uint64_t seed) {
  TournamentWorld world(seed);
  world.play();
  std::string course = world.standings().dump();
  for (const referee::StoredAttempt& attempt : world.content().games) {
    course += world.record(attempt.match, attempt.attempt);
  }
  for (const ToldLog::Stream& stream : world.told().streams()) {
    course += stream.source + "\n" + stream.bytes;
  }
  return course;
}

TEST_F(World, OneSeedIsOneCourseByteForByte) {
  for (std::uint64_t seed = 1000; seed < 1004; ++seed) {
    EXPECT_EQ(course_of(seed), course_of(seed)) << seed;
  }
}

}  // namespace
}  // namespace world
