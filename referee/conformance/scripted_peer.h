#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/messages.h"
#include "referee/conformance/check.h"
#include "referee/conformance/connector.h"
#include "referee/conformance/scripted_match.h"
#include "referee/match/open_turn.h"

namespace referee {

/// What every peer of a bot is played with.
struct ScriptedPeerSpec {
  ScriptedMatchSpec match;
  int turns = 60;                        ///< a game is broken off after so many of the bot's turns
  std::optional<Milliseconds> patience;  ///< for an answer; nothing: 10 s, or twice the time on the clock
  Milliseconds leave{10'000};            ///< for a launched bot to end after bye
  Milliseconds dial{60'000};             ///< for a bot to dial in, or again
  Milliseconds pause{1000};              ///< how long a slow start keeps the bot waiting
};

/// A check that a bot has not kept.
struct Breach {
  const Check* check = nullptr;
  std::string what;          ///< in words
  std::string line;          ///< of the bot, as it came; empty if there is none to blame
  bool advice_only = false;  ///< a referee lets it pass
  int times = 1;             ///< how often; the rest is the first time
};

/// What was seen of the bot in one peer.
struct Observed {
  std::vector<Breach> breaches;
  bool greeted = false;     ///< hello was received, or had been before
  int asked = 0;            ///< turns
  bool dismissed = false;   ///< bye was said
  int legal = 0;            ///< turns answered with a legal move
  int lines = 0;            ///< received, of whatever kind
  bool broken_off = false;  ///< the last game had turns left
  std::vector<Microseconds> spent;
  double worst_share = 0;      ///< of the time that was left for an answer, the most that was used
  Microseconds worst{0};       ///< what was used then
  Microseconds worst_left{0};  ///< what was left then
  std::string stderr_text;     ///< of a launched bot
};

/// The scripted peer of one bot: what the scenarios of scenarios.cpp are written in. Once the bot is gone, or
/// has done what leaves nothing to go on from, every call returns at once.
class ScriptedPeer {
 public:
  /// All must outlive the peer. `first_match`: the number of its first match.
  ScriptedPeer(Connector& connector, const ScriptedPeerSpec& spec, int first_match);

  // ---- for scenarios ----

  /// Hears hello on a new connection, says welcome and wait. A bot that has dialled in stays greeted.
  Task<> greet();
  /// Starts a match; one that runs is broken off first.
  void start();
  /// Asks `count` times, and receives the answers. A game that is over is followed by the next.
  Task<> turns(int count);
  /// Plays the running game to its end, or for as many turns as the peer allows.
  Task<> play_out();
  /// Says `end` and `wait`.
  void end();
  /// Nothing may come for as long as a slow start takes, or for a fraction of it.
  Task<> quiet(int fraction = 1);
  /// Any line.
  void say(std::string_view line);
  /// From here on every message has fields that no version knows.
  void add_unknown_fields() { unknown_fields_ = true; }
  /// Asks, tells the bot that it is late, and opens the next turn behind it at once.
  void ask_in_vain();
  /// Sends the latest request that was answered once more.
  void repeat_request();
  /// Asks, and cuts the connection before an answer is received; then waits for the bot to come back, and for
  /// its answer.
  Task<> cut_and_resume();
  /// Ends the bot's input without a word; it has to leave.
  Task<> hang_up();
  /// Says bye and waits for a launched bot to leave; one that dials in stays for the next peer.
  Task<> part();
  /// Says bye to a bot that dials in, which has to stay away.
  Task<> dismiss();

  // ---- for the examination ----

  bool over() const { return over_; }
  const Observed& observed() const { return observed_; }
  int matches() const { return matches_; }

 private:
  using Line = LineChannel::Line;
  using Request = std::pair<std::string, std::int64_t>;  // match and turn

  void breach(const Check& check, const std::string& what, std::string_view line, bool advice_only = false);
  /// The same, and there is nothing to go on from.
  void fail(const Check& check, const std::string& what, std::string_view line);
  Measure measure() const;
  Microseconds cpu_now() const;
  Milliseconds patience() const;

  Task<> receive_hello();
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
  void on_bad(const Line& line, const protocol::BadMessage& bad);
  Task<std::string> why_nothing_came(Milliseconds waited);
  Task<> expect_to_leave(bool in_order);

  Connector& connector_;
  const ScriptedPeerSpec& spec_;
  int matches_;
  std::optional<ScriptedMatch> match_;
  std::optional<OpenTurn> open_;
  std::string request_;           // the latest one
  std::int64_t asked_ = -1;       // its turn
  Request answered_{"", -1};      // the latest one
  std::map<Request, int> stale_;  // requests that are over, and how many answers to each are in order
  bool unknown_fields_ = false;
  bool wants_past_ = false;
  bool over_ = false;
  int blamed_ = 0;  // breaches so far, repeated ones too
  int tried_ = 0;   // lines so far that were meant as an answer to the open turn, and are none
  Observed observed_;
};

}  // namespace referee
