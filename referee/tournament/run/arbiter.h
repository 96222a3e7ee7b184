#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/json_writer.h"
#include "referee/loop/clock.h"
#include "referee/net/control_message.h"
#include "referee/tournament/run/bot_connections.h"
#include "referee/tournament/run/tournament_runner.h"

namespace referee {

/// Carries out what the arbiter asks for with `referee ctl`: docs/reference/running.md lists the commands. A
/// change of the tournament is in its store, and in the standings' notes, before the answer is sent.
class Arbiter {
 public:
  /// What it works with. All outlive it.
  struct Surroundings {
    const Clock& clock;
    const TournamentConfig& config;
    StoreWriter& store;
    ChangeLog& changes;
    Roster& roster;
    BotConnections& connections;
    const MatchScheduler& match_scheduler;
  };

  /// `runner` plays with these; `content`: of the store when it was opened.
  Arbiter(const Surroundings& around, const StoreContent& content, TournamentRunner& runner);
  /// Says where the pages are that browsers are shown; "": there are none, as long as it has not been called.
  void set_web_address(std::string address) { web_address_ = std::move(address); }

  Task<ControlReply> handle(ControlRequest request);
  /// The state of the tournament, in one line without its end.
  std::string headline() const;

 private:
  using Arguments = std::vector<std::string>;
  /// The name of a command for `referee ctl`, and the function that carries it out.
  struct Command {
    std::string_view name;
    Task<ControlReply> (Arbiter::*carry_out)(Arguments);
  };
  static const std::array<Command, 17> kCommands;

  // Each throws std::invalid_argument for arguments that are wrong.
  Task<ControlReply> status(Arguments arguments);
  Task<ControlReply> add(Arguments arguments);
  Task<ControlReply> renew_token(Arguments arguments);
  Task<ControlReply> kick(Arguments arguments);
  Task<ControlReply> withdraw(Arguments arguments);
  Task<ControlReply> withdraw_matching(Arguments arguments);
  Task<ControlReply> approve(Arguments arguments);
  Task<ControlReply> approve_matching(Arguments arguments);
  Task<ControlReply> reload(Arguments arguments);
  Task<ControlReply> start(Arguments arguments);
  Task<ControlReply> pause(Arguments arguments);
  Task<ControlReply> resume(Arguments arguments);
  Task<ControlReply> give_bye(Arguments arguments);
  Task<ControlReply> set_rounds(Arguments arguments);
  Task<ControlReply> strike(Arguments arguments);
  Task<ControlReply> replay(Arguments arguments);
  Task<ControlReply> reveal(Arguments arguments);

  ControlReply reveal_next();
  void reveal_all();
  void approve(const std::vector<Entrant>& entrants);
  protocol::Json status_json() const;
  std::string registration_text() const;
  std::string entrants_text() const;

  const Surroundings around_;
  TournamentRunner& runner_;
  std::string web_address_;
  bool revealed_;      // the arbiter has let the results of WebSpec::freeze_rounds be shown
  int revealed_from_;  // meta_key::kRevealedFrom; 0: no place is revealed by itself
};

}  // namespace referee
