#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/require.h"
#include "referee/base/sockets.h"
#include "referee/join/line_socket.h"
#include "referee/loop/event.h"
#include "referee/loop/tasks.h"
#include "referee/loop/timer.h"
#include "referee/net/lines_before_hello.h"
#include "referee/process/kernel_process.h"
#include "referee/process/reaper.h"

namespace referee {

/// Receives a bot's lines. It outlives the bot's coroutines.
class JoinBotOwner {
 public:
  virtual ~JoinBotOwner() = default;
  /// A line for the referee. Lost if there is no connection now.
  virtual void say(std::string_view line) = 0;
  /// Waits until the referee has taken most of what was said.
  virtual Task<> room() = 0;
  /// A line of the bot that is not for the referee.
  virtual void kept_back(std::string_view line) = 0;
  /// The bot has said hello, or has ended without it.
  virtual void bot_ready() = 0;
  /// The bot of `match` has ended; `match` is empty if none had begun. `how`: its exit status or signal.
  virtual void bot_ended(const std::string& match, const std::string& how) = 0;
  /// A message for the person at the terminal.
  virtual void note(const std::string& text) = 0;
};

/// A command that plays one match: started before it, when the referee lets bots get ready, or for it, and
/// ended after it, whatever happens to the connection meanwhile. A bot that dies, hangs or floods harms only
/// itself.
class JoinBot : public std::enable_shared_from_this<JoinBot> {
 public:
  /// Bytes that the bot has not read yet; with more it is ended.
  static constexpr std::size_t kMaxUnread = 8 * 1024 * 1024;

  struct Room {
    Tasks& tasks;
    Reaper& reaper;
    Loopback& loopback;
  };
  /// Throws LaunchError, naming the program, if it cannot be started.
  static std::shared_ptr<JoinBot> start(const Room& room, const BotCommand& command, JoinBotOwner& owner);

  /// Whether it can play a match: it runs, and has had none.
  bool can_begin() const { return !match_ && !process_->ended(); }
  /// From now on it plays `match`. REQUIRES: it plays none yet.
  void begin(std::string match) {
    REQUIRE(!match_);
    match_ = std::move(match);
  }
  bool plays(const std::string& match) const { return match_ == match; }
  bool has_begun() const { return match_.has_value(); }
  /// It has said hello, or has ended without it.
  bool ready() const { return greeted_or_gone_.is_set(); }

  /// A line of the referee's. Kept until the bot has said hello, which is not passed on.
  void tell(std::string_view line);
  /// A request for a move. One that the bot has had, before a connection was lost, is not repeated to it:
  /// its answers since then are sent again.
  void ask(std::int64_t turn, std::string_view line);
  /// A past turn. One that the bot has had, or could have seen because it has been asked already, is not
  /// repeated to it. Returns whether the bot was told.
  bool tell_past(std::int64_t turn, std::string_view line);
  /// Waits until the bot has read most of what it was told; one that does not read for long is ended. A past
  /// may be longer than what is kept for a bot.
  static Task<> room(std::shared_ptr<JoinBot> self);
  /// The connection is lost: what the bot says is kept until the next ask().
  void pause() { live_ = false; }
  /// The match is over: closes the bot's input and, after `grace`, ends its process group. What it still says
  /// is not read: in the next match it would count as an answer.
  void leave(Milliseconds grace);
  /// Set when it has ended.
  Event& gone() { return gone_; }
  /// Whether the bot has ended, and all that it has written was read: the referee is told, and no answer
  /// follows.
  bool over() const { return at_end_ && process_->ended(); }

 private:
  JoinBot(Tasks& tasks, JoinBotOwner& owner);
  Task<> read(std::shared_ptr<JoinBot> self);
  Task<> look_after(std::shared_ptr<JoinBot> self);
  Task<> see_off(std::shared_ptr<JoinBot> self, Milliseconds grace);
  Task<> wait_for_end(Milliseconds time);
  void on_line(std::string_view line);
  bool is_greeting(std::string_view line);
  void send(std::string_view line);
  void end_as_deaf();
  void say_if_over();
  void get_ready();

  Tasks& tasks_;
  std::optional<std::string> match_;
  JoinBotOwner& owner_;
  std::shared_ptr<Process> process_;
  std::shared_ptr<LineSocket> io_;
  Timer overdue_reader_;  // runs while room() waits
  Event greeted_or_gone_;
  Event gone_;
  std::vector<std::string> waiting_;  // told before it has said hello
  std::size_t waiting_size_ = 0;
  std::vector<std::string> said_;  // since turn_ was asked
  std::size_t said_size_ = 0;
  std::int64_t turn_ = -1;  // the latest that it was asked
  std::int64_t past_ = -1;  // the latest past one that it was told
  bool greeted_ = false;    // it has said hello
  bool at_end_ = false;     // of its output
  LinesBeforeHello before_;
  bool warned_ = false;  // that it says something else first
  bool live_ = true;     // its lines are sent at once
  bool left_ = false;
  bool overdue_ = false;  // it was ended by a signal of ours
};

}  // namespace referee
