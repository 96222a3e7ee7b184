#include "referee/record/verified_json.h"

#include "referee/record/verified_text.h"

namespace referee {
namespace {

using Json = nlohmann::json;

Json json_of(const Difference& difference) {
  return {{"line", difference.line},
          {"turn", difference.turn ? Json(*difference.turn) : Json()},
          {"field", difference.field},
          {"got", difference.got},
          {"expected", difference.expected}};
}

}  // namespace

Json json_of(const Verified& verified) {
  Json json{{"status", verified.difference ? "different" : "ok"},
            {"turns", verified.turns},
            {"given_turns", verified.given_turns},
            {"void", verified.is_void},
            {"match_program", verified.is_told},
            {"difference", verified.difference ? json_of(*verified.difference) : Json()},
            {"unknown_keys", verified.unknown.count},
            {"text", verified_text(verified)}};
  if (const auto& rules = verified.other_rules) {
    json["other_rules"] = {{"recorded", rules->recorded}, {"here", rules->here}, {"folder", rules->folder}};
  }
  return json;
}

}  // namespace referee
