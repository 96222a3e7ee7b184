#pragma once

#include <string>

#include "engines/registry.h"
#include "referee/clocks/clock_spec.h"
#include "referee/prepare/trial.h"
#include "tests/support/patience.h"

namespace test_support {

/// A trial on Walls of 3 x 3 squares, whose clock no busy machine passes.
inline referee::prepare::TrialTerms walls_trial() {
  referee::prepare::TrialTerms trial;
  trial.game = engines::find_game("walls");
  trial.options = trial.game->make({{"n", 3}}, {})->options();
  trial.clock = referee::ClockSpec::read({{"kind", "per_move"}, {"ms", 60000}}, "clock");
  trial.clock.init_ms = kLong.count();
  return trial;
}

/// The source in Python of a bot that answers each turn with the text `move`.
inline std::string answering(const std::string& move) {
  return "import json, sys\n"
         "print(json.dumps({'type': 'hello', 'protocol': 1}), flush=True)\n"
         "for line in sys.stdin:\n"
         "    message = json.loads(line)\n"
         "    if message['type'] == 'turn':\n"
         "        print(json.dumps({'type': 'move', 'match': message['match'], 'turn': message['turn'],\n"
         "                          'move': '" +
         move + "'}), flush=True)\n";
}

}  // namespace test_support
