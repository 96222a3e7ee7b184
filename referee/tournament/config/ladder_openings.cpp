#include "referee/tournament/config/ladder_openings.h"

#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

#include "protocol/require.h"

namespace referee {
namespace {

Openings drawn(const TournamentConfig& config, std::size_t turns) {
  try {
    return Openings::random(turns, *config.game, config.options);
  } catch (const std::invalid_argument& wrong) {
    throw std::invalid_argument(config.file + ": format.openings.plies: " + wrong.what());
  }
}

}  // namespace

Openings ladder_openings(const TournamentConfig& config) {
  REQUIRE(config.format->ladder() != nullptr);
  const LadderTerms& terms = *config.format->ladder();
  if (terms.random_plies > 0) {
    return drawn(config, static_cast<std::size_t>(terms.random_plies));
  }
  if (terms.openings.empty()) {
    return {};
  }
  std::string lines;
  for (const Json& opening : Json::parse(terms.openings)) {
    lines += opening.dump() + "\n";
  }
  return Openings::listed(lines, config.file + ": format.openings", *config.game, config.options);
}

}  // namespace referee
