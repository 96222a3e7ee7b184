#pragma once

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <thread>

#include "referee/pages/tournament_snapshot.h"
#include "referee/store/store_uri.h"

namespace referee::pages {

/// Keeps a static site up to date while a tournament is played. It works on a thread of its own with low
/// priority, which reads the store as another process would: nothing of it is done on the loop's thread. It
/// pauses between two writes as ReportPace says, so that in a long tournament little time goes into it.
///
/// What goes wrong is logged: the store has all the data, and the tournament goes on.
class SiteWriter {
 public:
  SiteWriter(StoreUri store, std::filesystem::path folder, PageTerms terms);
  /// Ends the thread. What was asked for and not begun is not written.
  ~SiteWriter();
  SiteWriter(const SiteWriter&) = delete;
  SiteWriter& operator=(const SiteWriter&) = delete;

  /// The store has changed: the site is to be written, at once or a little later. Does not wait.
  void request();
  /// Writes the site as the store is now, and ends the thread. REQUIRES: all that it is to show is on the
  /// disk.
  void finish();

 private:
  void end();
  void work();
  void write();

  const StoreUri store_;
  const std::filesystem::path folder_;
  const PageTerms terms_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool requested_ = false;  // guarded by mutex_
  bool ending_ = false;     // guarded by mutex_
  std::thread thread_;      // the last member, because it uses all others
};

}  // namespace referee::pages
