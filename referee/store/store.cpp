#include "referee/store/store.h"

#include "referee/store/postgres_store.h"
#include "referee/store/sqlite_store.h"

namespace referee {

std::unique_ptr<Store> open_store(const StoreUri& uri, StoreAccess access) {
  switch (uri.kind()) {
    case StoreUri::Kind::sqlite:
      break;
    case StoreUri::Kind::postgresql:
      return open_postgres_store(uri, access);
  }
  return std::make_unique<SqliteStore>(*uri.file(), access);
}

void require_jobs(const StoreUri& uri) {
  if (uri.kind() != StoreUri::Kind::postgresql) {
    throw NotAStore("store " + uri.text() + ": a file has no jobs for workers: expected postgresql://...");
  }
}

}  // namespace referee
