#include "referee/queue/calibration.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "referee/queue/machine.h"

namespace referee::queue {
namespace {

TEST(Calibration, IsTheSameComputationEverywhere) {
  EXPECT_EQ(calibration_run(), 0xd2dc0dc22047db29U);
  EXPECT_EQ(calibration_run(), calibration_run());
}

TEST(Calibration, IsPositiveAndStated) {
  EXPECT_GT(calibrate(), Microseconds{0});
  const nlohmann::json machine = machine_of();
  EXPECT_GT(machine.at("calibration_ms").get<double>(), 0);
  EXPECT_EQ(machine.at("cpu"), cpu_model());
}

TEST(Machine, NamesTheBundlesOfTheSeats) {
  const std::string text = with_bundles(R"({"cpu":"x","name":"w"})", {"", std::string(64, 'a')});
  EXPECT_EQ(nlohmann::json::parse(text),
            nlohmann::json({{"cpu", "x"}, {"name", "w"}, {"bundles", {nullptr, std::string(64, 'a')}}}));
}

}  // namespace
}  // namespace referee::queue
