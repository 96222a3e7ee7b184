#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "referee/base/units.h"
#include "referee/loop/clock.h"
#include "referee/pages/tournament_snapshot.h"
#include "referee/store/store.h"
#include "referee/store/turn_files.h"
#include "referee/tournament/run/marks_folder.h"

namespace referee::web {

/// Reads a tournament from its store for pages, through a connection of its own, which never writes. Used on
/// the web server's thread but for changed().
class TournamentReader {
 public:
  /// A store that has changed is read again this long after the last time at the earliest, and so many times
  /// later than reading it has taken: of a large store that costs little, too.
  static constexpr Milliseconds kPause{1000};
  static constexpr int kRest = 10;

  /// `turns`: the folder of TurnFiles of running matches; empty: none are played by this process. Throws
  /// StoreError; std::invalid_argument and others for a store without a tournament, as TournamentSnapshot.
  TournamentReader(const Clock& clock, const StoreUri& store, pages::PageTerms terms,
                   const std::filesystem::path& turns);

  /// From any thread: the store has been written to.
  void changed() { changed_.store(true, std::memory_order_relaxed); }
  /// The clock of the loop on which it is used.
  const Clock& clock() const { return clock_; }
  /// The next refresh() notices changes that another process has made.
  void look_for_changes();
  /// Reads the store again if it has changed and if it is time to. True if there is a new snapshot. A store
  /// that cannot be read now is logged, and the old snapshot stays.
  bool refresh(TimePoint now);
  /// Reads the store again at once, whether it has changed or not. True if there is a new snapshot. A store
  /// that cannot be read now is logged, and the old snapshot stays.
  bool refresh_now();
  /// Whether refresh() would have something to read, sooner or later.
  bool is_behind() const { return changed_.load(std::memory_order_relaxed); }
  /// Whether refresh() would read the store now.
  bool is_due(TimePoint now) const { return is_behind() && now >= due_; }

  const pages::TournamentSnapshot& snapshot() const { return *snapshot_; }
  /// Counts snapshots, from 1.
  std::int64_t version() const { return version_; }

  /// The connection, for reading more of what snapshot() tells.
  Store& store() { return *store_; }
  /// Where the marks of its entrants are, once they have some.
  const MarksFolder& marks() const { return marks_; }
  /// The whole record of an attempt that is over; "" if there is none. Throws StoreError.
  std::string record(const std::string& match, int attempt);
  /// The record of a running attempt so far, whole lines: its header, and all turns that have left. Throws
  /// StoreError.
  std::string journal(const std::string& match, int attempt);

 private:
  void read();
  std::string stamp() const;

  const Clock& clock_;
  std::filesystem::path file_;
  MarksFolder marks_;
  std::unique_ptr<Store> store_;
  pages::PageTerms terms_;
  std::unique_ptr<TurnFiles> turns_;  // null: none
  std::unique_ptr<const pages::TournamentSnapshot> snapshot_;
  std::int64_t version_ = 0;
  std::string stamp_;  // of the files, at the last look_for_changes()
  bool failing_ = false;
  TimePoint due_ = TimePoint::min();
  std::atomic<bool> changed_{false};
};

}  // namespace referee::web
