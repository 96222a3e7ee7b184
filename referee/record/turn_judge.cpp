#include "referee/record/turn_judge.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "protocol/json_writer.h"
#include "protocol/limits.h"
#include "protocol/numbers.h"
#include "protocol/require.h"
#include "referee/record/refused_answers.h"

namespace referee {

namespace error_code = protocol::error_code;
using protocol::Verdict;

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

const protocol::Json* TurnAnswer::json() const {
  if (const auto* move = std::get_if<protocol::Move>(&message)) {
    return &move->move;
  }
  const auto* bad = std::get_if<protocol::BadMessage>(&message);
  return bad != nullptr && bad->json ? &*bad->json : nullptr;
}

std::variant<TurnAnswer, NoAnswer> read_answer(const Received& line, const LatestRequest& latest) {
  if (line.oversize) {
    if (latest.open) {
      return TurnAnswer{Verdict::oversize, protocol::oversize_why(), protocol::BadMessage{}};
    }
    return NoAnswer{line_of(protocol::Error{protocol::name_of(Verdict::oversize), protocol::oversize_why()})};
  }
  auto message = protocol::read_line(line.text);
  if (const auto* move = std::get_if<protocol::Move>(&message)) {
    if (const auto misplaced = why_misplaced(*move, latest)) {
      return NoAnswer{line_of(*misplaced), false, move->match == latest.match && move->turn <= latest.turn};
    }
    return TurnAnswer{Verdict::ok, "", std::move(message)};
  }
  if (const auto* bad = std::get_if<protocol::BadMessage>(&message)) {
    if (latest.open) {
      std::string why = bad->why;
      return TurnAnswer{Verdict::malformed, std::move(why), std::move(message)};
    }
    return NoAnswer{line_of(*bad)};
  }
  if (const auto* unknown = std::get_if<protocol::UnknownType>(&message)) {
    return NoAnswer{line_of(*unknown), true};
  }
  return NoAnswer{line_of(protocol::Error{error_code::kUnexpected, "hello was said already"})};
}

void judge(const TurnAnswer& answer, std::string_view line, engines::Game& game, engines::Seat seat,
           SeatAnswer& judged) {
  judged.verdict = answer.verdict;
  judged.fault = answer.fault;
  if (answer.verdict == Verdict::ok) {
    auto submitted = game.submit(seat, *answer.json());
    if (auto* as_played = std::get_if<std::string>(&submitted)) {
      judged.move = std::move(*as_played);
      return;
    }
    const auto& refusal = std::get<engines::Refusal>(submitted);
    judged.verdict = verdict_of(refusal);
    judged.fault = reason_of(refusal, *answer.json());
  }
  keep_offered(answer.json(), line, judged);
}

void keep_offered(const protocol::Json* json, std::string_view line, SeatAnswer& judged) {
  const bool is_json =
      json != nullptr && !protocol::wide_integer(line, "");  // in its tree that is another number
  std::string text = is_json ? protocol::dump(*json) : std::string(line);
  judged.offered_cut = !is_json || text.size() > protocol::kMaxOffered;
  if (judged.offered_cut) {
    text = protocol::json_string(fields::brief_text(text, protocol::kMaxOffered));
  }
  judged.offered = std::move(text);
}

bool is_failure(const protocol::Json& move) {
  return move.is_object() && move.size() == 1 && move.contains("error") && move["error"].is_string();
}

std::string reason_of(const engines::Refusal& refusal, const protocol::Json& move) {
  constexpr std::size_t kShown = 200;  // bytes; our libraries send no more
  if (!is_failure(move)) {
    return refusal.why;
  }
  return fields::brief_text(move["error"].get<std::string>(), kShown) +
         ": the bot's own error, in place of a move";
}

void take_back(SeatAnswer& judged, const engines::Refusal& refusal) {
  REQUIRE(!judged.move.empty());
  judged.verdict = verdict_of(refusal);
  const std::string move = std::exchange(judged.move, "");
  const protocol::Json json = protocol::Json::parse(move);
  judged.fault = reason_of(refusal, json);
  keep_offered(&json, move, judged);
}

}  // namespace referee
