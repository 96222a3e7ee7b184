#include "referee/http/outbox.h"

#include <string_view>

namespace referee::web {

Outbox::Sent Outbox::send(Connection& connection) {
  std::size_t sent = 0;
  while (!texts_.empty() && sent < kMostAtOnce) {
    const std::string_view left = std::string_view(*texts_.front()).substr(taken_);
    const auto size = connection.write(left);
    if (!size) {
      return Sent::gone;
    }
    if (*size == 0) {
      break;
    }
    sent += *size;
    taken_ += *size;
    if (*size == left.size()) {
      texts_.pop_front();
      taken_ = 0;
    }
  }
  if (texts_.empty()) {
    return Sent::all;
  }
  return sent > 0 ? Sent::some : Sent::none;
}

}  // namespace referee::web
