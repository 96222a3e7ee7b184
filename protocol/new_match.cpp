#include "protocol/new_match.h"

#include <algorithm>

#include "protocol/json_writer.h"

namespace protocol {

bool takes_new_match(const Hello& hello) { return std::ranges::count(hello.features, kNewMatch) > 0; }

std::string new_match_line() {
  LineWriter out;
  out.field("type", kNewMatch);
  return out.take();
}

}  // namespace protocol
