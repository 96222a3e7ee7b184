#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "referee/store/sql_database.h"
#include "referee/store/store.h"

namespace SQLite {
class Database;
}

namespace referee {

/// Makes the tables in an empty database; otherwise as require_schema().
void ensure_schema(SQLite::Database& database, const std::string& file);

/// Throws StoreError, naming `file`, unless the database is a store of the version that this program reads.
/// SQLite::Exception for what cannot be read at all.
void require_schema(SQLite::Database& database, const std::string& file);

/// Copies all rows of `from` to a new store in the new file `file`; if it fails, none is left. Throws as
/// Store::back_up().
void fill_sqlite_store(const std::filesystem::path& file, SqlDatabase& from);

/// A store in one SQLite file. Write-ahead log, synchronous=FULL: a commit is on the disk when it returns.
///
/// If another file has taken the place of the one that was opened to write, or none, what follows would be
/// lost: apply() then copies all that it holds to a new file beside it, NAME.rescued, and throws.
class SqliteStore final : public Store {
 public:
  using Access = StoreAccess;
  /// Throws as open_store(), naming `path`.
  SqliteStore(const std::filesystem::path& path, Access access);
  ~SqliteStore() override;

  StoreContent load() override;
  void apply(const std::vector<StoreWrite>& writes) override;
  std::string record(const std::string& match, int attempt) override;
  void back_up(const StoreUri& to) override;
  std::vector<std::string> damage() override;
  void erase_deleted() override;
  std::unique_ptr<JobPoster> job_poster() override;

 private:
  void require_same_file();

  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace referee
