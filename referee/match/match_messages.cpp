#include "referee/match/match_messages.h"

#include <utility>

namespace referee {

namespace error_code = protocol::error_code;

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

std::optional<protocol::Error> why_misplaced(const protocol::Move& move, const LatestRequest& latest) {
  const auto error = [&](std::string_view code, std::string text) {
    return protocol::Error{code, std::move(text), move.match, move.turn};
  };
  if (move.match != latest.match) {
    return error(error_code::kStale, "the match being played is " + std::string(latest.match));
  }
  if (latest.open && move.turn == latest.turn) {
    return std::nullopt;
  }
  if (move.turn > latest.turn) {
    return error(error_code::kEarly, "turn " + std::to_string(move.turn) + " has not been asked");
  }
  if (move.turn == latest.turn && latest.played) {
    return error(error_code::kDuplicate, "turn " + std::to_string(move.turn) + " is answered already");
  }
  return error(error_code::kStale, "turn " + std::to_string(move.turn) + " is over");
}

}  // namespace referee
