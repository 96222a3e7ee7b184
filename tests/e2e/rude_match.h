#pragma once

#include "tests/e2e/run_referee.h"

namespace e2e {

/// A rude bot at seat 0 of Walls on 3 x 3 squares, against an honest one. The rude bots never go forward, so
/// that each of them has exactly kTurns turns, and the honest one 17, whatever happens.
class RudeMatch : public RefereeTest {
 protected:
  static constexpr std::size_t kTurns = 9;

  /// Plays, and checks what holds for every vice: the referee is well and the honest bot is charged no fault.
  Child& play(const std::string& rude, const std::string& clock = kPatientClock,
              const std::vector<std::string>& arguments = {}) {
    std::vector<std::string> words = {path("log")};
    words.insert(words.end(), arguments.begin(), arguments.end());
    Child& referee = run(match("walls", {bot(rude, words), bot("honest_walls")}, clock,
                               unconfined({"--option", "n=3", "--stdio", stdio_})));
    EXPECT_EQ(referee.code(), 0) << referee.err();
    EXPECT_EQ(referee.err(), "");
    return referee;
  }

  /// The rude bot has these verdicts, and the honest one only "ok".
  void expect_verdicts(const std::vector<std::string>& rude) const {
    const Record played = record();
    EXPECT_EQ(played.verdicts(0), rude);
    EXPECT_EQ(played.verdicts(1), times(17, "ok"));
    EXPECT_EQ(played.last().at("status"), "done");
    EXPECT_EQ(played.last().at("result").at("scores"), Json({0, 2}));
  }

  /// The rude bot has not played: the other has won without a turn.
  void expect_no_show() const {
    const Record played = record();
    EXPECT_EQ(played.last().at("no_show"), Json::array({0}));
    EXPECT_EQ(played.last().at("result").at("scores"), Json({0, 1}));
  }

  std::string stdio_ = "tcp";  ///< kind of the bots' standard input and output
};

}  // namespace e2e
