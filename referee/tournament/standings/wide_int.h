#pragma once

namespace referee {

/// 128 bits, for sums whose parts must never run into each other.
__extension__ using WideInt = __int128;

}  // namespace referee
