#pragma once

#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "referee/loop/event.h"
#include "referee/loop/work_thread.h"
#include "referee/prepare/preparer.h"
#include "referee/store/store.h"
#include "referee/tournament/config/config.h"
#include "referee/tournament/run/roster.h"
#include "referee/versions/hand_in_desk.h"
#include "referee/versions/incoming_file.h"
#include "referee/versions/version_folder.h"
#include "referee/versions/version_report.h"

namespace referee::versions {

/// A file that has arrived whole.
struct HandIn {
  HandInDesk::Applicant from;
  IncomingFile file;  ///< finished
  HandInDesk::Place place;
};

/// What becomes of it.
struct HandInAnswer {
  std::optional<HandInRefusal> refused = {};  ///< nothing: it is a version
  StoredVersion version = {};
  bool known = false;  ///< content that had been handed in before: nothing is built
};

/// The bot of a version that is ready, in its sandbox. Throws fields::Exception for a damaged store.
BotCommand bot_of(const TournamentConfig& config, const VersionFolder& folder, const StoredVersion& version);

/// Removes all files of versions that the store does not name. Slow; no referee may run on the store. Throws
/// std::system_error, and fields::Exception for a damaged store.
void remove_unnamed_files(const VersionFolder& folder, const StoreContent& content);

/// The versions of the entrants' bots: a queue that builds and tries them beside the tournament, several at
/// once, and each entrant's one after the other, and the choice of which one plays. A
/// version that is ready plays from the next round or match on; one that fails leaves the old one playing.
/// All is in the store before anybody is told: after a crash, versions that waited are built again, and the
/// one that played plays. On the loop's thread.
class Versions {
 public:
  /// What it needs of the tournament; all of it outlives it.
  struct Surroundings {
    Tasks& tasks;
    const TournamentConfig& config;
    Roster& roster;
    StoreWriter& store;
    ChangeLog& changes;
  };

  /// Restores what the store says: which versions play, and which wait. Removes files that the store does not
  /// name. Throws std::system_error if the folder cannot be used, and fields::Exception for a damaged store.
  Versions(Surroundings around, const StoreContent& content, VersionFolder folder);
  Versions(const Versions&) = delete;
  Versions& operator=(const Versions&) = delete;

  /// Begins to build what waits, at most `at_once` of it at the same time. `preparer` outlives this object.
  /// REQUIRES: versions are handed in.
  void begin(prepare::Preparer& preparer, std::size_t at_once);
  /// No more is built; what waits, waits for the next start. `why`: what whoever hands in is told from now
  /// on; the first one stands.
  void stop(const std::string& why);
  static constexpr const char* kStopping = "the referee is stopping: submit again later";

  /// The desk that takes versions; nullptr if none are handed in.
  const std::shared_ptr<HandInDesk>& desk() const { return desk_; }
  const VersionFolder& folder() const { return folder_; }
  /// Keeps a version. Returns when the store has it. Throws StoreError.
  Task<HandInAnswer> receive(std::shared_ptr<HandIn> hand_in);

  /// The entrant plays version `number` again, 0: as the tournament file says. Throws std::invalid_argument
  /// if that version cannot play. Returns what has been done, for people.
  std::string roll_back(Entrant entrant, int number);
  /// A table of the entrant's versions, for people.
  std::string text(Entrant entrant) const;

 private:
  struct Known {
    StoredVersion stored;
    VersionReport report;
    bool has_files = true;  ///< what was handed in, and what was built, are on the disk
  };
  using Key = std::pair<Entrant, int>;

  void restore(const StoreContent& content);
  void restore_choice(const StoreContent& content, const StoredEntrant& entrant);
  Known* known(Key key);
  const Known* known(Key key) const;
  Known* same_as(const HandIn& hand_in);
  std::optional<HandInRefusal> why_not(Entrant entrant) const;
  int last_number(Entrant entrant) const;
  int chosen(Entrant entrant) const;
  PlayableVersion playable(const Known& version) const;
  void choose(const Known& version);
  std::optional<Key> next_to_build() const;
  Task<> work();
  Task<> prepare(Key key);
  Task<prepare::Report> prepared(Key key);
  Task<> sweep_work();
  void remove_old(Entrant entrant);
  void forget_files(Known& version);
  void note_state();
  std::filesystem::path handed_in(const Known& version) const;

  Surroundings around_;
  VersionFolder folder_;
  prepare::Preparer* preparer_ = nullptr;  // once it builds
  std::shared_ptr<HandInDesk> desk_;
  std::map<Key, Known> versions_;
  std::deque<Key> waiting_;
  std::set<Entrant> building_;  // whose versions are being built
  Condition changed_;
  std::string stopped_;                // why, once it is
  std::optional<WorkThread> sweeper_;  // once it builds
};

}  // namespace referee::versions
