// What this build of the library has beside rules.h: the verification of a record that tells how far it is,
// for a page with a progress bar.
#include <cstddef>
#include <exception>
#include <string>

#include "protocol/json_writer.h"
#include "referee/record/replay.h"
#include "referee/record/verified_json.h"

extern "C" {

/// Called by the rules: so many bytes of the record were played. The module of JavaScript has it.
void rules_watch(std::size_t bytes);

/// What rules_verify() says of the record, until the next call. NULL if there is no memory.
const char* rules_verify_watched(const char* record, std::size_t size) noexcept {
  static std::string said;
  try {
    said = protocol::dump(referee::json_of(referee::verify_record({record, size}, nullptr, rules_watch)));
    return said.c_str();
  } catch (const std::exception&) {
    return nullptr;
  }
}

}  // extern "C"
