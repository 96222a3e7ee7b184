// kit.wasm: what the kit (bindings/referee-kit) has beside the rules. Pages of matches, series and their
// results and the examination of bots are those of referee; the kit has the files and processes.
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

#include "bindings/wasm/kit/kit_parts.h"
#include "bindings/wasm/said_text.h"
#include "protocol/json_writer.h"

namespace kit {
namespace {

Json answer(const Json& request) {
  if (request.contains("page")) {
    return answer_page(request.at("page"));
  }
  for (const char* const key : {"meeting", "series", "game", "played", "results"}) {
    if (request.contains(key)) {
      return answer_series(request);
    }
  }
  return answer_check(request);
}

}  // namespace
}  // namespace kit

extern "C" {

/// Answers a request, JSON. NULL if there is no memory.
const char* kit_answer(const char* request, std::size_t size) noexcept {
  static std::string said;
  return said_text(
      said, [&] { return protocol::dump(kit::answer(kit::Json::parse(std::string_view(request, size)))); });
}

}  // extern "C"
