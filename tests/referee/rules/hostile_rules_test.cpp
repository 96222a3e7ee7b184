#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "tests/referee/rules/rules_room.h"
#include "tests/support/complaint.h"

// Programs that break the contract. Each has one clear message, and disturbs no other game.
namespace referee::rules {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

struct HostileCase {
  const char* way;
  const char* says;
  Json more = Json::object();  ///< of game.json
  bool forfeits = false;       ///< the seat to move is out after its first move
};

void PrintTo(const HostileCase& one, std::ostream* out) { *out << one.way; }

const Json kSoon = {{"answer_ms", 300}};

const HostileCase kHostile[] = {
    {"starts_with_words", "no answer: not JSON: 'Loading the rules...'"},
    {"says_nothing", "said no hello in 400 ms (start_ms)", {{"start_ms", 400}}},
    {"ends_at_once", "ended without a hello: exit status 1: ValueError: no board"},
    {"is_another_game", "hello.name: got \"chess\", expected \"hostile\""},
    {"is_another_version", "hello.version: got 2"},
    {"speaks_another_protocol", "hello.rules_program: got 2"},
    {"says_goodbye", "hello.type: got \"bye\""},
    {"writes_without_end", "no answer: not JSON"},
    {"writes_answers_without_end", "its program wrote a line that"},
    {"writes_one_line_without_end", "more than 4 MiB"},
    {"answers_with_100_mib", "more than 4 MiB"},
    {"has_a_view_of_2_mib", "answer.view"},
    {"is_silent", "not answered in 300 ms (answer_ms)", kSoon},
    {"stops_in_a_line", "not answered in 300 ms (answer_ms)", kSoon},
    {"is_busy", "not answered in 300 ms (answer_ms)", kSoon},
    {"raises", "has ended: exit status 1: KeyError: 'lost'"},
    {"exits", "has ended: exit status 3"},
    {"kills_itself", "has ended: signal 9"},
    {"closes_its_output", "its program has ", kSoon},
    {"forks_without_end", "its program has ended: "},
    {"has_another_id", "answer.id: got 3, expected 2"},
    {"has_a_text_as_id", "answer.id: got \"2\", expected 2"},
    {"has_no_id", "answer.id: missing"},
    {"answers_twice", "its program wrote a line that"},
    {"prints_a_dict", "single quotes"},
    {"prints_debug_words", "not JSON: 'DEBUG here'"},
    {"prints_an_empty_line", "an empty line"},
    {"writes_other_bytes", "UTF-8"},
    {"nests_deeply", "nested 100000 deep"},
    {"scores_nan", "not JSON"},
    {"scores_too_much", "1e999"},
    {"asks_a_seat_that_is_out", "forfeited: seat 0 has", Json::object(), true},
    {"refuses_for_ever", "answer.refused[0].seat: got 0"},
    {"draws_for_ever", "more than 1000 draws in a row"},
    {"has_an_error", "its program says: no rule for this"},
    {"has_an_error_with_its_trace", "its program says: KeyError: 7"},
    {"is_never_over", "not over after 9 turns (max_turns)", {{"max_turns", 9}}},
    {"tells_events_without_end", "more than 67108864 bytes together"},
    {"shows_an_integer_of_65_bits", "answer.view.squares[1]: got 36893488147419103232"},
    {"has_a_score_that_a_double_changes", "answer.scores: got [9007199254740993,9007199254740992]"},
    {"refuses_to_begin", "its program says: size must be odd"},
};

GameFolder hostile_folder(const std::string& way, const Json& more = Json::object()) {
  Json game = game_json("hostile");
  game["command"] = {"python3", "rules.py", way};
  game["answer_ms"] = 60'000;  // on a busy machine 100 MiB take longer than the usual time
  game.update(more);
  return {game, program_text("hostile.py")};
}

/// Plays a match to its end.
void play_out(engines::Game& game, bool forfeits = false) {
  while (!game.to_move().empty()) {
    const engines::Seat seat = game.to_move().front();
    (void)game.submit(seat, 1);
    game.settle(seat, engines::Microseconds(5), forfeits);
    game.step();
  }
}

class HostileRules : public testing::TestWithParam<HostileCase> {};

TEST_P(HostileRules, HaveOneClearMessageAndDisturbNoOtherGame) {
  const HostileCase& one = GetParam();
  const auto folder = hostile_folder(one.way, one.more);
  const auto other_folder = sticks_folder();
  const RulesRoom room(folder);
  const RulesEntry other(host_rules(room.thread(), other_folder.path()));
  const auto beside = other.make(Json::object(), {});
  play(*beside, 1);
  const std::string said =
      test_support::complaint<engines::RulesFailure>([&] { play_out(*room.make(), one.forfeits); });
  EXPECT_THAT(said, StartsWith("game hostile: "));
  EXPECT_THAT(said, HasSubstr(one.says));
  EXPECT_LT(said.size(), 800);
  EXPECT_EQ(play(*beside, 2)["took"], 2) << "the match of the other program goes on";
}

INSTANTIATE_TEST_SUITE_P(All, HostileRules, testing::ValuesIn(kHostile),
                         [](const auto& one) { return std::string(one.param.way); });

TEST(HostileRules, AProgramThatDiesIsStartedAnewForTheNextMatch) {
  const auto folder = hostile_folder("dies_at_every_7th_request");
  const RulesRoom room(folder);
  for (int match = 0; match < 3; ++match) {
    const auto game = room.make();
    const auto other = room.make();
    for (int step = 0; step < 4; ++step) {
      play(*game, step);
    }
    EXPECT_THAT(test_support::complaint<engines::RulesFailure>([&] { play(*game, 4); }),
                HasSubstr("signal 6"));
    EXPECT_THAT(test_support::complaint<engines::RulesFailure>([&] { play(*other, 0); }),
                HasSubstr("has ended"))
        << "a match that the dead program was playing, too";
  }
}

TEST(HostileRules, AWrongAnswerEndsItsOwnMatchOnly) {
  for (const char* const way : {"is_never_over", "shows_an_integer_of_65_bits"}) {
    const auto folder = hostile_folder(way, {{"max_turns", 3}});
    const RulesRoom room(folder);
    const auto one = room.make();
    const auto other = room.make();
    EXPECT_THROW(play_out(*one), engines::RulesFailure) << way;
    EXPECT_THAT(test_support::complaint<engines::RulesFailure>([&] { play(*other, 1); }),
                testing::Not(HasSubstr("has ended")))
        << way;
  }
}

TEST(HostileRules, AProgramThatFillsItsStandardErrorIsPlayed) {
  const auto folder = hostile_folder("fills_standard_error");
  const RulesRoom room(folder);
  EXPECT_NO_THROW(play_out(*room.make()));
}

TEST(HostileRules, ACopyTellsThatTheProgramPlaysAnotherCourseEachTime) {
  const auto folder = hostile_folder("has_another_course_each_time");
  const RulesRoom room(folder);
  const auto game = room.make();
  play(*game, 1);
  EXPECT_THAT(test_support::complaint<engines::RulesFailure>([&] { (void)game->clone(); }),
              HasSubstr("game hostile: "));
}

TEST(HostileRules, AProgramThatIsNotThereIsNamed) {
  const auto folder = hostile_folder("raises", {{"command", {"no_such_program", "rules.py"}}});
  const RulesRoom room(folder);
  EXPECT_THAT(test_support::complaint<engines::RulesFailure>([&] { (void)room.make(); }),
              testing::AllOf(HasSubstr("game hostile: "), HasSubstr("no_such_program")));
}

}  // namespace
}  // namespace referee::rules
