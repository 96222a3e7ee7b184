#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "referee/clocks/clock_spec.h"
#include "referee/pages/built_scripts.h"
#include "referee/pages/names.h"
#include "referee/pages/visibility.h"
#include "referee/report/standings_page.h"
#include "referee/store/store.h"

namespace referee::pages {

/// What the operator has decided about the pages of a tournament.
struct PageTerms {
  WebSpec::Names names = WebSpec::Names::name;
  bool names_as_served = false;  ///< in place of `names`: those that the latest `serve` or `run` has shown
  Entering entering = Entering::open;  ///< open where it is not known
  /// A referee plays it now: attempts without an end are running. Else they are left from a crash or a stop,
  /// and pages leave them out.
  bool live = false;
  bool submissions = false;  ///< versions of bots are handed in
  bool workers = false;      ///< there is a page of the workers
  /// The script with the rules, which verifies records in the browser (bindings/wasm); null: pages say
  /// nothing of it.
  std::shared_ptr<const std::string> rules = {};
  /// There is a page in which bots are written and play in the browser. REQUIRES: rules.
  bool lab = false;
  BuiltScripts scripts = {};  ///< those that pages load beside the rules, to play or as the lab
};

/// What a store says of a tournament in the records of its matches, as far as pages need it.
struct RecordedFacts {
  std::string started;             ///< UTC: when the first match began; "": none has
  std::optional<ClockSpec> clock;  ///< of the newest match
};

/// A tournament at one moment, as pages tell it: made once for each state of the store, and then shared by
/// all pages. It holds secrets: what it tells is for tournament_data() and the others to decide, by
/// `visibility`.
class TournamentSnapshot {
 public:
  /// `content`: of a tournament that has been begun. Throws std::invalid_argument,
  /// fields::Exception or nlohmann's exceptions if it is not, or damaged.
  TournamentSnapshot(StoreContent content, PageTerms terms, RecordedFacts recorded = {});
  TournamentSnapshot(const TournamentSnapshot&) = delete;
  TournamentSnapshot& operator=(const TournamentSnapshot&) = delete;

  const StoreContent& content() const { return content_; }
  const PageTerms& terms() const { return terms_; }
  const RecordedFacts& recorded() const { return recorded_; }
  const std::string& name() const { return page_.tournament; }  ///< of the tournament
  const std::string& game() const { return page_.game; }
  const std::string& kind() const { return kind_; }  ///< of its format: "swiss"
  bool finished() const { return !finished_at().empty(); }
  std::string finished_at() const;  ///< UTC; "": it is not over
  /// Games that are over are shown again at so many milliseconds a turn, as the latest start has said;
  /// nothing: they are not.
  std::optional<std::int64_t> show_turn_ms() const;
  /// Whether it has no rounds, and sums in place of them.
  bool is_ladder() const { return page_.format->ladder() != nullptr; }
  const EncounterRules& rules() const { return page_.rules(); }
  /// The standings with all rounds, and the entrants' own names.
  const StandingsPage& page() const { return page_; }
  const ShownNames& names() const { return names_; }
  const Visibility& visibility() const { return *visibility_; }

  /// The attempt of a match that a page shows: the one that counts or is running, else the newest; nullptr if
  /// the match has not begun.
  const StoredAttempt* attempt(const std::string& match) const;
  /// Whether spectators may open the match's page.
  bool is_shown(const std::string& match) const;
  /// The encounter that a match belongs to. Nothing: it is not paired.
  std::optional<Encounter> encounter(const MatchPlace& place) const;
  /// By seat: the entrants of a match, nothing for a house bot. Empty for a match that is not paired.
  std::vector<std::optional<Entrant>> seats(const MatchPlace& place) const;
  /// By seat: the names that are shown.
  std::vector<std::string> players(const MatchPlace& place) const;

 private:
  StoreContent content_;
  PageTerms terms_;
  RecordedFacts recorded_;
  std::string kind_;
  StandingsPage page_;
  ShownNames names_;
  std::optional<Visibility> visibility_;
  std::map<std::string, const StoredAttempt*> attempts_;        // by match
  std::map<std::pair<int, int>, const Encounter*> encounters_;  // by round and table; of page_
};

/// Reads a store at this moment. Throws StoreError, too.
std::unique_ptr<const TournamentSnapshot> read_snapshot(Store& store, const PageTerms& terms);

}  // namespace referee::pages
