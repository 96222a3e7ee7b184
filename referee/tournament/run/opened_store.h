#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/loop/clock.h"
#include "referee/match/match_seeds.h"
#include "referee/match/saved_match.h"
#include "referee/record/match_spec.h"
#include "referee/store/store.h"
#include "referee/tournament/config/class_export.h"
#include "referee/tournament/config/config.h"
#include "referee/tournament/pairing/pairing_requests.h"

namespace referee {

/// A store made ready to be played on.
struct OpenedStore {
  bool resumed = false;  ///< it had been begun before
  StoreContent content;
  MatchSeeds seeds;
  PairingRequests requests;  ///< what the config asks for now, and what the arbiter has ruled
  std::shared_ptr<const TournamentFormat> format;  ///< the config's, with_stored_changes()
  /// Void attempts that were running when the program last ended: their records, now closed.
  struct Interrupted {
    std::string match;
    int attempt = 1;
    std::string record;
    std::string why;  ///< it cannot go on, for people
  };
  std::vector<Interrupted> interrupted;
  /// Finished attempts that have become void because another program plays (ChangedEntrants), and may be
  /// shown: their records, which say so.
  std::vector<Interrupted> replaced;
  /// Attempts that were running when the program last ended, and that go on.
  struct Resumable {
    std::string match;
    int attempt = 1;
    SavedMatch saved;
  };
  std::vector<Resumable> resumable;
};

/// Begins a new store with the frozen part of `config`, or goes on with one that has the same. Attempts that
/// were running when the program ended go on, or become void, and their matches are to be played again.
/// Throws std::invalid_argument, naming the key, if the frozen part differs, or if the entrants of a
/// tournament differ that takes none after its begin, or only with config.takes_changed_entrants; StoreError;
/// fields::Exception for a damaged store. `sandbox`: Sandbox::text(), for the standings; empty: no entrant is
/// confined.
OpenedStore open_tournament(const TournamentConfig& config, Store& store, const Clock& clock,
                            const std::string& sandbox = "");

/// Throws std::invalid_argument, naming the key, if the file of a store that has been begun has another
/// frozen part than it.
void refuse_another_frozen_part(const TournamentConfig& config, const StoreContent& content);

/// The folder of TurnFiles for that store.
std::filesystem::path turns_folder(const StoreUri& store);

/// Keys of StoreContent::meta.
namespace meta_key {
inline constexpr const char* kFrozen = "frozen";    ///< TournamentConfig::frozen()
inline constexpr const char* kFile = "file";        ///< of the latest start: the tournament file, absolute
inline constexpr const char* kReports = "reports";  ///< of the latest start: the folder, absolute
inline constexpr const char* kRulesFolder =
    "rules_folder";  ///< of the latest start: the folder of a game that is a program; else missing
inline constexpr const char* kRulesFacts =
    "rules_facts";                            ///< of such a game: {"seats": 2, "hidden": false}; else missing
inline constexpr const char* kName = "name";  ///< of the tournament, as last configured
inline constexpr const char* kSeed = "seed";  ///< decimal
inline constexpr const char* kSalt = "salt";  ///< of instances with seeds of their own
inline constexpr const char* kRequests = "requests";  ///< PairingRequests::json(), if there are any
inline constexpr const char* kRounds = "rounds";      ///< decimal, once the arbiter has set their number
inline constexpr const char* kTokenIssued = "token_issued/";  ///< and the folded name of an entrant of the
                                                              ///< file: "yes" once `ctl token` has issued one
inline constexpr const char* kPageToken = "page_token/";      ///< and the folded name of a launched entrant:
                                                          ///< SHA-256 of the token for its own pages, or ""
inline constexpr const char* kNextVersion =
    "next_version/";  ///< and the folded name of an entrant: the StoredVersion::number that it plays from the
                      ///< next round on, 0: as the file says; missing: the same as now
inline constexpr const char* kEntered =
    "entered";  ///< entered_of(), as a JSON list, once somebody has entered a round robin late
inline constexpr const char* kProgram = "program/";  ///< and the folded name of a launched entrant of a round
                                                     ///< robin: program_hash() of the latest start
inline constexpr const char* kRoster = "roster";     ///< ClassExport::json(), if there is a class
inline constexpr const char* kAwaitsApproval =
    "awaits_approval/";  ///< and the folded name of an entrant: "yes" as long as it does, then ""
inline constexpr const char* kSandbox = "sandbox";  ///< of the latest start, for people; may be missing
inline constexpr const char* kFreezeRounds =
    "freeze_rounds";  ///< decimal: WebSpec::freeze_rounds of the latest start; missing: 0
inline constexpr const char* kShownNames =
    "shown_names";  ///< "display" or "name": WebSpec::names of the latest start; missing: "name"
inline constexpr const char* kShownTurn =
    "shown_turn_ms";  ///< decimal: WebSpec::show_turn_ms of the latest start; missing or "": games are not
                      ///< shown again
inline constexpr const char* kShownPlaces =
    "shown_places";  ///< decimal: WebSpec::places of the latest start; missing: 0
inline constexpr const char* kShownMatches =
    "shown_matches";  ///< "all" or "own": WebSpec::matches of the latest start; missing: "all"
inline constexpr const char* kRevealed =
    "revealed";  ///< UTC, once the arbiter has let the results of those rounds be shown
inline constexpr const char* kRevealedFrom =
    "revealed_from";  ///< decimal: the best place that the arbiter has revealed by itself, with all below it
inline constexpr const char* kLadder = "ladder";  ///< LadderTable::json() at its latest estimate
inline constexpr const char* kCounted =
    "counted";  ///< in practice, the matches that the table includes: LadderNumbering::counted()
inline constexpr const char* kPlaying = "playing/";   ///< and the name of a match of a ladder that is being
                                                      ///< played: its entrants by seat, as "3 0"
inline constexpr const char* kFinished = "finished";  ///< UTC, once all rounds have been played
}  // namespace meta_key

/// `format` with what has changed in that store since play began: the rounds that the arbiter has set, the
/// entrants that have entered late. Throws fields::Exception if the store is damaged.
std::shared_ptr<const TournamentFormat> with_stored_changes(std::shared_ptr<const TournamentFormat> format,
                                                            const StoreContent& content);
/// The class of a stored tournament; nothing if its file has named none. Throws fields::Exception if the
/// store is damaged.
std::optional<ClassExport> roster_of(const StoreContent& content);

/// The pairing requests of a stored tournament. Throws fields::Exception if the store is damaged.
PairingRequests requests_of(const StoreContent& content);

}  // namespace referee
