#include "referee/store/standby.h"

#include <chrono>
#include <thread>

#include "referee/store/postgres_store.h"

namespace referee {
namespace {

constexpr std::chrono::milliseconds kPause{250};

/// A database lets the referee that hangs go, and keeps the place of one that is about to come back.
bool may_open(const StoreUri& uri) {
  return uri.kind() != StoreUri::Kind::postgresql || make_way_in_postgres_store(uri);
}

}  // namespace

std::unique_ptr<Store> open_store_after_others(const StoreUri& uri,
                                               const std::function<void(const std::string&)>& waits) {
  for (bool waited = false;; waited = true) {
    std::string why;
    try {
      if (may_open(uri)) {
        return open_store(uri, StoreAccess::exclusive);
      }
      why = "store " + uri.text() + ": the database has restarted, and its referee may come back";
    } catch (const NotAStore&) {
      throw;
    } catch (const StoreInUse& in_use) {
      why = in_use.what();
    } catch (const StoreError& error) {
      if (!waited) {
        throw;
      }
      why = error.what();
    }
    waits(why);
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace referee
