#pragma once

#include "referee/match/match_job.h"
#include "tests/support/patience.h"

namespace test_support {

/// A bot of Walls for `sh -c`: always turns left, and tells its process to standard error at each start; $1:
/// what it does at new_match ("hello": says it again).
inline constexpr const char* kAbleBot = R"(
  hello() { echo '{"type":"hello","protocol":1,"features":["new_match"]}'; }
  hello
  while read -r line; do
    case $line in
      *'"type":"start"'*) echo $$ >&2 ;;
      *'"type":"turn"'*)
        turn=${line#*'"turn":'}
        echo '{"type":"move","match":"m1","move":"left","turn":'"${turn%%,*}"'}' ;;
      *'"type":"new_match"'*) eval "$1" ;;
    esac
  done)";

/// The match "m1" of Walls between two such bots, "a" and "b", that have all the time that they want.
inline referee::MatchJob job_of_two(const referee::BotCommand& bot) {
  referee::MatchJob job;
  job.spec.id = "m1";
  job.spec.game = engines::find_game("walls");
  job.spec.options = {{"n", 3}};
  job.spec.clock =
      referee::ClockSpec::read(referee::Json::parse(R"({"kind":"per_move","ms":600000})"), "clock");
  job.spec.clock.init_ms = kLong.count();
  job.seats = {{"a", bot}, {"b", bot}};
  return job;
}

}  // namespace test_support
