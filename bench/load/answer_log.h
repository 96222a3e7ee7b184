#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bench/load/bot_line.h"
#include "bench/load/stamps.h"

namespace load {

/// What happened to one turn of one bot, as the generator saw it. Moments are 0 where nothing happened.
struct AnswerRow {
  Place place;
  std::int32_t seat = 0;
  std::int64_t turn = 0;
  Nanoseconds stamp = 0;        ///< the kernel's, of the turn's line; without it, when it was read
  bool stamped = false;         ///< whether the kernel gave that stamp
  bool last = false;            ///< whether the read ended with the line, so that the stamp is exact
  Nanoseconds due = 0;          ///< when the answer was to be sent; the moment of reading for "now"
  Nanoseconds before = 0;       ///< just before the call that sent its last byte
  Nanoseconds after = 0;        ///< just after it
  Nanoseconds told = 0;         ///< stamp of the first error that names this turn
  std::array<char, 12> code{};  ///< the beginning of that error's code
};

/// Rows in the order in which the turns arrived, in memory allocated in advance.
class AnswerLog {
 public:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  /// Room for `rows`; none are kept with 0.
  void reserve(std::size_t rows);
  /// The number of the new row; kNone if no rows are kept. Throws std::runtime_error if there is no more
  /// room.
  std::size_t add(const AnswerRow& row);
  /// REQUIRES: a number that add() returned, except kNone.
  AnswerRow& row(std::size_t number) { return rows_[number]; }

  /// Writes CSV with a header: match,seat,turn,stamp,stamped,last,due,before,after,told,code. Moments are
  /// nanoseconds. Throws std::runtime_error.
  void write(const std::string& path) const;

 private:
  std::vector<AnswerRow> rows_;
  std::size_t room_ = 0;
};

}  // namespace load
