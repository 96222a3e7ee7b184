#include "referee/match/recorded_result.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/support/complaint.h"
#include "tests/support/sample_record.h"

namespace referee {
namespace {

using testing::HasSubstr;
using namespace test_support;

MatchSpec spec_of(const std::string& record) {
  const nlohmann::json header = head_of(record);
  MatchSpec spec;
  spec.id = header.at("match").get<std::string>();
  spec.attempt = header.at("attempt").get<int>();
  spec.game = engines::find_game(header.at("game").get<std::string>());
  spec.seed = {header.at("seed").get<std::uint64_t>(), header.at("salt").get<std::string>()};
  spec.clock = ClockSpec::read(header.at("clock"), "clock");
  return spec;
}

std::vector<std::string> players_of(const std::string& record) {
  return head_of(record).at("players").get<std::vector<std::string>>();
}

std::string refusal(const std::string& record, const MatchSpec& spec,
                    const std::vector<std::string>& players) {
  return test_support::complaint<std::runtime_error>([&] { (void)recorded_result(record, spec, players); });
}

TEST(RecordedResult, IsThatOfTheRecord) {
  const std::string& record = walls_record();
  const MatchResult result = recorded_result(record, spec_of(record), players_of(record));
  const nlohmann::json last = last_of(record);
  EXPECT_FALSE(result.is_void);
  EXPECT_EQ(result.scores, last.at("result").at("scores").get<std::vector<double>>());
  EXPECT_EQ(result.rank, last.at("result").at("rank").get<std::vector<int>>());
  EXPECT_EQ(result.record, record);
  ASSERT_EQ(result.seats.size(), 2U);
  EXPECT_EQ(result.turns, result.seats[0].turns + result.seats[1].turns);  // they move in turn
  EXPECT_GT(result.seats[0].faults() + result.seats[1].faults(), 0) << "every fifth answer is late";
  EXPECT_EQ(result.moves_sha256.size(), 64U);
}

TEST(RecordedResult, OfAnotherMatchIsRefusedByName) {
  const std::string& record = walls_record();
  MatchSpec spec = spec_of(record);
  spec.attempt += 1;
  EXPECT_THAT(refusal(record, spec, players_of(record)), HasSubstr("attempt is 1, expected 2"));
  spec = spec_of(record);
  spec.seed.number += 1;
  EXPECT_THAT(refusal(record, spec, players_of(record)), HasSubstr("seed is "));
  EXPECT_THAT(refusal(record, spec_of(record), {"x", "y"}), HasSubstr("players is "));
}

TEST(RecordedResult, ThatItsReplayDoesNotGiveIsRefused) {
  const std::string& record = walls_record();
  const std::string forged =
      with_new_digest(with_line(record, lines_of(record).size(),
                                [](nlohmann::ordered_json& last) { last["result"]["scores"][0] = 1000; }));
  EXPECT_THAT(refusal(forged, spec_of(record), players_of(record)), HasSubstr("differs from its replay"));
}

/// The record as a worker with that machine has it.
std::string by_worker(const nlohmann::ordered_json& worker) {
  return with_new_digest(
      with_line(walls_record(), 1, [&](nlohmann::ordered_json& head) { head["worker"] = worker; }));
}

TEST(RecordedResult, NamesTheMachineOfAWorker) {
  const std::string& own = walls_record();
  EXPECT_FALSE(recorded_result(own, spec_of(own), players_of(own)).machine);
  const std::string older = by_worker({{"cpu", "EPYC\x1b"}, {"sandbox", "bwrap"}});
  const auto machine = recorded_result(older, spec_of(older), players_of(older)).machine;
  ASSERT_TRUE(machine);
  EXPECT_EQ(machine->cpu, "EPYC?");
  EXPECT_EQ(machine->sandbox, "bwrap");
  EXPECT_EQ(machine->calibration, Microseconds{0});
  const std::string newer = by_worker({{"cpu", ""}, {"sandbox", "none"}, {"calibration_ms", 19.804}});
  EXPECT_EQ(recorded_result(newer, spec_of(newer), players_of(newer)).machine->calibration,
            Microseconds{19'804});
}

TEST(RecordedResult, WithAnOddMachineIsRefused) {
  for (const nlohmann::ordered_json& worker :
       std::vector<nlohmann::ordered_json>{{{"cpu", "EPYC"}},
                                           {{"cpu", 7}, {"sandbox", "bwrap"}},
                                           {{"cpu", ""}, {"sandbox", "best"}},
                                           {{"cpu", ""}, {"sandbox", "none"}, {"calibration_ms", -1}},
                                           {{"cpu", ""}, {"sandbox", "none"}, {"calibration_ms", 1e300}}}) {
    const std::string record = by_worker(worker);
    EXPECT_THAT(refusal(record, spec_of(record), players_of(record)), HasSubstr("record")) << worker;
  }
}

TEST(RecordedResult, NamesTheWorkerAsItIsKnownAndStaysTrue) {
  const std::string stated = by_worker({{"cpu", ""}, {"name", "me"}, {"sandbox", "none"}});
  const std::string named = with_worker(stated, "w1", "far");
  EXPECT_EQ(head_of(named).at("worker"),
            (nlohmann::json{{"cpu", ""}, {"name", "w1"}, {"role", "far"}, {"sandbox", "none"}}));
  EXPECT_EQ(recorded_result(named, spec_of(named), players_of(named)).moves_sha256,
            recorded_result(stated, spec_of(stated), players_of(stated)).moves_sha256);
  EXPECT_EQ(with_worker(named, "w1", "far"), named);
  EXPECT_EQ(with_worker(stated, "me", ""), stated) << "nothing else is written anew";
  EXPECT_THROW(with_worker(walls_record(), "w1", "far"), std::runtime_error);
}

TEST(RecordedResult, ALineThatIsTooDeepOrTooLongIsRefusedBeforeItIsRead) {
  const std::string& record = walls_record();
  const auto with_move = [&](const std::string& move) {
    std::vector<std::string> lines = lines_of(record);
    lines[1] = R"({"turn":0,"answers":[{"seat":0,"verdict":"ok","move":)" + move + "}]}";
    return refusal(joined(lines), spec_of(record), players_of(record));
  };
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_THAT(with_move(nested(17)), HasSubstr("line 2 of its record is too long or too deep"));
  EXPECT_THAT(with_move(nested(16)), HasSubstr("differs from its replay"));
  EXPECT_THAT(with_move(std::string(17'000'000, '[')), HasSubstr("line 2"));
  EXPECT_THAT(with_move("\"" + std::string(17'000'000, 'x') + "\""), HasSubstr("line 2"));
}

TEST(RecordedResult, OfHalfARecordIsRefused) {
  const std::string& record = walls_record();
  EXPECT_NE(refusal(record.substr(0, record.size() / 2), spec_of(record), players_of(record)), "accepted");
  EXPECT_NE(refusal("", spec_of(record), players_of(record)), "accepted");
}

}  // namespace
}  // namespace referee
