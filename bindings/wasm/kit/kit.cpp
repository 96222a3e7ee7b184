// kit.wasm: what the kit (bindings/referee-kit) has beside the rules. Pages of matches, series and their
// results, and the examination of bots are those of referee; the kit has the files, processes and sockets.
#include <cstddef>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>

#include "bindings/wasm/kit/kit_parts.h"
#include "protocol/json_writer.h"
#include "referee/match/record_lines.h"

namespace kit {
namespace {

Json answer(const Json& request) {
  if (request.contains("page")) {
    return answer_page(request.at("page"));
  }
  for (const char* const key : {"series", "game", "played", "results"}) {
    if (request.contains(key)) {
      return answer_series(request);
    }
  }
  return answer_check(request);
}

/// The answer, or {"error":why}.
Json answered(const Json& request) {
  try {
    return answer(request);
  } catch (const referee::Difference& wrong) {
    return {{"error", wrong.text()}};
  } catch (const std::exception& wrong) {
    return {{"error", wrong.what()}};
  }
}

}  // namespace
}  // namespace kit

extern "C" {

/// Answers a request, JSON. NULL if there is no memory.
const char* kit_answer(const char* request, std::size_t size) noexcept {
  static std::string said;
  try {
    said = protocol::dump(kit::answered(kit::Json::parse(std::string_view(request, size))));
    return said.c_str();
  } catch (const std::exception&) {
    return nullptr;
  }
}

}  // extern "C"
