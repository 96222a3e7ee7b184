#include "referee/queue/outcome_text.h"

#include <stdexcept>

#include <nlohmann/json.hpp>

#include "protocol/limits.h"

namespace referee::queue {

using Json = nlohmann::json;

Json parse_outcome(const std::string& text) {
  std::size_t values = 0;
  return Json::parse(text, [&values](int depth, Json::parse_event_t event, const Json& /*parsed*/) {
    using enum Json::parse_event_t;
    const bool begins = event == object_start || event == array_start;
    if (begins && depth >= protocol::kMaxDepth) {  // so many are open already
      throw std::runtime_error("it is nested deeper than " + std::to_string(protocol::kMaxDepth));
    }
    if (++values > kMostValues) {
      throw std::runtime_error("it has more than " + std::to_string(kMostValues) + " values");
    }
    return true;
  });
}

}  // namespace referee::queue
