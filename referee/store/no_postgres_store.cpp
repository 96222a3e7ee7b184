#include "referee/store/postgres_store.h"

namespace referee {
namespace {

[[noreturn]] void refuse(const StoreUri& uri) {
  throw NotAStore(
      "store " + uri.text() +
      ": this program is linked without PostgreSQL; the one of the Debian package, of the container and"
      " of a build from source has it");
}

}  // namespace

std::unique_ptr<Store> open_postgres_store(const StoreUri& uri, StoreAccess /*access*/) { refuse(uri); }

bool make_way_in_postgres_store(const StoreUri& uri) { refuse(uri); }

void fill_postgres_store(const StoreUri& to, SqlDatabase& /*from*/) { refuse(to); }

}  // namespace referee
