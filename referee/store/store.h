#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace referee {

/// An entrant as the store keeps it. The store owns the roster: whoever is in it stays.
struct StoredEntrant {
  std::size_t number = 0;    ///< place in the roster, from 0
  std::string name;          ///< unique after case folding
  std::string display;       ///< free text; may be empty
  std::string token_sha256;  ///< hex; empty for launched bots
  std::string joined;        ///< UTC
  std::string withdrawn;     ///< why; empty: plays
  bool by_no_show = false;   ///< withdrawn for not coming: may come back by logging in
  int no_shows = 0;          ///< games running for which it did not come

  bool operator==(const StoredEntrant&) const = default;
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
    running,  ///< begun; after a crash it is to be made void
    done,     ///< it counts
    voided,   ///< played again as the next attempt
    struck    ///< done, then taken out by the arbiter: it counts for nobody, and is not played again
  };
  std::string match;
  int round = 1;
  int table = 1;
  int game_no = 1;
  int attempt = 1;
  Status status = Status::running;
  std::string result;  ///< JSON text; empty while running or void

  bool operator==(const StoredAttempt&) const = default;
};

/// Something that somebody has changed by hand, or a rule in mid-tournament.
struct StoredChange {
  std::string at;    ///< UTC
  int round = 0;     ///< the round that was running; 0 before the first
  std::string text;  ///< for people

  bool operator==(const StoredChange&) const = default;
};

/// All that a store holds, but for the records.
struct StoreContent {
  std::map<std::string, std::string> meta;
  std::vector<StoredEntrant> entrants;  ///< by number
  std::vector<StoredRound> rounds;      ///< by round
  std::vector<StoredAttempt> games;     ///< in the order in which they began
  std::vector<StoredChange> changes;    ///< in the order of time
};

/// What can be written. A write names all it needs, so that it can be done on another thread.
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

}  // namespace store_write

using StoreWrite = std::variant<store_write::SetMeta, store_write::PutEntrant, store_write::PutRound,
                                store_write::BeginAttempt, store_write::Journal, store_write::FinishAttempt,
                                store_write::ChangeStatus, store_write::AddChange>;

/// Where a tournament is kept. Not thread-safe: one thread at a time. Everything throws StoreError, worded
/// for the operator and naming the store.
class Store {
 public:
  virtual ~Store() = default;
  virtual StoreContent load() = 0;
  /// Does all of `writes`, in their order, or nothing. What it did survives a crash of the machine.
  virtual void apply(const std::vector<StoreWrite>& writes) = 0;
  /// The record of an attempt as far as it is known: whole once it is finished. "" if there is none.
  virtual std::string record(const std::string& match, int attempt) = 0;
};

class StoreError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The file that was named cannot be such a store: the mistake of whoever named it.
class NotAStore : public StoreError {
 public:
  using StoreError::StoreError;
};

}  // namespace referee
