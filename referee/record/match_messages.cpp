#include "referee/record/match_messages.h"

#include "referee/record/commitment.h"

namespace referee {

std::string start_line(const MatchSpec& spec, const engines::Game& game,
                       const std::vector<std::string>& players, engines::Seat seat, Measure measure,
                       std::int64_t given_turns) {
  protocol::Start start;
  start.match = spec.id;
  start.game = spec.game->name;
  start.seat = seat;
  start.players = players;
  start.setup = game.setup();
  start.clock = spec.clock.json();
  start.clock["measure"] = name_of(measure);
  start.commitment = commitment_of(spec.seed);
  start.given_turns = given_turns;
  return line_of(start);
}

std::string end_line(const MatchSpec& spec, const MatchResult& result, engines::Seat seat,
                     const SeatEnd& end) {
  if (result.is_void) {
    return line_of(protocol::Error{protocol::name_of(protocol::Verdict::referee_error),
                                   "the match is void: " + result.why, spec.id});
  }
  protocol::End message;
  message.match = spec.id;
  message.rank = result.rank[seat];
  message.scores = result.scores;
  message.outcome = result.outcome;
  message.last = end.last;
  message.faults = end.faults;
  if (!spec.keep_seed_secret) {
    message.seed = spec.seed.number;
    message.salt = spec.seed.salt;
  }
  return line_of(message);
}

std::string fault_line(std::string_view match, std::int64_t turn, protocol::Verdict verdict,
                       const std::string& fault) {
  return line_of(protocol::Error{protocol::name_of(verdict), fault, std::string(match), turn});
}

}  // namespace referee
