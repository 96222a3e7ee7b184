#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include <nlohmann/json.hpp>

#include "referee/base/marked_text.h"
#include "referee/pages/seat_report.h"
#include "referee/pages/tournament_snapshot.h"
#include "referee/store/store.h"

namespace referee::pages {

/// What an entrant may see of an attempt that it plays, or has played.
enum class OwnSight {
  nothing,    ///< its bot was launched, and the instance is still secret, or the round is frozen
  own_seat,   ///< what its bot was told: Audience::player() of its seat
  everything  ///< what spectators see, which is all of it
};
/// `launched`: whether its bot was started by the referee or a worker in this attempt: was_launched().
OwnSight own_sight(const TournamentSnapshot& snapshot, const StoredAttempt& attempt, bool launched);
/// Why it sees nothing, in a sentence without a full stop; "" if it sees something.
std::string why_not_own(const TournamentSnapshot& snapshot, const StoredAttempt& attempt, bool launched);
/// How the attempt was played tells it, as the record says: an entrant with a token may have handed in a
/// version, or have been in the tournament file with a command once. `told`:
/// SeatReport::launched; nothing leaves it to the roster.
bool was_launched(const TournamentSnapshot& snapshot, Entrant entrant, std::optional<bool> told);
/// The seat of the entrant in a match; nothing if it does not play it.
std::optional<std::size_t> seat_of(const TournamentSnapshot& snapshot, Entrant entrant,
                                   const MatchPlace& place);
/// The entrant whose token has this SHA-256, in hex; nothing for "", and if no entrant dials in with it. It
/// takes as long for every digest.
std::optional<Entrant> entrant_of_token(const TournamentSnapshot& snapshot, std::string_view token_sha256);

/// Reports of finished attempts, which do not change: each record is read once.
class SeatReports {
 public:
  /// The report of one seat of an attempt: read from the store or, if the attempt is finished, known from an
  /// earlier call. Throws StoreError.
  SeatReport of(Store& store, const StoredAttempt& attempt, std::size_t seat);
  /// SeatReport::launched alone, of running attempts too: each record is read once. Throws StoreError.
  std::optional<bool> launched(Store& store, const StoredAttempt& attempt, std::size_t seat);

 private:
  static constexpr std::size_t kMost = 20'000;  // some 2 KB each
  std::map<std::tuple<std::string, int, StoredAttempt::Status, std::size_t>, SeatReport> known_;
  std::map<std::tuple<std::string, int, std::size_t>, std::optional<bool>> launched_;
};

/// The texts of an entrant's own files; nothing: no such file.
struct OwnFiles {
  std::optional<std::string> stderr_text;  ///< what its bot wrote to standard error, as far as it is kept
  std::optional<std::string> mark;         ///< MarksFolder::published()
};

/// Me data, as schema/me_data.schema.json describes them: for the entrant alone. Only the records of its own
/// matches are read. The caller has made sure that it is the entrant who asks. Throws StoreError;
/// fields::Exception if the store is damaged.
nlohmann::json me_data(const TournamentSnapshot& snapshot, Entrant entrant, Store& store,
                       SeatReports& reports, const OwnFiles& files);

/// What a bot printed to standard error in a match of its own, by turn: {"format", "seat", "kept": whether it
/// is known, "turns": [{"turn", "lines"}, ...]}. `turn` counts from 0 and is that whose answer came after the
/// lines; null: they came after the last answer. A line is one of printable(). Of more than 2000 lines it has
/// the newest.
nlohmann::json printed_data(const std::optional<MarkedText>& written, std::size_t seat);

}  // namespace referee::pages
