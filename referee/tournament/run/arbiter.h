#pragma once

#include <string>
#include <vector>

#include "referee/net/control_message.h"
#include "referee/tournament/run/tournament.h"
#include "referee/tournament/run/tournament_context.h"

namespace referee {

/// Carries out what the arbiter asks for with `referee ctl`: configs/README.md lists the commands. What
/// changes the tournament is in its store, and in the standings' notes, before the answer goes out.
class Arbiter {
 public:
  /// `tournament`: nullptr in an open practice, which has no rounds or standings.
  Arbiter(TournamentContext& context, Tournament* tournament) : context_(context), tournament_(tournament) {}

  Task<ControlReply> handle(ControlRequest request);
  /// What goes on, in one line without its end.
  std::string headline() const;

 private:
  using Arguments = std::vector<std::string>;

  ControlReply carry_out(const ControlRequest& request);
  ControlReply start();
  ControlReply pause(bool paused);
  ControlReply status() const;
  ControlReply withdraw(const Arguments& arguments);
  ControlReply give_bye(const Arguments& arguments);
  ControlReply add(const Arguments& arguments);
  ControlReply renew_token(const Arguments& arguments);
  ControlReply kick(const Arguments& arguments);
  Task<ControlReply> rule_on_match(const ControlRequest& request);
  std::string course_text() const;
  std::string entrants_text() const;
  std::string byes_text(Entrant entrant) const;

  TournamentContext& context_;
  Tournament* tournament_;
};

}  // namespace referee
