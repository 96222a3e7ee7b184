#pragma once

#include <netinet/in.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/load/answer_log.h"
#include "bench/load/bot.h"
#include "bench/load/bot_line.h"
#include "bench/load/schedule.h"
#include "bench/load/stamps.h"
#include "bench/load/walk.h"
#include "referee/base/sockets.h"

namespace load {

/// Plays any number of bots over TCP, on one thread, by a schedule, and logs what happens. A turn takes two
/// system calls, and no allocation. The moves are those of walk(), legal without a look at the view. Faults
/// of the referee, such as a refused login, throw std::runtime_error.
class Generator {
 public:
  /// Waits until the kernel stamps packets. Throws std::runtime_error if it does not.
  explicit Generator(const sockaddr_in& referee);

  /// These apply to all later calls.
  void set_walk(const Walk& walk) { walk_ = walk; }
  Schedules& schedules() { return schedules_; }
  AnswerLog& log() { return log_; }

  /// Lets all of them dial in, at most 64 at a time without a welcome, and returns when all have theirs.
  void dial(const BotGroup& group);
  /// Closes the connections of the bots whose name begins with `prefix`.
  void drop(std::string_view prefix);

  /// Plays until `done` returns true; calls it after every few events.
  void run_until(const std::function<bool()>& done);
  /// Plays until that moment.
  void run_until(Nanoseconds moment);
  /// Calls `on_readable` when `fd` has something to read or has ended.
  void watch(int fd, std::function<void()> on_readable);

  /// Since the beginning.
  struct Counts {
    std::int64_t turns = 0;         ///< lines of turns read
    std::int64_t turn_bytes = 0;    ///< all of these lines
    std::int64_t answers = 0;       ///< sent
    std::int64_t answer_bytes = 0;  ///< all of these lines
    std::int64_t ends = 0;          ///< matches that have ended, once for each of their bots
    std::int64_t lost = 0;          ///< connections that were closed without bye
  };
  const Counts& counts() const { return counts_; }
  std::size_t connected() const { return connected_; }
  /// Bots that have ever had a turn.
  std::size_t asked() const { return asked_; }

 private:
  /// An answer that is to be sent.
  struct Due {
    Nanoseconds at = 0;
    std::size_t bot = 0;
    std::int64_t turn = 0;
    std::size_t row = AnswerLog::kNone;
    Place place;
    bool split = false;
  };
  struct Heard {
    Nanoseconds stamp = 0;
    bool stamped = false;
    bool last = false;
  };

  void dial_one(const BotGroup& group);
  void run_once(Nanoseconds until);
  void send_due();
  void read(std::size_t number);
  /// Handles the complete lines of `bytes`; returns the rest.
  std::string_view take_lines(std::size_t number, std::string_view bytes, const StampedRead& read);
  void on_line(std::size_t number, std::string_view line, const Heard& received);
  void on_bye(Bot& bot, std::string_view text);
  void on_start(Bot& bot, const BotLine& line);
  void on_turn(std::size_t number, const BotLine& line, std::size_t size, const Heard& received);
  void on_error(Bot& bot, const BotLine& line, std::string_view text, const Heard& received);
  void answer(const Due& due);
  /// The bytes of the network for `text`, valid until the next call.
  std::string_view encoded(Bot& bot, std::string_view text);
  /// The text in what was received; goes on with the handshake of TLS. Valid until the next call.
  std::string_view decoded(Bot& bot, std::string_view bytes);
  /// False if the connection is lost.
  bool send(Bot& bot, std::string_view bytes);
  void close(Bot& bot);

  referee::Loopback stamping_;  // keeps the kernel stamping
  sockaddr_in referee_;
  referee::FileDescriptor epoll_;
  std::function<void()> on_watched_;
  Walk walk_;
  Schedules schedules_;
  AnswerLog log_;
  std::deque<Bot> bots_;
  std::vector<Due> due_;  // a heap, the earliest first
  std::vector<char> buffer_;
  std::vector<char> text_;  // that was decrypted
  std::string sealed_;      // bytes that were encrypted
  std::string answer_;
  Counts counts_;
  std::size_t dialling_ = 0;  // not welcomed yet
  std::size_t connected_ = 0;
  std::size_t asked_ = 0;
};

}  // namespace load
