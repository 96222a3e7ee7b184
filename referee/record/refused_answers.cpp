#include "referee/record/refused_answers.h"

#include <algorithm>
#include <utility>
#include <variant>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "protocol/json_writer.h"
#include "protocol/messages.h"

namespace referee {
namespace {

using engines::Json;
using protocol::Verdict;

std::string brief_value(const Json& value) { return fields::brief(value, RecordLines::kShownValue); }

/// Whether `offered` is a whole line that is no message, as its fault says. The rules have never seen it, and
/// may well take it for a move: a bot that writes "forward" alone, in place of {"type":"move", ...}.
bool is_no_message(const Json& answer, const Json& offered) {
  const auto message = protocol::read_line(protocol::dump(offered));
  const auto* bad = std::get_if<protocol::BadMessage>(&message);
  const auto fault = answer.find("fault");
  return bad != nullptr && fault != answer.end() && *fault == bad->why;
}

void refuse_other_kind(const RecordLines& lines, const std::string& path, Verdict recorded,
                       const engines::Refusal& refusal) {
  if (verdict_of(refusal) != recorded) {
    lines.differ(path + ".verdict", brief_value(name_of(recorded)),
                 brief_value(name_of(verdict_of(refusal))) + ": " + refusal.why);
  }
}

/// The record has the answer as applied.
[[noreturn]] void refuse_applied(const RecordLines& lines, const engines::LateRefusal& late) {
  const Json& answers = lines.member("answers");
  const auto of_seat =
      std::ranges::find_if(answers, [&](const Json& answer) { return answer.at("seat") == late.seat; });
  lines.differ("answers[" + std::to_string(of_seat - answers.begin()) + "].move",
               brief_value(of_seat->at("move")), "a legal move: " + late.refusal.why);
}

}  // namespace

Verdict verdict_of(const engines::Refusal& refusal) {
  return refusal.kind == engines::Refusal::Kind::illegal ? Verdict::illegal : Verdict::malformed;
}

void RefusedAnswers::offer(const RecordLines& lines, const Json& answer, Verdict verdict, engines::Seat seat,
                           const std::string& path, engines::Game& game) {
  const Json& offered = lines.member(answer, "offered", path + ".offered");
  const bool cut = answer.contains("offered_cut");
  if (cut && !offered.is_string()) {
    lines.differ(path + ".offered", brief_value(offered), "a string, as the answer was cut");
  }
  if (cut || (verdict == Verdict::malformed && is_no_message(answer, offered))) {
    return;
  }
  const auto submitted = game.submit(seat, offered);
  if (const auto* refusal = std::get_if<engines::Refusal>(&submitted)) {
    return refuse_other_kind(lines, path, verdict, *refusal);
  }
  kept_.push_back({seat, verdict, path, brief_value(offered)});
}

void RefusedAnswers::check(const RecordLines& lines, const engines::Game& game) {
  const std::vector<Offer> kept = std::exchange(kept_, {});
  for (const engines::LateRefusal& late : game.refused()) {
    const auto offer = std::ranges::find(kept, late.seat, &Offer::seat);
    if (offer == kept.end()) {
      refuse_applied(lines, late);
    }
    refuse_other_kind(lines, offer->path, offer->verdict, late.refusal);
  }
  for (const Offer& offer : kept) {
    if (std::ranges::find(game.refused(), offer.seat, &engines::LateRefusal::seat) == game.refused().end()) {
      lines.differ(
          offer.path + ".offered", offer.offered,
          "an answer that the rules refuse, as the verdict is " + std::string(name_of(offer.verdict)));
    }
  }
}

}  // namespace referee
