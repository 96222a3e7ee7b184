#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "tests/e2e/swarm.h"
#include "tests/e2e/tournament_match.h"

// A class behind one address of a campus, beside one process that makes 2,000 connects a second.

namespace e2e {
namespace {

constexpr std::size_t kClass = 400;
constexpr int kConnectsPerSecond = 2000;
constexpr std::chrono::milliseconds kSlowHello{100};

class Crowd : public TournamentMatch, public testing::WithParamInterface<const char*> {
 protected:
  static void SetUpTestSuite() { allow_many_files(); }

  void serve_class() {
    Json config = walls(1, Json::array());
    config["format"]["best_of"] = 1;
    config["registration"] = {{"names_per_minute", kClass}};
    config["start"] = {{"min_entrants", kClass}};
    serve(config);
    port_ = static_cast<std::uint16_t>(std::stoi(address().substr(address().rfind(':') + 1)));
  }

  std::uint16_t port_ = 0;
};

TEST_P(Crowd, SlowHellosGetInAndAClassPlaysBesideAFlood) {
  serve_class();
  std::optional<SilentFlood> flood(std::in_place, port_, GetParam(), kConnectsPerSecond);
  flood->wait_for(5000);  // more than have room without a hello
  Swarm swarm(port_, "127.0.0.1");
  for (std::size_t entered = 0; entered < kClass; entered += 50) {
    swarm.enter(50, kSlowHello);
  }
  EXPECT_EQ(swarm.welcome(), kClass);
  EXPECT_TRUE(swarm.refusals().empty()) << swarm.refusals().front();
  swarm.play();
  EXPECT_TRUE(swarm.refusals().empty()) << swarm.refusals().front();
  flood.reset();
  finish();
  EXPECT_EQ(record_files().size(), kClass / 2);
  const Json page = standings();
  for (const Json& row : page.at("standings")) {
    EXPECT_TRUE(row.at("faults_by_kind").empty()) << row.at("name");
  }
}

INSTANTIATE_TEST_SUITE_P(From, Crowd, testing::Values("127.0.0.1", "127.0.0.2"), [](const auto& from) {
  return std::string(from.param) == "127.0.0.1" ? "TheSameAddress" : "AnotherAddress";
});

}  // namespace
}  // namespace e2e
