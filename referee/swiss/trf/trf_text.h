#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "referee/swiss/pairing.h"
#include "referee/swiss/tournament.h"

namespace referee::swiss {

/// The text of a report file that read_trf() accepts, changed in some fields. All else stays as it is:
/// records that this program does not read, the encoding, the ends of lines.
class TrfText {
 public:
  /// `text`: what read_trf() has read without an error.
  explicit TrfText(std::string_view text);

  /// 001: the player's place in the standings. Throws std::length_error beyond 9999.
  void set_rank(PlayerIndex player, int rank);
  /// 001: the player's points. Throws std::length_error beyond 99.9.
  void set_points(PlayerIndex player, Tenths points);
  /// 001: what the player did in a round, from 0.
  void set_round(PlayerIndex player, std::size_t round, const RoundEntry& entry);
  /// Writes the record in the place of the first one with this code, else in front of the first player.
  void set_record(const std::string& code, const std::string& content);
  /// Takes out all records with this code.
  void remove(const std::string& code);

  std::string text() const;

 private:
  struct TextLine {
    std::u32string characters;
    std::string end;  // CR, LF, CRLF; nothing behind the last line of some files
  };

  bool has_code(const TextLine& line, const std::string& code) const;
  void overwrite(PlayerIndex player, std::size_t column, const std::string& field);

  bool mark_ = false;  // begins with a byte order mark
  bool utf8_ = true;
  std::vector<TextLine> lines_;
  std::vector<std::size_t> records_;  // by player: its line
};

/// Writes a pairing of round tournament.played + 1 into the file of that tournament: games without results,
/// the bye, requested byes, and the points of all that. Records that say who is absent from the next round
/// (XXZ) are taken out: the players' records say it now.
void add_round(TrfText& text, const Tournament& tournament, const RoundPairing& pairing);

}  // namespace referee::swiss
