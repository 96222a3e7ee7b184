#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engines/game.h"
#include "protocol/json_writer.h"
#include "protocol/record_limits.h"
#include "protocol/sha256.h"
#include "referee/base/units.h"
#include "referee/clocks/stamp.h"
#include "referee/record/match_result.h"
#include "referee/record/match_spec.h"
#include "referee/record/moves_digest.h"

namespace referee {

/// Writes the record of one match: JSON Lines, version 1 (protocol/RECORD.md). Lines are only added, so that
/// the text at any moment is a valid journal of the match so far. No record has more than
/// protocol::kMaxRecord bytes: its rules must not be able to fill the memory.
class Record {
 public:
  struct Header {
    const MatchSpec& spec;
    Json options;  ///< complete
    std::vector<std::string> players;
    std::vector<Measure> measure;
    std::vector<StampSource> stamp;
    std::vector<std::string> sandbox;
    std::vector<std::string> cpu_by;  ///< source of processor time by seat; "" where none is used
    SystemTime started;
    std::vector<bool> launched = {};          ///< by seat: the referee has started the bot; empty: not told
    std::size_t most = protocol::kMaxRecord;  ///< bytes of the record; fewer in tests
  };
  explicit Record(const Header& header);
  /// Goes on with the record of a match that an earlier run of the program has begun: `text` is its header
  /// and the lines of its turns. `stamp`: by seat, as in the header.
  Record(std::string text, std::vector<StampSource> stamp);

  enum class TurnKind : std::uint8_t {
    asked,
    resumed,  ///< it was asked again after a restart of the referee
    given     ///< nobody was asked: see GivenTurns
  };
  /// One turn; answers in seat order. `events`: JSON text. Throws engines::RulesFailure, and adds nothing, if
  /// the record would be too long: then the attempt is void.
  void turn(std::int64_t turn, const std::vector<SeatAnswer>& answers, std::string_view events,
            TurnKind kind = TurnKind::asked);
  /// The last line of a match that a match program has played. `ended`, here and below: when it was over.
  void told(const MatchResult& result, SystemTime ended);
  /// The last line of a match that was played to its end. `view`: JSON text of the final view for everybody.
  void done(const MatchResult& result, std::string_view view, SystemTime ended);
  /// The last line of a match at whose start at most one player was connected.
  void no_show(const MatchResult& result, SystemTime ended);
  /// The last line of a void attempt.
  void voided(std::string_view why, SystemTime ended);

  const std::string& text() const { return text_; }
  /// The SHA-256 of all turns, 64 hex digits. No turn may be added after this call.
  std::string moves_sha256() { return moves_.hex(); }
  /// UTC; "" before the last line.
  const std::string& ended() const { return ended_; }

 private:
  std::string too_long(std::int64_t turn, std::size_t events) const;
  void digest_once(std::size_t undigested);
  void close(protocol::LineWriter& last, SystemTime ended);

  std::vector<StampSource> stamp_;
  std::size_t most_ = protocol::kMaxRecord;
  std::string game_;  // its name
  std::string text_;
  protocol::Sha256 digest_;
  std::size_t digested_ = 0;  // bytes of text_ that are in the digest
  std::string ended_;
  MovesDigest moves_;
};

/// Notes in `result` what the game has come to, and writes the last line. `ended`: when it was over.
/// REQUIRES: the game is over.
void finish(const engines::Game& game, MatchResult& result, Record& record, SystemTime ended);

/// The last line of a text, without its newline; empty if the text does not end with a newline.
std::string_view last_line(std::string_view record);

/// Whether a record has its last line: its match was over, or void. Any text may be asked about.
bool is_closed(std::string_view record);

/// Closes a record that the end of the program has interrupted as the record of a void attempt: returns the
/// whole lines of `journal`, and the last line. `journal` begins with the header. `ended`: now.
std::string closed_as_void(std::string_view journal, std::string_view why, SystemTime ended);

/// Makes the whole record of a match void after the match was over; the result stays readable, and the seal
/// is renewed. A record that is void already is returned as it is. Throws nlohmann::json::exception for text
/// that is not a record.
std::string voided_afterwards(const std::string& record, std::string_view why);

/// The whole record with the seal of its bytes: the one that it has is replaced. REQUIRES: the last line is a
/// JSON object with a newline behind it.
std::string with_seal(std::string_view record);

/// UTC with milliseconds: "2026-11-20T08:00:00.000Z".
std::string utc_text(SystemTime time);

}  // namespace referee
