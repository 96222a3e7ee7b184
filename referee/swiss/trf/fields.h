#pragma once

#include <string>

#include "referee/swiss/tournament.h"

// Fields of a report file as they are written.
namespace referee::swiss::trf {

/// `text` at the right of a field of `width` columns.
std::string right(std::string text, std::size_t width);

/// A number to the right of `width` columns. Throws std::length_error, naming `what`, unless it is from 0 to
/// `most`.
std::string number_field(long long value, long long most, std::size_t width, const std::string& what);

/// Four columns: a rank, at most 9999.
std::string rank_field(int rank);

/// Four columns: "11.5". Throws std::length_error for points below 0 or beyond 99.9.
std::string points_field(Tenths points);

/// "1" for a win, "=" for a draw, and so on; a blank for an open game.
char result_letter(RoundEntry::Kind kind);

/// Ten columns: what a player did in a round, behind two blanks. Throws std::length_error for an opponent
/// beyond 9999.
std::string round_field(const RoundEntry& entry);

}  // namespace referee::swiss::trf
