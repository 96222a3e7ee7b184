#pragma once

#include <functional>
#include <memory>
#include <string>

#include "referee/store/store.h"

namespace referee {

/// Opens a store to play on, as open_store(), but waits as long as another referee plays on it. In a
/// PostgreSQL database a referee that hangs is not waited for: one that has said nothing for
/// Store::kSilence loses the store, and can write nothing any more.
///
/// `waits` is told why it waits, for people, several times in ten seconds. Throws as open_store() at the
/// first try; once it waits it goes on waiting while the database is away, and throws NotAStore only.
std::unique_ptr<Store> open_store_after_others(const StoreUri& uri,
                                               const std::function<void(const std::string& why)>& waits);

}  // namespace referee
