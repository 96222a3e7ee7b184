#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include "referee/loop/timer.h"
#include "referee/report/standings_page.h"
#include "referee/store/store_writer.h"
#include "referee/tournament/run/report_pace.h"
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
    /// What the reports are to say: asked as soon as all is estimated.
    std::function<StandingsPage()> page;
    std::function<void()> renewed;  ///< all is estimated, and the reports are written
  };
  /// `store` and `table` outlive it. `reports`: the folder of reports.
  LadderRenewal(boost::asio::io_context& io, StoreWriter& store, std::filesystem::path reports,
                LadderTable& table, Events events);

  /// Estimates the ratings anew and writes the reports, as soon as the pace allows it.
  void soon();
  void now();
  /// Forgets what soon() was asked.
  void cancel() { due_.cancel(); }

 private:
  void write_reports() const;

  StoreWriter& store_;
  const std::filesystem::path reports_;
  LadderTable& table_;
  Events events_;
  ReportPace pace_;
  Timer due_;
};

}  // namespace referee
