#pragma once

#include <cstddef>
#include <string>

#include <nlohmann/json.hpp>

namespace test_support {

/// The file of a class that plays Walls on the wall clock, whose bots are all launched.
inline nlohmann::json class_of_launched(std::size_t entrants) {
  auto json = nlohmann::json::parse(
      R"({"name":"Spring","game":"walls","format":{"kind":"round_robin"},"parallel":2,
    "clock":{"kind":"per_move","ms":1000,"measure":"wall","init_ms":5000},"entrants":[]})");
  for (std::size_t i = 0; i < entrants; ++i) {
    json["entrants"].push_back({{"name", "bot" + std::to_string(i)}, {"command", {"/bin/true"}}});
  }
  return json;
}

/// Such a class, of at most 16, whose bots all dial in.
inline nlohmann::json class_of_laptops(std::size_t entrants) {
  nlohmann::json json = class_of_launched(0);
  for (std::size_t i = 0; i < entrants; ++i) {
    json["entrants"].push_back({{"name", "bot" + std::to_string(i)},
                                {"token_sha256", std::string(63, '0') + "0123456789abcdef"[i]}});
  }
  return json;
}

}  // namespace test_support
