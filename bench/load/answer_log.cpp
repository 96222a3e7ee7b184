#include "bench/load/answer_log.h"

#include <cstdio>
#include <memory>
#include <stdexcept>

namespace load {

void AnswerLog::reserve(std::size_t rows) {
  room_ = rows;
  rows_.reserve(rows);
}

std::size_t AnswerLog::add(const AnswerRow& row) {
  if (room_ == 0) {
    return kNone;
  }
  if (rows_.size() == room_) {
    throw std::runtime_error("more turns than the " + std::to_string(room_) + " rows asked for");
  }
  rows_.push_back(row);
  return rows_.size() - 1;
}

void AnswerLog::write(const std::string& path) const {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "w"), std::fclose);
  if (file == nullptr) {
    throw std::runtime_error("cannot write " + path);
  }
  std::fputs("match,seat,turn,stamp,stamped,last,due,before,after,told,code\n", file.get());
  for (const AnswerRow& row : rows_) {
    const auto number = [](Nanoseconds value) { return static_cast<long long>(value); };
    std::fprintf(file.get(), "r%ut%ug%u,%d,%lld,%lld,%d,%d,%lld,%lld,%lld,%lld,%s\n", row.place.round,
                 row.place.table, row.place.game, row.seat, number(row.turn), number(row.stamp),
                 row.stamped ? 1 : 0, row.last ? 1 : 0, number(row.due), number(row.before),
                 number(row.after), number(row.told), row.code.data());
  }
  if (std::fflush(file.get()) != 0) {
    throw std::runtime_error("cannot write " + path);
  }
}

}  // namespace load
