#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/pages/audience.h"

namespace referee::pages {

/// What a page of a match needs and its record does not tell.
struct MatchFacts {
  std::vector<std::string> players = {};  ///< the names shown, by seat; empty: those of the record's header
  bool secret_seed = false;  ///< matches that share the seed are still to be played: it is not told
  bool has_rounds = true;    ///< false: of a ladder, whose matches have no round and no table to tell
  std::string record = {};   ///< link of the record, relative to the page; "": none
  std::string verify = {};   ///< link of the page that verifies this record, relative to the page; "": none
  std::string lab = {};      ///< link of the page that plays this record on, relative to the page; "": none
  std::string replay = {};   ///< link of the replay of a match program, relative to the page; "": none
  std::string home = {};     ///< link of the tournament's page, relative to the page; "": none
};

/// Match data, as schema/match_data.schema.json describes them: compact JSON of all positions of a record,
/// as `audience` may see them. `record` is the text of the whole file, with its last line. A record that is
/// not true, or that was interrupted, gives what could be followed, "broken", and the problem. Throws the
/// Difference if not even its first position is known.
std::string match_data(std::string_view record, const MatchFacts& facts,
                       Audience audience = Audience::everybody());

}  // namespace referee::pages
