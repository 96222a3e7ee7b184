#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "referee/store/job_poster.h"
#include "referee/store/store_uri.h"

namespace referee {

/// An entrant as the store keeps it. The store owns the roster: an entrant that is in it is never removed.
struct StoredEntrant {
  std::size_t number = 0;    ///< place in the roster, from 0
  std::string name;          ///< unique after case folding
  std::string display;       ///< free text; may be empty
  std::string token_sha256;  ///< hex; empty for launched bots
  std::string joined;        ///< UTC
  std::string withdrawn;     ///< the reason; empty: it plays
  bool by_no_show = false;   ///< withdrawn for its absences: it plays again once it logs in
  int no_shows = 0;          ///< matches in a row from which it was absent
  int version = 0;           ///< that plays, a StoredVersion::number; 0: the file's command, or it dials in

  bool operator==(const StoredEntrant&) const = default;
};

/// A version of an entrant's bot that was handed in while the tournament is open.
struct StoredVersion {
  enum class Status {
    waiting,  ///< to be built and tried
    failed,   ///< it was not built, or did not play in its trial
    ready     ///< it can play
  };
  std::size_t entrant = 0;  ///< StoredEntrant::number
  int number = 1;           ///< from 1, by entrant, in the order in which they were handed in
  std::string sha256;       ///< hex: of what was handed in
  std::string at;           ///< UTC: when it was
  std::uint64_t bytes = 0;  ///< of what was handed in
  Status status = Status::waiting;
  std::string report;  ///< JSON text (versions/version_report.h); "" while it is waiting

  bool operator==(const StoredVersion&) const = default;
};

/// The pairing of one round, as JSON text (tournament/standings/history.h).
struct StoredRound {
  int round = 1;
  std::string encounters;

  bool operator==(const StoredRound&) const = default;
};

/// One attempt of one match.
struct StoredAttempt {
  enum class Status {
    running,  ///< begun; after a crash it goes on, or is made void
    done,     ///< its result counts
    voided,   ///< does not count; the match is played again as the next attempt
    struck    ///< the arbiter has annulled it: no entrant gets points for it, and it is not played again
  };
  std::string match;
  int round = 1;
  int table = 1;
  int game_no = 1;
  int attempt = 1;
  Status status = Status::running;
  /// JSON text. While it is running: what a restart after a crash has to know (ResumeTerms), or empty. Empty
  /// when void.
  std::string result;

  bool operator==(const StoredAttempt&) const = default;
};

/// Something that the arbiter, or a rule, has changed during the tournament.
struct StoredChange {
  std::string at;    ///< UTC
  int round = 0;     ///< the round that was running; 0 before the first
  std::string text;  ///< for people

  bool operator==(const StoredChange&) const = default;
};

/// All that a store holds, except the records.
struct StoreContent {
  std::map<std::string, std::string> meta;
  std::vector<StoredEntrant> entrants;  ///< by number
  std::vector<StoredRound> rounds;      ///< by round
  std::vector<StoredAttempt> games;     ///< in the order in which they began
  std::vector<StoredChange> changes;    ///< oldest first
  std::vector<StoredVersion> versions;  ///< by entrant, then by number
};

/// What can be written. A write holds all that it needs, so that another thread can do it.
namespace store_write {

struct SetMeta {
  std::string key;
  std::string value;
};
/// A new entrant, or the new state of one.
struct PutEntrant {
  StoredEntrant entrant;
};
struct PutRound {
  StoredRound round;
};
/// An attempt begins: status running. `header` is the record's first line with its newline.
struct BeginAttempt {
  StoredAttempt game;
  std::string header;
};
/// The record of a running attempt has grown by `lines`.
struct Journal {
  std::string match;
  int attempt = 1;
  std::string lines;
};
/// The attempt is over: its status, its result and its whole record.
struct FinishAttempt {
  std::string match;
  int attempt = 1;
  StoredAttempt::Status status = StoredAttempt::Status::done;
  std::string result;
  std::string record;
};
/// The arbiter changes the status of a finished attempt: to voided or struck; its record then says so.
struct ChangeStatus {
  std::string match;
  int attempt = 1;
  StoredAttempt::Status status = StoredAttempt::Status::struck;
  std::string record = {};
};
struct AddChange {
  StoredChange change;
};
/// Removes all attempts of a match, with their records. None of them may be running.
struct ForgetMatch {
  std::string match;
};
/// A new version, or the new state of one.
struct PutVersion {
  StoredVersion version;
};
/// Removes all versions of an entrant. It plays none of them from then on.
struct ForgetVersions {
  std::size_t entrant = 0;
};
/// The entrant of that number gets another name; all else of it stays until PutEntrant.
struct RenameEntrant {
  std::size_t number = 0;
  std::string name;
};
struct RemoveMeta {
  std::string key;
};
/// A finished attempt gets another text of its record.
struct ReplaceRecord {
  std::string match;
  int attempt = 1;
  std::string record;
};
/// All changes are replaced by these.
struct ReplaceChanges {
  std::vector<StoredChange> changes;
};
/// The referee works: changes nothing, and only commits (Store::wants_signs_of_life).
struct SignOfLife {};

}  // namespace store_write

using StoreWrite =
    std::variant<store_write::SetMeta, store_write::PutEntrant, store_write::PutRound,
                 store_write::BeginAttempt, store_write::Journal, store_write::FinishAttempt,
                 store_write::ChangeStatus, store_write::AddChange, store_write::ForgetMatch,
                 store_write::RenameEntrant, store_write::RemoveMeta, store_write::ReplaceRecord,
                 store_write::ReplaceChanges, store_write::PutVersion, store_write::ForgetVersions,
                 store_write::SignOfLife>;

/// Keeps a tournament. Not thread-safe: one thread at a time. All functions throw StoreError, which is worded
/// for the operator and names the store.
class Store {
 public:
  virtual ~Store() = default;
  virtual StoreContent load() = 0;
  /// Does all of `writes`, in their order, or none. When it returns, they survive a crash of the machine.
  virtual void apply(const std::vector<StoreWrite>& writes) = 0;
  /// The record of an attempt: as far as it was written while it runs, whole once it is finished. "" if the
  /// store has no such attempt.
  virtual std::string record(const std::string& match, int attempt) = 0;
  /// Writes the whole store, as it is at one moment, to a new store `to`, also while another process plays on
  /// it. When it returns, the copy is on the disk; if it fails, none is left. Throws NotAStore if `to`
  /// exists.
  virtual void back_up(const StoreUri& to) = 0;
  /// What is damaged in the store itself, for people, at most kMaxDamage lines; empty: it can be read as it
  /// was written. Whether its texts make sense is for check_stored() to say (tournament/run/store_check.h).
  virtual std::vector<std::string> damage() = 0;
  static constexpr int kMaxDamage = 20;
  /// Removes from the files of the store what has been deleted or replaced: until then, its bytes may still
  /// be in them. It takes as long as writing the store anew. REQUIRES: the store was opened to write.
  virtual void erase_deleted() = 0;
  /// Posts the jobs of this tournament for workers, on a connection of its own, for as long as this referee
  /// has the store: one that has taken it over has removed them, and from then on posting throws StoreLost.
  /// Throws NotAStore for a store that can have no jobs. REQUIRES: the store was opened to play.
  virtual std::unique_ptr<JobPoster> job_poster() = 0;
  /// Whether others learn from SignOfLife that this referee still works: then it has to be written every
  /// kSignsEvery.
  virtual bool wants_signs_of_life() const { return false; }
  static constexpr std::chrono::milliseconds kSignsEvery{1000};
  /// Who has written nothing for so long hangs, and may lose the store to a referee that stands by.
  static constexpr std::chrono::milliseconds kSilence{8000};
};

class StoreError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Another referee plays on the store.
class StoreInUse : public StoreError {
 public:
  using StoreError::StoreError;
};

/// Another referee has taken the store over: what this one does counts no more.
class StoreLost : public StoreError {
 public:
  using StoreError::StoreError;
};

/// What was named is no store that can be opened so: the mistake of the person who named it.
class NotAStore : public StoreError {
 public:
  using StoreError::StoreError;
};

/// What a store is opened for.
enum class StoreAccess {
  exclusive,  ///< to play: a store that does not exist is made; one process at a time may have it so
  read_only   ///< to look at it, also while another process plays on it
};

/// Throws NotAStore for a store of a kind that can have no jobs for workers.
void require_jobs(const StoreUri& uri);

/// Opens the store of any kind that `uri` names. Throws StoreError, naming the store: no permission;
/// StoreInUse, under another name too; NotAStore: no store, one of another version, or, to read, none.
std::unique_ptr<Store> open_store(const StoreUri& uri, StoreAccess access);

}  // namespace referee
