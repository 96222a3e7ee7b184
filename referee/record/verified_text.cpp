#include "referee/record/verified_text.h"

#include "referee/base/text.h"

namespace referee {
namespace {

/// What is true of a match that a program has played by itself.
std::string told_text(const Verified& verified) {
  return std::string("ok, but a program has played this match by itself: seal, digest") +
         (verified.replay_compared ? " and replay" : "") +
         " are right, and moves and clocks cannot be checked";
}

std::string played_text(const Verified& verified) {
  return "ok, " + counted(verified.turns, "turn") +
         (verified.given_turns > 0 ? ", " + std::to_string(verified.given_turns) + " of them given" : "");
}

}  // namespace

std::string verified_text(const Verified& verified) {
  if (verified.difference) {
    return verified.difference->text() +
           (verified.other_rules ? "; " + verified.other_rules->text() : std::string());
  }
  return (verified.is_told ? told_text(verified) : played_text(verified)) +
         (verified.is_void ? ", does not count (void)" : "");
}

}  // namespace referee
