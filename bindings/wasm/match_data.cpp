// What this build of the library has beside rules.h, for pages that play matches: the data with which a
// match's page shows a record. Pages of the daemon get them from the same functions.
#include "referee/pages/match_data.h"

#include <cstddef>
#include <string>
#include <string_view>

#include "bindings/wasm/said_text.h"

extern "C" {

/// The match data of a record of `size` bytes, as referee/pages/schema/match_data.schema.json has them; a
/// failure is {"error":why}. `seat`: whose player looks on, or -1 for everybody. NULL if there is no memory.
const char* rules_match_data(const char* record, std::size_t size, int seat) noexcept {
  using referee::pages::Audience;
  static std::string said;
  return said_text(said, [&] {
    return referee::pages::match_data(
        std::string_view(record, size), {},
        seat < 0 ? Audience::everybody() : Audience::player(static_cast<engines::Seat>(seat)));
  });
}

}  // extern "C"
