#pragma once

#include <cstddef>

namespace protocol {

/// Bytes of the record of one match, its last line included: RECORD.md has the same number. A match that
/// would have more is void by a fault of its game. The largest that the rules of our own games allow has
/// 450 MiB: Lightcycle on 1000 x 1000 cells, teams of 64 cycles, half a million turns. A store holds it in
/// one value: SQLite up to 1,000,000,000 bytes, PostgreSQL up to 1 GiB.
inline constexpr std::size_t kMaxRecord = std::size_t{512} * 1024 * 1024;

}  // namespace protocol
