#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "protocol/limits.h"
#include "protocol/verdict.h"

/// The messages of the wire protocol: PROTOCOL.md says what they mean, schema/ what they look like. A
/// function that makes a message returns its line without the newline.
namespace protocol {

using Json = nlohmann::json;

// ---- from a bot ----

/// A bot's first message; it ends the start-up time.
struct Hello {
  int protocol = kVersion;            ///< the highest version that the bot speaks
  std::string name;                   ///< empty if absent, as for launched bots
  std::string token;                  ///< empty if absent
  std::string registration_code;      ///< empty if absent; some tournaments ask new names for it
  bool resume = false;                ///< wants the past turns of a match that is running
  std::string role = "bot";           ///< reserved for growth
  std::vector<std::string> features;  ///< what it can do beside (new_match.h)
};

/// An answer to one turn of one match. `move` is the game's own shape.
struct Move {
  std::string match;
  std::int64_t turn = 0;
  Json move;
};

/// A message of a type that this version does not know.
struct UnknownType {
  std::string type;
};

/// A line that is not JSON, or a message whose shape is wrong.
struct BadMessage {
  std::string why;                ///< worded for the bot's author
  std::optional<Json> json = {};  ///< nothing if it is not JSON
};

using FromBot = std::variant<Hello, Move, UnknownType, BadMessage>;

/// Reads a line that a bot sent; unknown fields are ignored. Never throws on its input.
FromBot read_line(std::string_view line);

std::string line_of(const Hello& hello);
std::string line_of(const Move& move);

/// Whether `name` may be a bot's name: [A-Za-z0-9][A-Za-z0-9._-]{0,31}, because names become file names.
bool is_valid_name(std::string_view name);
/// The name with its letters in lower case: names are unique after this, as not every file system tells cases
/// apart.
std::string folded_name(std::string_view name);

// ---- from the referee ----

struct Welcome {
  std::string name;
  std::optional<std::string> tournament;
  std::optional<std::string> token;  ///< only when newly issued
};

struct Start {
  std::string match;
  std::string game;
  std::size_t seat = 0;
  std::vector<std::string> players;
  Json setup;
  Json clock;
  std::string commitment;        ///< hex SHA-256 of salt + ":" + decimal seed
  std::int64_t given_turns = 0;  ///< played before the first one that is asked
};

/// What became of the seat's latest turn.
struct Last {
  Verdict verdict = Verdict::ok;
  std::int64_t charged_us = 0;
  std::optional<std::int64_t>
      rtt_us;                    ///< the connection's smoothed round-trip time, where the kernel knows one
  std::int64_t loop_lag_us = 0;  ///< how long the referee took to notice the answer, or its absence
};

/// A request for a move. `view` is JSON text, because all seats get the same one.
struct Turn {
  std::string_view match;
  std::int64_t turn = 0;
  std::string_view view;
  std::int64_t left_us = 0;  ///< the most that this answer may take and be in time
  std::int64_t used_us = 0;  ///< charged so far in this match
  std::optional<Last> last;  ///< nothing before the seat's first turn is over
};

struct End {
  std::string match;
  int rank = 1;
  std::vector<double> scores;
  Json outcome;
  std::optional<Last> last;
  std::int64_t faults = 0;            ///< turns whose verdict was not ok
  std::optional<std::uint64_t> seed;  ///< null while the instance is still to be played again
  std::optional<std::string> salt;
};

/// The words of `error.code` beside the names of verdicts.
namespace error_code {
inline constexpr std::string_view kStale = "stale";          ///< a move for a turn or match that is over
inline constexpr std::string_view kEarly = "early";          ///< a move for a turn that has not been asked
inline constexpr std::string_view kDuplicate = "duplicate";  ///< a second answer to the open turn
inline constexpr std::string_view kUnknownType = "unknown_type";  ///< a type that this version does not know
inline constexpr std::string_view kUnexpected = "unexpected";     ///< a known message at the wrong time
inline constexpr std::string_view kUnsupported = "unsupported";   ///< no protocol version or role in common
inline constexpr std::string_view kBadName = "bad_name";    ///< not a name, or one that may not play here
inline constexpr std::string_view kBadToken = "bad_token";  ///< the name belongs to somebody else
inline constexpr std::string_view kTakeOver = "take_over";  ///< too many connections of one name: wait
inline constexpr std::string_view kTooManyTries = "too_many_tries";  ///< wrong tokens of a name: wait
inline constexpr std::string_view kBadCode = "bad_code";             ///< no registration code, or a wrong one
inline constexpr std::string_view kTooManyNames = "too_many_names";  ///< registration has reached a bound
inline constexpr std::string_view kTooFast = "too_fast";  ///< new names faster than registration takes them
inline constexpr std::string_view kBusy = "busy";  ///< too many connections that have not said hello: wait
inline constexpr std::string_view kFull = "full";  ///< no seat left
inline constexpr std::string_view kTimeout = "timeout";  ///< no hello within the start-up time
inline constexpr std::string_view kTlsRequired =
    "tls_required";  ///< a connection without TLS where it is demanded
}  // namespace error_code

struct Error {
  std::string_view code;
  std::string message;
  std::optional<std::string> match = {};
  std::optional<std::int64_t> turn = {};
  std::vector<int> supported = {};                  ///< with kUnsupported: the versions spoken here
  std::optional<std::int64_t> retry_after_ms = {};  ///< for codes that ask to wait
};

std::string line_of(const Welcome& welcome);
std::string wait_line(std::string_view reason);
std::string line_of(const Start& start);
std::string past_line(std::string_view match, std::int64_t turn, std::string_view view);
std::string line_of(const Turn& turn);
std::string line_of(const End& end);
std::string line_of(const Error& error);
std::string bye_line(std::string_view reason);

/// The answer to a line over kMaxLineFromBot, to one that is no message, and to a type that is not known
/// here.
std::string oversize_why();
std::string line_of(const BadMessage& bad);
std::string line_of(const UnknownType& unknown);

}  // namespace protocol
