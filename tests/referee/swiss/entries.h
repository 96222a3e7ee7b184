#pragma once

#include "referee/swiss/tournament.h"

// Short functions for the entry of a player in a round.
namespace referee::swiss {

inline RoundEntry white(PlayerIndex opponent) { return {RoundEntry::Kind::win, opponent, Colour::white}; }
inline RoundEntry black(PlayerIndex opponent) { return {RoundEntry::Kind::win, opponent, Colour::black}; }
inline RoundEntry loss(PlayerIndex opponent) { return {RoundEntry::Kind::loss, opponent, Colour::white}; }
inline RoundEntry forfeit_win(PlayerIndex opponent, Colour colour) {
  return {RoundEntry::Kind::forfeit_win, opponent, colour};
}
inline RoundEntry bye() { return {RoundEntry::Kind::bye, {}, {}}; }
inline RoundEntry zero_bye() { return {RoundEntry::Kind::zero_bye, {}, {}}; }

}  // namespace referee::swiss
