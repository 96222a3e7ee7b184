#include "bench/load/walk.h"

#include "bench/load/append_number.h"

namespace load {

void Walk::append_move(std::string& out, std::int64_t seat, std::int64_t turn) const {
  if (size_ == 0) {
    out += "\"left\"";
    return;
  }
  const std::int64_t steps = turn + 1;
  const std::int64_t row = steps / size_;
  const std::int64_t along = steps % size_;
  out += "[[";
  append_number(out, row % 2 == 0 ? along : size_ - 1 - along);
  out += ',';
  append_number(out, seat * rows_ + row);
  out += "]]";
}

}  // namespace load
