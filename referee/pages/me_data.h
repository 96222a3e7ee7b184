#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include <nlohmann/json.hpp>

#include "referee/pages/seat_report.h"
#include "referee/pages/tournament_snapshot.h"
#include "referee/store/store.h"

namespace referee::pages {

/// What an entrant may see of an attempt that it plays, or has played.
enum class OwnSight {
  nothing,    ///< its bot is launched, and the instance is still secret, or the round is frozen
  own_seat,   ///< what its bot was told: Audience::player() of its seat
  everything  ///< as all others
};
/// REQUIRES: the entrant sits at the match.
OwnSight own_sight(const TournamentSnapshot& snapshot, Entrant entrant, const StoredAttempt& attempt);
/// Why it sees nothing, in a sentence without a full stop; "" if it sees something.
std::string why_not_own(const TournamentSnapshot& snapshot, Entrant entrant, const StoredAttempt& attempt);
/// The seat of the entrant in a match; nothing if it does not play it.
std::optional<std::size_t> seat_of(const TournamentSnapshot& snapshot, Entrant entrant,
                                   const MatchPlace& place);
/// Whether its bot is launched by the referee.
bool is_launched(const TournamentSnapshot& snapshot, Entrant entrant);
/// The entrant whose token has this SHA-256, in hex; nothing for "", and if no entrant dials in with it. It
/// takes as long for every digest.
std::optional<Entrant> entrant_of_token(const TournamentSnapshot& snapshot, std::string_view token_sha256);

/// Reports of finished attempts, which do not change: each record is read once.
class SeatReports {
 public:
  /// Of an attempt: read from the store, or known. Throws StoreError.
  SeatReport of(Store& store, const StoredAttempt& attempt, std::size_t seat);

 private:
  static constexpr std::size_t kMost = 20'000;  // some 2 KB each
  std::map<std::tuple<std::string, int, StoredAttempt::Status, std::size_t>, SeatReport> known_;
};

/// Me data, as schema/me_data.schema.json describes them: for the entrant alone. Only the records of its own
/// matches are read. `stderr_text`: what its bot wrote to standard error, as far as it is kept; nothing: no
/// such file. The caller has made sure that it is the entrant who asks. Throws StoreError; fields::Exception
/// if the store is damaged.
nlohmann::json me_data(const TournamentSnapshot& snapshot, Entrant entrant, Store& store,
                       SeatReports& reports, const std::optional<std::string>& stderr_text);

}  // namespace referee::pages
