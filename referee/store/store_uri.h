#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace referee {

/// Names a store, in commands and tournament files. PATH and sqlite:PATH are an SQLite file;
/// postgresql://[USER@][HOST[:PORT]]/[DATABASE][?PARAMETERS] is a schema of a PostgreSQL database, with the
/// parameters of libpq and with schema=NAME, which is "referee" if left out. SCHEME:REST with another scheme
/// is a store of a kind of which this referee has none: so a path that begins like a scheme (letters, digits,
/// "+", "-" and ".", then a colon) is written ./a:b.db or sqlite:a:b.db.
class StoreUri {
 public:
  enum class Kind { sqlite, postgresql };
  /// What read() takes, for messages.
  static constexpr const char* kExpected =
      "PATH or sqlite:PATH, with ./ before a PATH such as a:b.db, or postgresql://HOST/DATABASE?schema=NAME,"
      " whose password is in a file (passfile=FILE)";

  StoreUri() = default;
  /// An SQLite file; implicit, because that is what a store usually is.
  StoreUri(const std::filesystem::path& file);  // NOLINT(google-explicit-constructor)

  /// Nothing for "", another scheme, sqlite: without a path, and sqlite://, which other programs read in
  /// several ways. Nothing either for a password in the text, which lists of processes and logs would show.
  static std::optional<StoreUri> read(std::string_view text);
  /// The store that `text` names, as read() reads it. Throws std::invalid_argument with what was expected.
  static StoreUri parse(std::string_view text);
  /// Any text that may have been meant to name a store, with *** for a password.
  static std::string without_password(std::string_view text);

  Kind kind() const { return kind_; }
  /// What read() takes, as it was written if it was written; for messages.
  const std::string& text() const { return text_; }
  /// The file that holds the store; nothing if no file of this machine does.
  std::optional<std::filesystem::path> file() const;
  /// A file that a running referee makes for this store: its control socket is beside(".ctl"). That of a
  /// database is in the current folder, and has host, database and schema in its name.
  std::filesystem::path beside(std::string_view suffix) const;
  /// What libpq takes to connect to a PostgreSQL database, and the schema in it.
  const std::string& address() const { return address_; }
  const std::string& schema() const { return schema_; }

  bool operator==(const StoreUri&) const = default;

 private:
  static std::optional<StoreUri> read_postgresql(std::string_view text);

  Kind kind_ = Kind::sqlite;
  std::string text_;
  std::filesystem::path file_;  // of a database: what the files beside it begin with
  std::string address_;
  std::string schema_;
};

}  // namespace referee
