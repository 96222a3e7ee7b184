#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "referee/base/file_descriptor.h"
#include "referee/base/units.h"
#include "referee/loop/clock.h"
#include "referee/net/secret_mask.h"

namespace referee {

/// Whose line it is, as far as it is known by then.
struct TraceLabel {
  std::string bot = {};                            ///< the player's name; empty: not known yet
  std::optional<std::size_t> seat = std::nullopt;  ///< in `match`
  std::string match = {};                          ///< the newest one; empty: none yet
};

/// A file with all lines between a referee and its bots, as JSON Lines: protocol/TRACE.md. Tokens and
/// registration codes are replaced. Each line is in the file when the call returns, and nothing is kept here.
/// When the file cannot be written any more it says so once in the log, and no call does anything from then
/// on. Used by one thread.
class LineTrace {
 public:
  static constexpr int kVersion = 1;
  /// The most bytes of a line that is no JSON.
  static constexpr std::size_t kMaxText = 4096;
  /// The most bytes that are written as hex, of a line that is not UTF-8.
  static constexpr std::size_t kMaxHex = 64;

  enum class Direction : std::uint8_t { to_bot, from_bot };
  struct Line {
    Direction direction = Direction::to_bot;
    std::string_view text;   ///< without its newline
    TimePoint at;            ///< sent: when the kernel had it; received: when it arrived
    std::size_t unsent = 0;  ///< bytes that the kernel has not taken yet, because the bot does not read
    bool oversize = false;   ///< over the limit: `text` is its beginning
    bool ignored = false;    ///< received after we had closed
    bool passed_on = true;   ///< false: `join` keeps it, the referee does not get it
  };

  /// Makes `file`, or empties it; only its owner may read a new one. `command`: the one that writes it,
  /// "match". Throws std::system_error.
  LineTrace(const Clock& clock, std::filesystem::path file, std::string_view command);
  /// By the clock of the loop on which the lines are.
  TimePoint now() const { return clock_.now(); }

  /// Masks `secret` wherever it stands; it need not have passed yet. See SecretMask::learn().
  void hide(std::string_view secret) { mask_.learn(secret); }
  /// The number of a new connection, from 1.
  int new_connection() { return ++connections_; }

  /// `connection`: 0 if it belongs to none.
  void write(const Line& line, const TraceLabel& label, int connection);
  /// Something that is no line. `details`: an object of further keys.
  void write_event(std::string_view event, const TraceLabel& label, int connection, nlohmann::json details);
  /// Writes something that is no line, at the present time and of no connection. `details`: an object of
  /// further keys.
  void write_event(std::string_view event, nlohmann::json details);

 private:
  void append(std::string line);
  void give_up(int error);

  const Clock& clock_;
  std::filesystem::path file_;
  FileDescriptor fd_;      // -1 once it has failed
  std::int64_t size_ = 0;  // bytes of whole lines
  TimePoint began_;
  SecretMask mask_;
  int connections_ = 0;
};

}  // namespace referee
