#include "protocol/require.h"

#include <string>

namespace protocol {

void fail_requirement(const char* condition, const char* file, int line) {
  throw FailedRequirement("a fault of the referee: " + std::string(file) + ":" + std::to_string(line) + ": " +
                          condition + " does not hold");
}

}  // namespace protocol
