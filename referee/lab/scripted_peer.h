#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/messages.h"
#include "referee/clocks/silence.h"
#include "referee/lab/check.h"
#include "referee/lab/connector.h"
#include "referee/lab/scripted_match.h"
#include "referee/lab/wall_watch.h"
#include "referee/record/open_turn.h"

namespace referee {

/// What all peers of one bot have in common.
struct ScriptedPeerSpec {
  ScriptedMatchSpec match;
  int turns = 60;                        ///< a match is broken off after this many turns of the bot
  std::optional<Milliseconds> patience;  ///< for an answer; nothing: 10 s, or twice the time on the clock
  Milliseconds start{0};                 ///< for hello, beside the init_ms of the clock: an adapter's start
  Milliseconds leave{10'000};            ///< for a launched bot to end after bye
  Milliseconds dial{60'000};             ///< for a bot to dial in, or again
  Milliseconds pause{1000};              ///< how long a slow start keeps the bot waiting
};

/// A check that a bot has not kept.
struct Breach {
  const Check* check = nullptr;
  std::string what;          ///< in words
  std::string line;          ///< of the bot, as it was received; empty if no line is the reason
  std::string mend;          ///< what its author can do; empty: what the check says
  bool advice_only = false;  ///< a referee lets it pass
  int times = 1;             ///< how often; the other members tell of the first time
};

/// What was seen of the bot in one peer.
struct Observed {
  std::vector<Breach> breaches;
  bool greeted = false;     ///< hello was received, or had been before
  int asked = 0;            ///< turns
  bool dismissed = false;   ///< bye was said
  int legal = 0;            ///< turns answered with a legal move
  int lines = 0;            ///< received, of any kind
  bool broken_off = false;  ///< the last match had turns left
  std::vector<Microseconds> spent;
  double worst_share = 0;      ///< of the time that was left for an answer, the greatest share that was used
  Microseconds worst{0};       ///< what was used then
  Microseconds worst_left{0};  ///< what was left then
  std::vector<TurnTimes> times;  ///< of answers; empty where processor time is not known
  std::string stderr_text;       ///< of a launched bot
};

/// The scripted peer of one bot: scenarios.cpp writes the scenarios with it. Once the bot is gone, or the
/// scenario cannot go on after a breach, every call returns at once.
class ScriptedPeer {
 public:
  /// All must outlive the peer. `first_match`: the number of its first match.
  ScriptedPeer(Connector& connector, const ScriptedPeerSpec& spec, int first_match);

  // ---- for scenarios ----

  /// Receives hello on a new connection, says welcome and wait. A bot that has dialled in stays greeted; if
  /// it can play another match in the same process it is told `new_match`, and its next hello is received.
  Task<> greet();
  /// Starts a match; a running match is broken off first.
  void start();
  /// Asks `count` times, and receives the answers. When a match is over, the next one begins.
  Task<> turns(int count);
  /// Plays the running match to its end, or for as many turns as the peer allows.
  Task<> play_out();
  /// Says `end` and `wait`.
  void end();
  /// Says `end` and `wait`. A bot that says that it can play another match in the same process is also told
  /// `new_match`, and its hello is received.
  Task<> end_for_another();
  /// The bot may send nothing for as long as a slow start takes, or for a fraction of it.
  Task<> quiet(int fraction = 1);
  /// Any line.
  void say(std::string_view line);
  /// From now on every message has fields that no version of the protocol knows.
  void add_unknown_fields() { unknown_fields_ = true; }
  /// Asks, tells the bot at once that it is late, and opens the next turn.
  void ask_in_vain();
  /// Sends the latest request that was answered once more.
  void repeat_request();
  /// Asks, and cuts the connection before an answer is received; then waits for the bot to reconnect, and for
  /// its answer.
  Task<> cut_and_resume();
  /// Ends the bot's input without a message; the bot has to end.
  Task<> hang_up();
  /// Says bye and waits for a launched bot to end; a bot that dials in stays for the next peer.
  Task<> part();
  /// Says bye to a bot that dials in, which must not dial in again.
  Task<> dismiss();

  // ---- for the examination ----

  bool over() const { return over_; }
  const Observed& observed() const { return observed_; }
  int matches() const { return matches_; }

 private:
  using Line = BotChannel::Line;
  /// What came in place of a line.
  struct Nothing {
    std::string why;
    std::string mend;  ///< what the author of the bot can do
  };
  using Request = std::pair<std::string, std::int64_t>;  // match and turn

  void breach(const Check& check, const std::string& what, std::string_view line, bool advice_only = false,
              std::string mend = "");
  /// Notes a breach of `check`, after which the scenario cannot go on: over() is true.
  void fail(const Check& check, const std::string& what, std::string_view line, std::string mend = "");
  /// Notes it with the line that has begun and not ended, if there is one.
  void fail(const Check& check, const Nothing& nothing, std::string_view after = "");
  Measure measure() const;
  Microseconds cpu_now() const;
  /// BotProcess::busy(), whatever the clock measures; 0 for a bot that dials in.
  Microseconds busy() const;
  /// Nothing for a bot that dials in, or where the system does not tell.
  std::optional<ProcessorTime> processor_time();
  Milliseconds patience() const;

  Task<> meet();
  Task<> prepare_for_match();
  Task<> receive_hello();
  Task<> receive_hello_again();
  void on_hello(const Line& line, const protocol::Hello& hello);
  bool identify(const Line& line, const protocol::Hello& hello);
  void ask();
  Task<> receive_answer();
  Task<> receive_rest(TimePoint until);
  void on_line(const Line& line);
  void on_move(const Line& line, const protocol::Move& move);
  void on_wrong_numbers(const Line& line, const protocol::Move& move);
  void answered(const Line& line, const protocol::Move& move);
  Microseconds time_answer(const Line& line);
  void watch_wall_time(const Line& line);
  void on_bad(const Line& line, const protocol::BadMessage& bad);
  Task<Nothing> why_nothing_came(Awaited awaited, Milliseconds waited);
  Task<> expect_to_leave(bool in_order);

  Connector& connector_;
  const ScriptedPeerSpec& spec_;
  int matches_;
  std::optional<ScriptedMatch> match_;
  std::optional<OpenTurn> open_;
  Microseconds cpu_at_answer_{0};         // processor time used at the answer before, or at `start`
  Microseconds busy_before_{0};           // when the bot was last asked for something
  std::optional<WallWatch> wall_watch_;   // of the match, where processor time is known
  std::optional<OpenTurn> open_on_wall_;  // the open turn as a clock of wall time would see it
  std::string request_;                   // the latest one
  std::int64_t asked_ = -1;               // its turn
  Request answered_{"", -1};              // the latest one
  std::map<Request, int> stale_;          // requests that are over, and how many answers to each are allowed
  bool unknown_fields_ = false;
  bool wants_past_ = false;
  bool owes_hello_ = false;  // it was told `new_match`
  bool over_ = false;
  int blamed_ = 0;  // breaches so far, repeated ones too
  int tried_ = 0;   // lines so far that were meant as an answer to the open turn, and are not valid
  Observed observed_;
};

}  // namespace referee
