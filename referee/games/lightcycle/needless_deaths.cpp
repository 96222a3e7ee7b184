#include "engines/lightcycle/needless_deaths.h"

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/text_lines.h"
#include "referee/games/lightcycle/parts.h"

namespace referee::score {

double needless_deaths(std::string_view record, std::size_t seat) {
  nlohmann::json options;
  std::vector<nlohmann::json> turns;
  for (const std::string& line : engines::lines_of(record)) {
    auto json = nlohmann::json::parse(line);
    if (json.contains("turn")) {
      turns.push_back(std::move(json));
    } else if (json.contains("record")) {
      options = json.at("options");
    }
  }
  std::size_t deaths = 0;
  for (const auto& found : engines::needless_deaths(options, turns, seat)) {
    deaths += found.cycles;
  }
  return static_cast<double>(deaths);
}

}  // namespace referee::score
