#pragma once

#include "referee/store/store.h"

namespace referee {

/// Examines the store `from`, copies it to the new store `to` and prints what it holds. Throws StoreError,
/// NotAStore for one that is damaged.
void copy_store(const StoreUri& from, const StoreUri& to, StoreAccess access = StoreAccess::read_only);

}  // namespace referee
