#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "referee/tournament/standings/history.h"

namespace referee {

/// The encounters of those who asked to be left out of the next round, history.rounds.size() + 1, and have
/// not withdrawn: a bye of half a point or of none each, in the order of pairing numbers. Tables count on
/// from `first_table`.
std::vector<Encounter> requested_byes(const History& history, int first_table);

/// What people have asked of a Swiss' pairings: to be left out of rounds, and who may not meet whom. By
/// names, as protocol::folded_name() has them, for an entrant may be still to come.
struct PairingRequests {
  enum class Bye {
    none,  ///< it plays, whatever the tournament file says
    half,
    zero
  };
  using Byes = std::map<std::string, std::map<int, Bye>>;  ///< by name and round, from 1

  Byes asked;                                   ///< in the tournament file, as of the last start
  Byes ruled;                                   ///< by the arbiter since: goes before what was asked
  std::vector<std::vector<std::string>> apart;  ///< groups of entrants none of whom may meet another of them

  /// What is to become of an entrant in a round that has not been paired.
  Bye bye(const std::string& name, int round) const;
  /// Tells `history`, which has its entrants, what concerns them.
  void enter_into(History& history) const;

  /// As the store keeps it.
  std::string json() const;
  /// Throws fields::Exception if `json` is not what json() writes.
  static PairingRequests read(std::string_view json);
  bool operator==(const PairingRequests&) const = default;
};

/// "half-point bye", "zero-point bye". REQUIRES: not none.
std::string_view name_of(PairingRequests::Bye bye);

/// Names of two entrants, as they stand in a tournament file.
using NamePair = std::pair<std::string, std::string>;

/// Reads "forbidden_pairs" of a tournament file: who must not meet. `known`: folded names of all entrants;
/// nullptr if others may come. Throws fields::Exception at or below `path`.
std::vector<NamePair> read_forbidden_pairs(const nlohmann::json& json, const std::set<std::string>* known,
                                           const std::string& path);

}  // namespace referee
