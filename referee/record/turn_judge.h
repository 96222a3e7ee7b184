#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "engines/game.h"
#include "protocol/messages.h"
#include "referee/clocks/received.h"
#include "referee/record/match_result.h"

namespace referee {

// What a line of a bot that has a seat means: one reading and one verdict, for a match, `referee ask` and
// `referee check-bot`.

/// The request that a seat has, or had last.
struct LatestRequest {
  std::string_view match;
  std::int64_t turn = -1;  ///< -1: none yet
  bool open = false;       ///< it waits for an answer
  bool played = false;     ///< its answer was applied
};

/// Why `move` answers no open request: what the bot is told. Nothing if it answers `latest`.
std::optional<protocol::Error> why_misplaced(const protocol::Move& move, const LatestRequest& latest);

/// A line that answers the open request: a move for the rules to judge, or a line that is none.
struct TurnAnswer {
  protocol::Verdict verdict = protocol::Verdict::ok;  ///< ok: there is a move; else malformed or oversize
  std::string fault;                                  ///< of a line without a move, in words
  protocol::FromBot message;                          ///< Move, or what a line without a move was read as

  /// The move, or the whole message of a line without one; nullptr: the line is not JSON. Valid as long as
  /// this object.
  const protocol::Json* json() const;
};

/// A line that answers no request.
struct NoAnswer {
  std::string reply;          ///< the line that the bot is told
  bool unknown_type = false;  ///< a message of a type that read_line() does not know
  bool earlier_turn = false;  ///< a move for a request of this match that was asked: the bot is not silent
};

/// Reads a line of a bot whose latest request is `latest`.
std::variant<TurnAnswer, NoAnswer> read_answer(const Received& line, const LatestRequest& latest);

/// Lets the rules of `game` judge the answer of `seat`, and notes in `judged` what came of it: verdict, move
/// or fault, and the refused line. A legal move is kept by the game (Game::submit). `line` is what was read.
void judge(const TurnAnswer& answer, std::string_view line, engines::Game& game, engines::Seat seat,
           SeatAnswer& judged);

/// Keeps a refused answer in `judged`: JSON, or the line's text if `json` is nullptr or has another number
/// than the line (protocol::wide_integer); cut at protocol::kMaxOffered bytes.
void keep_offered(const protocol::Json* json, std::string_view line, SeatAnswer& judged);

/// Whether a library for bots says in place of a move that the function of its author has failed.
bool is_failure(const protocol::Json& move);
/// Why the rules refuse `move`, for the bot's author: the refusal's own words, or those of the failure.
std::string reason_of(const engines::Refusal& refusal, const protocol::Json& move);
/// Notes in `judged` that the rules have refused its move after all. REQUIRES: judge() has noted a move.
void take_back(SeatAnswer& judged, const engines::Refusal& refusal);

}  // namespace referee
