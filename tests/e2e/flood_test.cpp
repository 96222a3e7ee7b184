#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <string>
#include <vector>

#include "tests/e2e/tournament_match.h"

// Unknown connections and floods during a tournament, which must not affect the other bots.

namespace e2e {
namespace {

using testing::AnyOf;
using testing::Each;

/// The clock for a class that dials in: a mean of 50 ms per turn.
constexpr const char* kLaptops =
    R"({"kind":"mean","ms":50,"burst_ms":3000,"lag_credit_ms":100,"measure":"wall","init_ms":86400000})";

class Floods : public TournamentMatch {
 protected:
  static Json config(const std::vector<std::string>& entrants) {
    Json json = walls(2, all_dialled(entrants));
    json["clock"] = Json::parse(kLaptops);
    return json;
  }
};

TEST_F(Floods, TwoHundredSilentConnectionsDisturbNobody) {
  const std::vector<std::string> polite_bots = {"anna", "bert", "cleo", "dora",
                                                "emil", "fred", "gina", "hans"};
  serve(config(polite_bots));
  std::vector<DialIn> silent;
  for (int i = 0; i < 200; ++i) {
    silent.push_back(dial());
  }
  for (const std::string& name : polite_bots) {
    polite(name);
  }
  finish();
  expect_no_faults(polite_bots);
  EXPECT_EQ(record_files().size(), 2U * 4 * 2);
  for (DialIn& one : silent) {  // they were connected all the time
    EXPECT_EQ(one.next("bye").at("reason"), "the tournament is over");
  }
}

TEST_F(Floods, GarbageOfStrangersDisturbsNobody) {
  const std::vector<std::string> polite_bots = {"anna", "bert", "cleo", "dora"};
  serve(config(polite_bots));
  std::string lines;
  for (int i = 0; i < 1500; ++i) {
    lines += "\x01\xff{\"type\":[[[[\n";
  }
  const std::vector<std::string> garbage = {lines, std::string(300'000, '['), std::string(200, '\n'),
                                            std::string(100'000, '\0'), "GET / HTTP/1.1\r\n\r\n"};
  std::vector<DialIn> strangers;
  const auto pester = [&] {
    for (int i = 0; i < 60; ++i) {
      strangers.push_back(dial());
      strangers.back().write(garbage[static_cast<std::size_t>(i) % garbage.size()]);
    }
  };
  pester();
  for (const std::string& name : polite_bots) {
    polite(name);
  }
  pester();
  finish();
  expect_no_faults(polite_bots);
}

// An entrant that floods loses its own turns and its connection.
TEST_F(Floods, EntrantThatFloodsHarmsNobodyElse) {
  const std::vector<std::string> polite_bots = {"anna", "bert", "cleo", "dora", "emil"};
  Json json = config({"anna", "bert", "cleo", "dora", "emil", "flora"});
  json["no_show_ms"] = 300;
  serve(json);
  for (const std::string& name : polite_bots) {
    polite(name);
  }
  DialIn flora = join("flora");
  const Json turn = flora.next("turn");
  std::string noise;
  for (int i = 0; i < 3000; ++i) {
    noise += "!\n";
  }
  flora.write(noise);
  while (!flora.next().is_null()) {  // the last message may be lost, as the bot did not read
  }
  finish();
  expect_no_faults(polite_bots);
  const Record flooded = record_of(turn.at("match"));
  const std::size_t seat = seat_in(flooded, "flora");
  EXPECT_EQ(flooded.verdicts(seat).size(), 9U);
  EXPECT_THAT(flooded.verdicts(seat), Each(AnyOf("malformed", "flood")));
  EXPECT_EQ(flooded.verdicts(seat).back(), "flood");
  EXPECT_THAT(flooded.verdicts(1 - seat), Each("ok"));
}

}  // namespace
}  // namespace e2e
