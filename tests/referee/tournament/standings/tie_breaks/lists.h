#pragma once

#include <initializer_list>
#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

#include "referee/tournament/standings/standings.h"

// Short functions for lists of tie-breaks and their values.
namespace referee::tie_break_lists {

/// The tie-breaks of a Swiss for two with ratings, which allows every code. Throws fields::Exception.
inline TieBreaks list(std::initializer_list<const char*> codes) {
  fields::Json json = {{"tie_breaks", fields::Json::array()}};
  for (const char* code : codes) {
    json["tie_breaks"].push_back(code);
  }
  fields::Object in(json, "");
  TieBreaks tie_breaks =
      read_tie_breaks(in, {.round_robin = false, .seats_matter = true, .report_file = true});
  in.require();
  return tie_breaks;
}

inline TieBreak one(const char* code) { return list({code}).at(0); }

inline StandingsRules swiss(TieBreaks tie_breaks, int rounds, EncounterRules encounters = {2, 2}) {
  return {.encounters = encounters, .swiss = true, .tie_breaks = std::move(tie_breaks), .rounds = rounds};
}

/// `each`: the encounters that each entrant plays.
inline StandingsRules round_robin(TieBreaks tie_breaks, int each, EncounterRules encounters = {2, 2}) {
  return {.encounters = encounters,
          .swiss = false,
          .tie_breaks = std::move(tie_breaks),
          .rounds = each,
          .encounters_each = each};
}

/// An entrant's value of a tie-break; "none" without one.
inline std::string value(const StandingsRules& rules, const History& history, const char* code,
                         Entrant entrant) {
  const auto found = tie_breaker_of(rules, history).value(one(code), entrant);
  return found ? found->exact_text() : "none";
}

}  // namespace referee::tie_break_lists
