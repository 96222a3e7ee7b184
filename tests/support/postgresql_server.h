#pragma once

#include <filesystem>
#include <string>

#include "tests/support/temp_folder.h"

namespace test_support {

/// A PostgreSQL server in a temporary folder, with a Unix socket alone; ends with this object.
class PostgresqlServer {
 public:
  /// The one of this process, begun by the first call; nullptr if none is installed.
  static PostgresqlServer* shared();

  ~PostgresqlServer();
  PostgresqlServer(const PostgresqlServer&) = delete;
  PostgresqlServer& operator=(const PostgresqlServer&) = delete;

  /// The URI of its database, to which parameters may be appended.
  std::string address() const;
  /// pg_ctl: all sessions are ended; begin() returns once new ones are taken.
  void begin() const;
  void end() const;

 private:
  explicit PostgresqlServer(std::filesystem::path programs);
  void run(const std::string& program, const std::string& arguments) const;

  TempFolder folder_;
  std::filesystem::path programs_;
};

}  // namespace test_support
