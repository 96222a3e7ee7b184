#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "referee/base/units.h"
#include "referee/clocks/clock_spec.h"
#include "referee/net/address.h"
#include "referee/process/confinement.h"
#include "referee/process/inside/sandbox_spec.h"
#include "referee/store/store_uri.h"
#include "referee/tls/tls_server.h"
#include "referee/tournament/config/class_export.h"
#include "referee/tournament/config/entrant_spec.h"
#include "referee/tournament/config/instances.h"
#include "referee/tournament/config/registration_spec.h"
#include "referee/tournament/config/start_spec.h"
#include "referee/tournament/config/submission_spec.h"
#include "referee/tournament/config/web_spec.h"
#include "referee/tournament/config/workers_spec.h"
#include "referee/tournament/formats/tournament_format.h"
#include "referee/tournament/pairing/pairing_requests.h"
#include "referee/tournament/standings/encounter_state.h"

namespace referee {

enum class BetweenRounds {
  go_on,
  manual  ///< after every round, the last one too, it waits for `referee ctl start`
};

/// What becomes of a match that was running when the referee crashed.
enum class OnRestart {
  go_on,  ///< it goes on at the turn that was open, where that is possible
  replay  ///< it is played again
};

/// A tournament file, checked: docs/reference/tournament-file.md explains the keys,
/// configs/schema/tournament.schema.json is their shape.
struct TournamentConfig {
  std::string file;  ///< for messages
  std::string name;
  const engines::Entry* game = nullptr;
  Json options;  ///< complete
  Instances instances;
  Instance trial;  ///< what bots are tried on before they play; with a seed
  ClockSpec clock;
  std::optional<std::uint64_t> seed;  ///< nothing: a secret one is drawn
  std::shared_ptr<const TournamentFormat> format;
  std::size_t seats = 2;  ///< of the game with these options, from 1
  std::vector<EntrantSpec> entrants;
  /// The store of a ladder whose final ratings seed a new tournament (tournament/run/seeding.h); nothing: the
  /// order of `entrants` does.
  std::optional<StoreUri> seeds_from;
  /// The time that terms.until of a ladder names; nothing: it has none.
  std::optional<SystemTime> until;
  std::vector<NamePair> forbidden_pairs;  ///< for a format that keeps entrants apart
  RegistrationSpec registration;
  StartSpec start;
  BetweenRounds between_rounds = BetweenRounds::go_on;
  Milliseconds no_show{60000};
  OnRestart on_restart = OnRestart::go_on;
  Milliseconds grace{60000};  ///< how long a match that goes on after a restart waits for its players
  std::size_t parallel = 1;   ///< seats of launched bots asked at once
  /// Launched bots that can stay in their processes for the next game of the encounter: see KeptBots. Never
  /// in a ladder or practice, which have no such games.
  bool keep_bots = false;
  SandboxLevel sandbox = SandboxLevel::basic;  ///< the least accepted for launched entrants
  /// A store whose matches were played with another edition of the game's folder goes on. Of this start only:
  /// no key of the file says it.
  bool takes_changed_game = false;
  /// A round robin that has begun goes on with other entrants or programs: what is missing is played. Of this
  /// start only: no key of the file says it.
  bool takes_changed_entrants = false;
  bool as_root = false;  ///< launched bots may run as root, if the referee does
  /// Matches of launched bots are played by workers. REQUIRES: a store that has jobs
  std::optional<WorkersSpec> workers;
  /// The memory of each launched entrant and all that it starts, together; its Confinement has it as well.
  std::int64_t memory_mib = Confinement::kMemoryMib;
  std::vector<std::string> house_bot;  ///< may be empty
  std::size_t keep = 50;  ///< practice and ladder: so many newest matches of each entrant are kept
  /// Ladder: records of older matches are not kept, whatever `keep` is; nothing: of any age.
  std::optional<int> keep_days;
  /// Practice: so many matches of an entrant may follow each other at once, then one each `pace`.
  static constexpr int kPracticeAtOnce = 10;
  Milliseconds pace{10'000};  ///< from 0
  Address listen{"127.0.0.1", 7878};
  std::optional<TlsSpec> tls;  ///< nothing: the port speaks no TLS
  WebSpec web;
  std::optional<SubmissionSpec> submissions;  ///< nothing: no versions are handed in
  bool insecure = false;  ///< versions come from other machines although the pages have no TLS: --insecure
  StoreUri store;
  std::filesystem::path reports;
  /// The bands of marks for `referee grade`, which reads them: score::tournament_marks(); null: none.
  Json marks;
  std::optional<ClassExport> roster;  ///< of the class whose students play; nothing: no such file is named

  /// Reads a file. Throws std::invalid_argument for a file that cannot be read or is not JSON (with line and
  /// column), fields::Exception with "FILE: " in front for a wrong value: key path, value, what was expected.
  static TournamentConfig load(const std::filesystem::path& file);
  /// Reads a tournament from JSON that stood in `file`. Throws std::invalid_argument, or fields::Exception
  /// with "FILE: " in front for a wrong value: key path, value, what was expected.
  static TournamentConfig read(const Json& json, const std::string& file);

  /// Sets memory_mib, of all entrants. REQUIRES: from Confinement::kLeastMemoryMib to
  /// kMostMemoryMib.
  void bound_memory(std::int64_t mib);
  /// Whether bots may dial in.
  bool listens() const;
  /// Whether an entrant is launched in the sandbox, or versions are handed in.
  bool confines() const;
  /// What an entrant with this confinement must not see: the results, and the folders of the other entrants.
  std::vector<std::filesystem::path> hidden_from(const Confinement& confinement) const;
  /// The file's requests for the pairings of a Swiss: byes, forbidden pairs, authors.
  PairingRequests requests() const;
  const EncounterRules& encounter_rules() const { return format->encounter_rules(); }
  /// The part that may not change once a store has been begun: game, options, format, seed, instances;
  /// complete.
  Json frozen() const;
};

}  // namespace referee
