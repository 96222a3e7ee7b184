#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engines/registry.h"
#include "referee/match/match.h"
#include "referee/match/saved_match.h"
#include "referee/record/replay.h"
#include "tests/support/match_table.h"
#include "tests/support/sample_record.h"
#include "tests/support/sums.h"

// A match that goes on where an earlier run of the program has left it.

namespace referee {
namespace {

using test_support::always;
using test_support::kSums;
using test_support::lines_of;
using test_support::MatchTable;
using test_support::move_line;
using test_support::one_seat;
using test_support::Peer;
using test_support::silent;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

/// The header and the first `turns` turns of a record.
SavedMatch saved_after(const std::string& record, std::size_t turns, std::size_t seats = 2) {
  std::vector<std::string> lines = lines_of(record);
  lines.resize(turns + 1);
  return {test_support::joined(lines), std::vector<bool>(seats, true)};
}

/// A line of a record without what no two matches have in common.
Json without_times(const std::string& line) {
  Json json = Json::parse(line);
  for (const char* key : {"started", "ended", "digest", "seal", "resumed"}) {
    json.erase(key);
  }
  if (json.contains("answers")) {
    for (Json& answer : json["answers"]) {
      for (const char* key :
           {"spent_us", "rtt_us", "loop_lag_us", "sending_us", "between_us", "stamp", "fault"}) {
        answer.erase(key);
      }
    }
  }
  return json;
}

void expect_same_but_for_times(const std::string& record, const std::string& other) {
  const auto lines = lines_of(record);
  const auto others = lines_of(other);
  ASSERT_EQ(lines.size(), others.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_EQ(without_times(lines[i]), without_times(others[i])) << "line " << i + 1;
  }
}

/// Answers each turn with what the script has for it.
MatchTable::Script by_turn(std::vector<Json> moves) {
  return [moves = std::move(moves)](Peer& peer, const Json& message) {
    if (message["type"] == "turn") {
      peer.send(move_line(message, moves.at(message["turn"].get<std::size_t>() % moves.size())));
    }
  };
}

/// How long the first seat of a saved match had been silent.
Microseconds silence_of(const SavedMatch& saved) {
  test_support::World world;
  std::optional<Microseconds> silence;
  const auto read = [](Tasks& tasks, const SavedMatch& match, std::optional<Microseconds>& out) -> Task<> {
    const MatchState state = co_await state_of(tasks, match, kSums);
    out = state.seats.at(0).clock.silence();
  };
  world.run(read(world.tasks(), saved, silence));
  return *silence;
}

// "Standings equal an unbroken run for deterministic bots", from any turn on.
TEST(MatchResume, EndsAsTheUnbrokenMatchDoes) {
  const auto seat_both = [](MatchTable& table) {
    table.seat_resuming(by_turn({1, 7, "x", 3}));  // 7 is illegal, "x" is malformed
    table.seat_resuming(by_turn({2, 4, 0}));
  };
  MatchTable unbroken(kSums, {{"turns", 6}});
  seat_both(unbroken);
  const MatchResult& expected = unbroken.play();
  for (std::size_t turns = 0; turns <= 6; ++turns) {
    SCOPED_TRACE(turns);
    MatchTable table(kSums, {{"turns", 6}});
    table.saved = saved_after(expected.record, turns);
    seat_both(table);
    const MatchResult& result = table.play();
    EXPECT_FALSE(result.is_void) << result.why;
    expect_same_but_for_times(result.record, expected.record);
    EXPECT_EQ(result.scores, expected.scores);
    EXPECT_EQ(result.turns, 6);
    EXPECT_EQ(result.moves_sha256, expected.moves_sha256);
    for (const std::size_t seat : {0U, 1U}) {
      EXPECT_EQ(result.seats[seat].by_verdict, expected.seats[seat].by_verdict);
      EXPECT_EQ(result.seats[seat].turns, 6);
      EXPECT_THAT(table.received(seat, "past"), SizeIs(turns));
      EXPECT_EQ(table.received(seat, "end").at(0)["faults"], unbroken.received(seat, "end").at(0)["faults"]);
    }
    for (std::size_t turn = 0; turn < 6; ++turn) {
      EXPECT_EQ(table.record()[turn + 1].contains("resumed"), turn == turns) << turn;
    }
  }
}

TEST(MatchResume, ItsRecordIsVerified) {
  const engines::Entry& walls = *engines::find_game("walls");
  const auto moves = by_turn({"left", "forward", "right"});
  MatchTable unbroken(walls, {{"n", 3}});
  unbroken.spec.seed.salt = std::string(32, 'a');
  unbroken.seat_resuming(moves);
  unbroken.seat_resuming(moves);
  const std::string record = unbroken.play().record;
  ASSERT_FALSE(verify_record(record).difference);
  MatchTable table(walls, {{"n", 3}});
  table.spec.seed = unbroken.spec.seed;
  table.saved = saved_after(record, 5);
  table.seat_resuming(moves);
  table.seat_resuming(moves);
  const std::string& other = table.play().record;
  const Verified verified = verify_record(other);
  EXPECT_FALSE(verified.difference) << verified.difference->text();
  EXPECT_EQ(lines_of(other)[6].find(R"({"turn":5,"resumed":true,"answers":[)"), 0U);
  const std::string odd =
      test_support::with_line(other, 7, [](nlohmann::ordered_json& turn) { turn["resumed"] = 1; });
  EXPECT_EQ(verify_record(odd).difference.value().field, "resumed");
}

TEST(MatchResume, SilenceGoesOnToo) {
  MatchTable before(kSums, one_seat(4));
  before.set_clock(R"({"kind":"per_move","ms":20,"silence_ms":600000})");
  before.seat_resuming(silent());
  std::vector<Microseconds> silence;
  class Witness final : public MatchObserver {
   public:
    explicit Witness(std::vector<Microseconds>& silence) : silence_(silence) {}
    void on_turn(const ObservedMatch&, const PlayedTurn& turn) override {
      silence_.push_back(turn.answers[0].silence);
    }

   private:
    std::vector<Microseconds>& silence_;
  } witness(silence);
  before.observers = {&witness};
  const std::string record = before.play().record;
  ASSERT_THAT(silence, SizeIs(4));
  EXPECT_GT(silence[0], Microseconds{20000});
  EXPECT_GT(silence[1], silence[0] + Microseconds{20000});

  SavedMatch saved = saved_after(record, 2, 1);
  saved.silence = {Microseconds{950000}};
  EXPECT_EQ(silence_of(saved), Microseconds{950000});
  EXPECT_EQ(silence_of(saved_after(record, 2, 1)), Microseconds{0});
}

TEST(MatchResume, AnObserverIsShownTheTurnsBeforeTheRestartAtTheStart) {
  MatchTable before(kSums, {{"turns", 3}});
  before.seat_resuming(always(1));
  before.seat_resuming(always(2));
  const SavedMatch saved = saved_after(before.play().record, 2);
  class Witness final : public MatchObserver {
   public:
    void on_start(const ObservedMatch& match) override { record_ = match.record; }
    const std::string& record() const { return record_; }

   private:
    std::string record_;
  } witness;
  MatchTable table(kSums, {{"turns", 3}});
  table.saved = saved;
  table.observers = {&witness};
  table.seat_resuming(always(1));
  table.seat_resuming(always(2));
  table.play();
  EXPECT_EQ(witness.record(), saved.record);
}

TEST(MatchResume, ASeatThatIsNotBackIsDisconnected) {
  MatchTable before(kSums, {{"turns", 3}});
  before.seat_resuming(always(1));
  before.seat_resuming(always(2), MatchTable::Origin::launched);
  const std::string record = before.play().record;
  MatchTable table(kSums, {{"turns", 3}});
  table.saved = saved_after(record, 1);
  table.seat_resuming(always(1));
  table.seat_nobody(MatchTable::Origin::launched);
  EXPECT_THAT(table.play().scores, ElementsAre(3, 2));
  EXPECT_EQ(table.verdict(1, 1), "disconnected");
  EXPECT_EQ(table.verdict(2, 1), "disconnected");
}

TEST(MatchResume, ABotThatIsMeasuredInAnotherWayMakesItVoid) {
  MatchTable before(kSums, {{"turns", 3}});
  before.seat_resuming(always(1));
  before.seat_resuming(always(2));
  const std::string record = before.play().record;
  const std::vector<std::pair<std::string, std::string>> changes = {
      {"measure", "cpu"}, {"stamp", "read"}, {"sandbox", "basic"}, {"cpu_by", "cgroup"}, {"versions", "ab"}};
  for (const auto& [key, value] : changes) {
    MatchTable table(kSums, {{"turns", 3}});
    table.saved = saved_after(test_support::with_line(record, 1,
                                                      [&](nlohmann::ordered_json& header) {
                                                        header[key] = {nullptr, value};
                                                        if (key != "cpu_by" && key != "versions") {
                                                          header[key][0] =
                                                              Json::parse(lines_of(record)[0])[key][0];
                                                        }
                                                      }),
                              1);
    table.seat_resuming(always(1));
    table.seat_resuming(always(2));
    const MatchResult& result = table.play();
    EXPECT_TRUE(result.is_void);
    EXPECT_THAT(result.why,
                HasSubstr("cannot go on after a restart of the referee: " + key + " of bot1 was"));
    EXPECT_THAT(table.record(), SizeIs(3)) << "what was played stays in its record";
  }
}

// ---- what can be relied on ----

TEST(TruePart, EndsBeforeTheFirstLineThatDiffers) {
  const engines::Entry& walls = *engines::find_game("walls");
  const std::string& record = test_support::walls_record();
  const std::vector<std::string> lines = lines_of(record);
  const std::size_t three = saved_after(record, 3).record.size();
  EXPECT_EQ(true_part(record.substr(0, three), walls), three);
  EXPECT_EQ(true_part(record.substr(0, three + 7), walls), three) << "a turn that is cut off";
  EXPECT_EQ(true_part(record.substr(0, three) + std::string(50, '\0') + "\n", walls), three);
  EXPECT_EQ(true_part(record.substr(0, three) + lines[5] + "\n", walls), three) << "a turn is missing";
  EXPECT_EQ(true_part(record.substr(0, lines[0].size() / 2), walls), 0U);
  EXPECT_EQ(true_part("", walls), 0U);
  EXPECT_EQ(true_part(record.substr(0, lines[0].size() + 1), walls), lines[0].size() + 1);
}

// ---- a past that is long ----

/// One seat; each view has 200 KB.
class WideViews {
 public:
  static constexpr std::string_view kName = "wide_views";
  static constexpr int kVersion = 1;
  static constexpr std::string_view kClock = R"({"kind":"per_move","ms":1000})";
  static constexpr int kTurns = 46;
  using Move = int;
  using JsonWriter = engines::JsonWriter;
  struct Options {
    static Options read(fields::Object&) { return {}; }
    Json json() const { return Json::object(); }
  };

  WideViews(const Options&, const engines::Seed&) {}
  const Options& options() const { return options_; }
  std::size_t seats() const { return 1; }
  std::size_t max_turns() const { return kTurns; }
  std::vector<engines::Seat> to_move() const {
    return turn_ < kTurns ? std::vector<engines::Seat>{0} : std::vector<engines::Seat>{};
  }
  std::variant<Move, engines::Fault> parse(engines::Seat, const Json& json) const { return json.get<int>(); }
  std::optional<engines::Fault> check(engines::Seat, Move) const { return std::nullopt; }
  void write_move(Move move, JsonWriter& out) const { out.value(move); }
  Move sample(engines::Seat, engines::Rng&) const { return 1; }
  void apply(std::span<const engines::Answer<Move>>, JsonWriter& events) {
    ++turn_;
    events.begin_object().end_object();
  }
  Json setup() const { return Json::object(); }
  void write_view(engines::Observer, JsonWriter& out) const {
    out.begin_object().field("turn", turn_).field("padding", std::string(200'000, 'x')).end_object();
  }
  std::vector<double> scores() const { return {1}; }
  Json outcome() const { return Json::object(); }

 private:
  Options options_;
  int turn_ = 0;
};

const engines::HostedEntry<WideViews> kWideViews;

// "past is complete, with back-pressure": 9 MB of it, where 8 MiB may wait for a bot.
TEST(MatchResume, ALongPastIsSentWholeAsFastAsTheBotReads) {
  MatchTable table(kWideViews);
  constexpr int kLast = WideViews::kTurns - 1;
  table.seat([](Peer& peer, const Json& message) {
    if (message["type"] == "turn" && message["turn"] == kLast) {
      peer.close();
    } else if (message["type"] == "turn") {
      peer.send(move_line(message, 1));
    }
  });
  table.play_until([&] { return !table.player(0).connected(); });
  const std::size_t before = table.received(0).size();
  table.reconnect(0, always(1), true);
  EXPECT_FALSE(table.play().is_void);
  const auto past = table.received(0, "past");
  ASSERT_THAT(past, SizeIs(kLast));
  for (int turn = 0; turn < kLast; ++turn) {
    EXPECT_EQ(past[static_cast<std::size_t>(turn)]["turn"], turn);
    EXPECT_EQ(past[static_cast<std::size_t>(turn)]["view"]["turn"], turn);
  }
  EXPECT_EQ(table.received(0)[before]["type"], "start");
  EXPECT_EQ(table.received(0)[before + kLast + 1]["turn"], kLast) << "the open turn is sent behind it";
  EXPECT_EQ(table.verdict(kLast), "ok");
}

}  // namespace
}  // namespace referee
