#pragma once

#include <atomic>
#include <filesystem>

#include "referee/loop/clock.h"
#include "referee/loop/work_thread.h"
#include "referee/pages/tournament_snapshot.h"
#include "referee/store/store_uri.h"
#include "referee/tournament/run/report_pace.h"

namespace referee::pages {

/// Keeps a static site up to date while a tournament is played. It works on a thread of its own with low
/// priority, which reads the store as another process would: nothing of it is done on the loop's thread. It
/// pauses between two writes as ReportPace says, so that in a long tournament little time goes into it.
///
/// What goes wrong is logged: the store has all the data, and the tournament goes on.
class SiteWriter {
 public:
  /// The end of its life ends the thread: what was asked for and not begun is not written.
  SiteWriter(Tasks& tasks, StoreUri store, std::filesystem::path folder, PageTerms terms);

  /// The store has changed: the site is to be written, at once or a little later. Does not wait.
  void request();
  /// Writes the site as the store is now, and ends the thread. REQUIRES: all that it is to show is on the
  /// disk.
  void finish();

 private:
  void write_in_time();
  enum class Next { none, follows };
  /// `next`: whether another write will bring the site up to date if this one fails: then that is no error,
  /// and a warning says it.
  void write(Next next);

  const StoreUri store_;
  const std::filesystem::path folder_;
  const PageTerms terms_;
  const Clock& clock_;
  ReportPace pace_;  // used by the thread only
  std::atomic<bool> requested_{false};
  WorkThread thread_;  // the last member, because its calls use all others
};

}  // namespace referee::pages
