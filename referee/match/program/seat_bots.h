#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include <boost/asio/posix/stream_descriptor.hpp>

#include "protocol/require.h"
#include "referee/base/file_descriptor.h"
#include "referee/base/marked_text.h"
#include "referee/loop/event.h"
#include "referee/loop/task_group.h"
#include "referee/loop/tasks.h"
#include "referee/match/launcher.h"
#include "referee/process/bot_command.h"

namespace referee {

/// The bots of one seat of a match program: starts one, in a sandbox of its own, each time the program runs
/// the command of the seat, and connects the two (process/inside/bot_connection.h).
class SeatBots {
 public:
  /// So many bots of a seat may play at once.
  static constexpr std::size_t kMostAtOnce = 8;
  /// And so many may be there, with those that have the end of their input, and a second to leave.
  static constexpr std::size_t kMostThere = 64;
  static constexpr std::size_t kKeptStderr = 16 * 1024;  ///< bytes, of all bots of the seat together

  /// The match cannot go on: `of_program`, because its program misuses the command; else because of the
  /// machine.
  using OnTrouble = std::function<void(bool of_program, std::string why)>;

  /// Listens at once, beside the file `command`. `bot`: nothing if the entrant is absent. Throws
  /// std::system_error.
  SeatBots(Tasks& tasks, Launcher& launcher, std::optional<BotCommand> bot,
           const std::filesystem::path& command, OnTrouble on_trouble);
  SeatBots(const SeatBots&) = delete;
  SeatBots& operator=(const SeatBots&) = delete;

  /// The seat has no bot any more: those that run get the end of their input, and a second to leave.
  void withdraw();
  /// Starts no more bots, and ends those that run.
  void close();
  /// Returns when no bot of the seat runs any more. REQUIRES: close() has been called.
  Task<> ended() {
    REQUIRE(closed_);
    return group_.all_over();
  }

  /// How the newest bot that ended badly did; "": none has.
  const std::string& how_ended() const { return how_ended_; }
  /// What they wrote to standard error: the newest bytes, with the marks of mark_stderr().
  const MarkedText& stderr_text() const { return stderr_; }
  /// Notes what they have written by now as that of turn `turn`. REQUIRES: turns never fall.
  void mark_stderr(std::int64_t turn);

 private:
  struct Run;

  void accept_all();
  bool too_many() const;
  Task<> accept_loop();
  Task<> serve(std::shared_ptr<Run> run);
  Task<std::shared_ptr<Process>> start(std::shared_ptr<Run> run);
  Task<> wait_for_end(std::shared_ptr<Run> run, std::shared_ptr<Process> process);
  Task<> listen(std::shared_ptr<Run> run);
  int exit_code_of(const Process& process);
  void note_end(const Process& process);
  void keep_stderr(const MarkedText& words);

  Tasks& tasks_;
  Launcher& launcher_;
  std::optional<BotCommand> bot_;
  OnTrouble on_trouble_;
  boost::asio::posix::stream_descriptor listener_;
  std::set<std::shared_ptr<Run>> runs_;
  TaskGroup group_;
  bool closed_ = false;
  std::string how_ended_;
  MarkedText stderr_;            // of those that have ended
  std::int64_t kept_until_ = 0;  // the newest turn of a mark in stderr_
};

}  // namespace referee
