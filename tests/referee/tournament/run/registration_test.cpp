#include "referee/tournament/run/registration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>
#include <vector>

#include "tests/support/temp_folder.h"

namespace referee {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::MatchesRegex;

const TimePoint kStart{100s};

TEST(NameRate, AMinutesNamesMayComeAtOnce) {
  NameRate rate(240);
  for (int i = 0; i < 240; ++i) {
    EXPECT_EQ(rate.wait_at(kStart), 0ms) << i;
  }
  EXPECT_EQ(rate.wait_at(kStart), 250ms);
}

TEST(NameRate, AClassThatComesAtOnceReturnsOneByOneAndIsLetIn) {
  NameRate rate(240);
  std::vector<Milliseconds> told;
  for (int i = 0; i < 400; ++i) {
    if (const auto wait = rate.wait_at(kStart); wait > 0ms) {
      told.push_back(wait);
    }
  }
  ASSERT_EQ(told.size(), 160U);
  EXPECT_EQ(told.back(), 40s);
  for (const Milliseconds wait : told) {
    EXPECT_EQ(rate.wait_at(kStart + wait), 0ms) << wait.count();
  }
}

TEST(NameRate, NeverTellsMoreThanAMinute) {
  NameRate rate(60);
  Milliseconds longest{0};
  for (int i = 0; i < 10'000; ++i) {
    longest = std::max(longest, rate.wait_at(kStart));
  }
  EXPECT_EQ(longest, 60s);
  EXPECT_EQ(rate.wait_at(kStart + 1s), 0ms) << "who comes when there is room is let in";
}

class RegistrationTest : public testing::Test {
 protected:
  Registration make(RegistrationSpec spec) {
    spec.open = true;
    return Registration(spec, file_);
  }
  static RegistrationSpec generated() {
    RegistrationSpec spec;
    spec.code_needed = RegistrationSpec::Code::generated;
    return spec;
  }
  static RegistrationSpec given(const std::string& code) {
    RegistrationSpec spec;
    spec.code_needed = RegistrationSpec::Code::given;
    spec.code = code;
    return spec;
  }
  static std::string code_of(const std::optional<protocol::Error>& error) {
    return error ? std::string(error->code) : "";
  }

  test_support::TempFolder folder_;
  std::filesystem::path file_ = folder_ / "spring.db.code";
  EntrantDirectory::Applicant alice_{"alice", "", {}};
};

TEST_F(RegistrationTest, ACodeIsDrawnOnceAndKeptForItsOwnerOnly) {
  const std::string code = make(generated()).code();
  EXPECT_THAT(code, MatchesRegex("[2-9a-z]{4}-[2-9a-z]{4}-[2-9a-z]{4}"));
  EXPECT_EQ(test_support::read_file(file_), code + "\n");
  struct stat status {};
  ASSERT_EQ(::chmod(file_.c_str(), 0644), 0);
  EXPECT_EQ(make(generated()).code(), code) << "after a restart";
  ASSERT_EQ(::stat(file_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0600U);
}

TEST_F(RegistrationTest, AGivenCodeReplacesTheOneInTheFile) {
  make(generated());
  EXPECT_EQ(make(given("informatics")).code(), "informatics");
  EXPECT_EQ(test_support::read_file(file_), "informatics\n");
}

TEST_F(RegistrationTest, WithoutACodeThereIsNoFile) {
  EXPECT_EQ(make({}).code(), "");
  EXPECT_FALSE(std::filesystem::exists(file_));
  alice_.registration_code = "whatever";
  EXPECT_EQ(code_of(make({}).closed_to(alice_)), "");
}

TEST_F(RegistrationTest, OnlyTheRightCodeLetsANewNameIn) {
  const Registration registration = make(given("informatics"));
  const auto none = registration.closed_to(alice_);
  EXPECT_EQ(code_of(none), "bad_code");
  EXPECT_THAT(none->message, HasSubstr("--code-file FILE"));
  alice_.registration_code = "informatic";
  const auto wrong = registration.closed_to(alice_);
  EXPECT_EQ(code_of(wrong), "bad_code");
  EXPECT_EQ(wrong->message,
            "this is not the registration code of this tournament: ask your instructor for it");
  alice_.registration_code = "informatics";
  EXPECT_EQ(code_of(registration.closed_to(alice_)), "");
}

TEST_F(RegistrationTest, BoundsOfNamesAndTheirRate) {
  RegistrationSpec bounds;
  bounds.names = 5;
  bounds.names_per_address = 3;
  bounds.names_per_minute = 1;
  Registration registration = make(bounds);
  const auto full = registration.no_room_for(alice_, {.in_all = 5}, kStart);
  EXPECT_EQ(code_of(full), "too_many_names");
  EXPECT_EQ(full->message, "the tournament takes no more new names, it has 5: ask your instructor");
  const auto mine = registration.no_room_for(alice_, {.in_all = 4, .of_address = 3}, kStart);
  EXPECT_EQ(code_of(mine), "too_many_names");
  EXPECT_THAT(mine->message, HasSubstr("3 names have been registered from your address"));
  EXPECT_EQ(code_of(registration.no_room_for(alice_, {.in_all = 4, .of_address = 2}, kStart)), "")
      << "refusals do not count towards the rate";
  const auto fast = registration.no_room_for(alice_, {}, kStart + 1s);
  EXPECT_EQ(code_of(fast), "too_fast");
  EXPECT_EQ(fast->retry_after_ms, 59'000);
  EXPECT_EQ(code_of(registration.no_room_for(alice_, {}, kStart + 60s)), "");
}

}  // namespace
}  // namespace referee
