#pragma once

#include <memory>

#include <nlohmann/json.hpp>

#include "referee/tournament/formats/format_table.h"

// The formats in the tests.
namespace referee::test {

using FormatPtr = std::shared_ptr<const TournamentFormat>;

/// A game whose encounters have these rules.
inline FormatGame game_of(const EncounterRules& rules) {
  return {.seats = rules.apart ? 1 : rules.seats, .instances = 1};
}

inline FormatPtr swiss_format(const EncounterRules& rules, int rounds,
                              const TieBreaks& tie_breaks = default_tie_breaks(false)) {
  const fields::Json keys = {{"kind", "swiss"},
                             {"rounds", rounds},
                             {"best_of", rules.best_of},
                             {"tie_breaks", codes_of(tie_breaks)}};
  return read_format(keys, "format", game_of(rules));
}

inline FormatPtr round_robin_format(const EncounterRules& rules,
                                    const TieBreaks& tie_breaks = default_tie_breaks(true)) {
  const fields::Json keys = {
      {"kind", "round_robin"}, {"best_of", rules.best_of}, {"tie_breaks", codes_of(tie_breaks)}};
  return read_format(keys, "format", game_of(rules));
}

inline FormatPtr field_format(std::size_t instances) {
  return read_format({{"kind", "field"}}, "format", {.seats = 1, .instances = instances});
}

}  // namespace referee::test
