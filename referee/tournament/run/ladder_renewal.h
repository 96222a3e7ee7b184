#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "referee/net/timer.h"
#include "referee/report/standings_page.h"
#include "referee/tournament/run/report_pace.h"
#include "referee/tournament/run/tournament_context.h"
#include "referee/tournament/standings/ladder_table.h"

namespace referee {

/// Estimates the figures of a ladder's table anew, and writes them to the store and to the reports, not more
/// often than its pace lets it.
class LadderRenewal {
 public:
  struct Events {
    /// What belongs into the commit of the table: what leaves the store because the table includes it. `now`:
    /// seconds since 1970.
    std::function<std::vector<StoreWrite>(std::int64_t now)> writes;
    std::function<void()> renewed;  ///< all is estimated, and the reports are written
  };
  /// `table` outlives it.
  LadderRenewal(TournamentContext& context, LadderTable& table, Events events);

  /// Estimates the ratings anew and writes the reports, as soon as the pace allows it.
  void soon();
  void now();
  /// Forgets what soon() was asked.
  void cancel() { due_.cancel(); }
  /// The tournament is over: so say the standings from now on.
  void set_finished() { finished_ = true; }
  /// Valid as long as the table is not changed.
  StandingsPage page() const;

 private:
  void write_reports() const;

  TournamentContext& context_;
  LadderTable& table_;
  Events events_;
  ReportPace pace_;
  Timer due_;
  bool finished_ = false;
};

}  // namespace referee
