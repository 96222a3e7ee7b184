#include "referee/tournament/config/workers_spec.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "tests/support/complaint.h"

namespace referee {
namespace {

std::optional<WorkersSpec> spec_in(const char* text, SandboxLevel least = SandboxLevel::basic) {
  return WorkersSpec::read(nlohmann::json::parse(text), least, "workers");
}

std::string complaint_of(const char* text) {
  return test_support::complaint<fields::Exception>([&] { (void)spec_in(text); });
}

TEST(WorkersSpec, AWordSaysWhetherThereAreAny) {
  EXPECT_FALSE(spec_in("false"));
  const auto spec = spec_in("true", SandboxLevel::bwrap);
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->sandbox, SandboxLevel::bwrap);
  EXPECT_EQ(spec->cpu, "");
  EXPECT_TRUE(spec->bundles.empty());
  EXPECT_EQ(spec->most_lost, 3U);
}

TEST(WorkersSpec, AnObjectMeansThatThereAreSome) {
  EXPECT_EQ(spec_in("{}")->sandbox, SandboxLevel::basic);
  EXPECT_EQ(spec_in(R"({"requires":{}})")->sandbox, SandboxLevel::basic);
  const auto spec = spec_in(R"({"bundles":"/shared","requires":{"sandbox":"full","cpu":"AMD EPYC 7??3*"}})");
  EXPECT_EQ(spec->sandbox, SandboxLevel::full);
  EXPECT_EQ(spec->cpu, "AMD EPYC 7??3*");
  EXPECT_EQ(spec->bundles, "/shared");
  EXPECT_EQ(spec_in(R"({"most_lost":5})")->most_lost, 5U);
}

TEST(WorkersSpec, WhatIsWrongIsNamed) {
  EXPECT_EQ(complaint_of("3"),
            R"(workers: got 3, expected true, false or an object, as {"requires":{"sandbox":"bwrap"}})");
  EXPECT_EQ(
      complaint_of(R"({"requires":{"sandbox":"none"}})"),
      R"(workers.requires.sandbox: got "none", expected "basic" or stronger, as the key sandbox asks for)");
  for (const char* const cpu : {R"({"requires":{"cpu":""}})", R"({"requires":{"cpu":"AMD [37]*"}})",
                                R"({"requires":{"cpu":7}})", R"({"requires":{"cpu":"a\u0000b"}})"}) {
    EXPECT_NE(complaint_of(cpu).find("expected a pattern of * and ?, without brackets, of 1 to 200 bytes"),
              std::string::npos)
        << complaint_of(cpu);
  }
  EXPECT_EQ(complaint_of(R"({"requires":{"kernel":"6"}})"),
            R"(workers.requires.kernel: got "6", expected one of the keys sandbox, cpu)");
  EXPECT_EQ(
      complaint_of(R"({"bundle":"x"})"),
      R"(workers.bundle: got "x", expected one of the keys bundles, most_lost, requires: did you mean 'bundles'?)");
  EXPECT_EQ(complaint_of(R"({"most_lost":0})"),
            "workers.most_lost: got 0, expected an integer from 1 to 100");
}

}  // namespace
}  // namespace referee
