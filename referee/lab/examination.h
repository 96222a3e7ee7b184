#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "referee/lab/scripted_peer.h"

namespace referee {

/// What to examine a bot in.
struct ExaminationSpec {
  std::vector<const engines::Entry*> games;
  bool games_were_named = false;  ///< the bot has to play each of them; otherwise at least one
  Json options = Json::object();
  std::optional<ClockSpec> clock;  ///< nothing: each game's own
  ScriptedPeerSpec peer;           ///< all but `match`
};

enum class Standing { ok, advice, violation, not_reached };
/// "ok", "advice", "violation", "not reached".
const char* name_of(Standing standing);

/// One line of the report.
struct Finding {
  std::string name;  ///< of the check, and of the game where there is one
  const Check* check = nullptr;
  Standing standing = Standing::ok;
  std::string note;
  std::string line;  ///< of the bot, that breached the check; empty if there is none
  std::string mend;  ///< what its author can do, of a violation
};

/// Examines one bot: plain play of each game, then the scenarios in one of the games that it plays.
class Examination {
 public:
  using OnFinding = std::function<void(const Finding&)>;

  /// `connector` must outlive the examination.
  Examination(Connector& connector, ExaminationSpec spec, OnFinding on_finding);

  /// Throws LaunchError and fields::Exception.
  Task<> run();
  /// The end of what the bot wrote to standard error in the play with its first breach, or in the last play.
  const std::string& stderr_text() const { return stderr_; }

 private:
  /// Plain play of one game in one seat.
  struct Play {
    const engines::Entry* game = nullptr;
    engines::Seat seat = 0;
    Observed seen;
    bool stuck = false;  ///< the peer could not go on
  };

  Task<> play_games();
  Task<bool> play_seat(const engines::Entry& game, engines::Seat seat);
  Task<Observed> hold(const engines::Entry& game, engines::Seat seat, Task<> (*scenario)(ScriptedPeer&),
                      bool& stuck);
  void keep_stderr(const Observed& seen);
  void settle_games();
  const Breach* breach_of(const Check& check) const;
  bool knows_processor_time() const;
  bool is_unknown(const Check& rule) const;
  void tell_rules();
  Finding finding_of_rule(const Check& rule) const;
  std::string advice_about(const Check& rule) const;
  void tell_games();
  Finding finding_of_game(const engines::Entry& game) const;
  Task<> play_scenarios();
  Task<Finding> play_scenario(const Check& scenario, const Play& where);
  bool is_blamed_later(const Breach& breach, const Check& scenario) const;
  Task<> tell_leaving();

  Connector& connector_;
  ExaminationSpec spec_;
  OnFinding on_finding_;
  std::vector<Play> plays_;
  std::set<const engines::Entry*> counted_;                      // games, after settle_games()
  std::map<const engines::Entry*, std::string> why_not_played_;  // the other games that were tried
  int matches_ = 1;                                              // the number of the next match
  bool stuck_ = false;                                           // the newest peer could not go on
  bool lost_ = false;                                            // the bot that dialled in does not reconnect
  std::optional<Breach> left_;                                   // of check::kNextGame, until it is told
  std::string stderr_;
  bool in_trouble_ = false;  // stderr_ is that of the first breach
};

}  // namespace referee
