#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "engines/game.h"
#include "protocol/verdict.h"
#include "referee/record/record_lines.h"

namespace referee {

/// The verdict on a move that the rules refuse.
protocol::Verdict verdict_of(const engines::Refusal& refusal);

/// The answers of a turn that a record calls illegal or malformed: the rules must refuse them again, for the
/// same kind of reason. Their words are not compared, for a later version may word them anew. A value.
class RefusedAnswers {
 public:
  /// Offers what the bot sent to the rules, as the match did: rules that are a program may keep it until the
  /// step. An `offered` that was cut is not judged. `answer`: one of the present line, with that seat and
  /// verdict; `path` names it. Throws the Difference. REQUIRES: the seat is to move.
  void offer(const RecordLines& lines, const nlohmann::json& answer, protocol::Verdict verdict,
             engines::Seat seat, const std::string& path, engines::Game& game);
  /// After the step: checks that all offers were refused, and forgets them. Throws the Difference, also for a
  /// move that the record has as applied and the rules have refused.
  void check(const RecordLines& lines, const engines::Game& game);

 private:
  struct Offer {
    engines::Seat seat = 0;
    protocol::Verdict verdict = protocol::Verdict::illegal;
    std::string path;     // of the answer: "answers[0]"
    std::string offered;  // shortened, for the Difference
  };

  std::vector<Offer> kept_;  // by the rules, until the step
};

}  // namespace referee
