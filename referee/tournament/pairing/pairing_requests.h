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

/// The byes of entrants that asked to be left out of the next round, history.rounds.size() + 1, and are not
/// withdrawn: each of half a point or of none, in the order of pairing numbers. Tables count on from
/// `first_table`.
std::vector<Encounter> requested_byes(const History& history, int first_table);

/// What a tournament file says of how entrants take part: byes of a Swiss, entrants that must not meet in it,
/// and staff bots. It names entrants as protocol::folded_name() does, because an entrant may enter later.
struct PairingRequests {
  enum class Bye {
    none,  ///< it plays, also against the tournament file
    half,
    zero
  };
  using Byes = std::map<std::string, std::map<int, Bye>>;  ///< by name and round, from 1

  Byes asked;                                   ///< in the tournament file, as of the last start
  Byes ruled;                                   ///< by the arbiter since: it takes precedence over `asked`
  std::vector<std::vector<std::string>> apart;  ///< groups of entrants; no two of a group may meet
  std::vector<std::string> staff = {};          ///< entrants without a place: History::EntrantInfo::staff

  /// The bye of an entrant in a round that has not been paired.
  Bye bye(const std::string& name, int round) const;
  /// Enters the requests of the entrants of `history` into it.
  void enter_into(History& history) const;

  /// The requests as JSON text, which the store keeps. read() reads it.
  std::string json() const;
  /// Throws fields::Exception if `json` is not what json() writes.
  static PairingRequests read(std::string_view json);
  bool operator==(const PairingRequests&) const = default;
};

/// "half-point bye", "zero-point bye". REQUIRES: not none.
std::string_view name_of(PairingRequests::Bye bye);

/// Names of two entrants, as they stand in a tournament file.
using NamePair = std::pair<std::string, std::string>;

/// Reads "forbidden_pairs" of a tournament file: pairs that must not meet. `known`: folded names of all
/// entrants; nullptr if others may enter. Throws fields::Exception at or below `path`.
std::vector<NamePair> read_forbidden_pairs(const nlohmann::json& json, const std::set<std::string>* known,
                                           const std::string& path);

}  // namespace referee
