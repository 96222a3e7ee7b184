#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace referee {

/// Names a store, in commands and tournament files. PATH and sqlite:PATH are an SQLite file. SCHEME:REST with
/// another scheme is a store of another kind, of which this referee has none: so a path that begins like a
/// scheme (letters, digits, "+", "-" and ".", then a colon) is written ./a:b.db or sqlite:a:b.db.
class StoreUri {
 public:
  enum class Kind { sqlite };
  /// What read() takes, for messages.
  static constexpr const char* kExpected = "PATH or sqlite:PATH, with ./ before a PATH such as a:b.db";

  StoreUri() = default;
  /// An SQLite file; implicit, because that is what a store usually is.
  StoreUri(const std::filesystem::path& file);  // NOLINT(google-explicit-constructor)

  /// Nothing for "", another scheme, sqlite: without a path, and sqlite://, which other programs read in
  /// several ways.
  static std::optional<StoreUri> read(std::string_view text);
  /// The same, but throws std::invalid_argument with what was expected.
  static StoreUri parse(std::string_view text);

  Kind kind() const { return kind_; }
  /// What read() takes, as it was written if it was written; for messages.
  const std::string& text() const { return text_; }
  /// The file that holds the store; nothing if no file of this machine does.
  std::optional<std::filesystem::path> file() const;
  /// A file that a running referee makes for this store: its control socket is beside(".ctl").
  std::filesystem::path beside(std::string_view suffix) const;

  bool operator==(const StoreUri&) const = default;

 private:
  Kind kind_ = Kind::sqlite;
  std::string text_;
  std::filesystem::path file_;
};

}  // namespace referee
