#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>

#include "referee/store/store.h"
#include "tests/support/postgresql_server.h"
#include "tests/support/temp_folder.h"

namespace test_support {

inline constexpr const char* kNoServer =
    "no PostgreSQL server is installed: scripts/setup --all installs one";

/// Where a test may make one store.
class StorePlace {
 public:
  virtual ~StorePlace() = default;
  virtual referee::StoreUri uri() const = 0;
};

/// Makes a place of one kind; nullptr if this machine has no such kind.
using MakePlace = std::unique_ptr<StorePlace> (*)();

inline std::unique_ptr<StorePlace> sqlite_place() {
  struct File final : StorePlace {
    referee::StoreUri uri() const override { return folder / "class.db"; }
    TempFolder folder;
  };
  return std::make_unique<File>();
}

/// A schema of its own on the server of this process.
inline std::unique_ptr<StorePlace> postgresql_place() {
  struct Schema final : StorePlace {
    referee::StoreUri uri() const override {
      return referee::StoreUri::parse(address + "&schema=test_" + std::to_string(number));
    }
    static int next() {
      static std::atomic<int> last = 0;
      return ++last;
    }
    std::string address = PostgresqlServer::shared()->address();
    int number = next();
  };
  return PostgresqlServer::shared() == nullptr ? nullptr : std::make_unique<Schema>();
}

/// A test with a store on the server of this process; skipped without one.
class OnPostgresql : public testing::Test {
 protected:
  void SetUp() override {
    if (!place_) {
      GTEST_SKIP() << kNoServer;
    }
  }
  referee::StoreUri uri() const { return place_->uri(); }
  std::unique_ptr<referee::Store> open() const {
    return referee::open_store(uri(), referee::StoreAccess::exclusive);
  }

 private:
  std::unique_ptr<StorePlace> place_ = postgresql_place();
};

}  // namespace test_support
