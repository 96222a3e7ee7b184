#pragma once

#include <optional>
#include <string>

#include "referee/store/store.h"
#include "referee/tournament/config/submission_spec.h"
#include "referee/tournament/standings/history.h"

namespace referee::versions {

/// What an entrant is told of one of its versions, as JSON: protocol/SUBMISSIONS.md. Throws fields::Exception
/// for a damaged store. `content`: for which one plays.
std::string version_json(const StoreContent& content, const StoredVersion& version);

/// What an entrant is told of all its versions, newest first, and of what may be handed in, as JSON:
/// protocol/SUBMISSIONS.md. Throws fields::Exception for a damaged store.
std::string versions_json(const StoreContent& content, Entrant entrant, const SubmissionSpec& spec);

/// The version that the entrant plays from the next round on; 0: the command of the tournament file; nothing:
/// the same as now.
std::optional<int> next_version(const StoreContent& content, const StoredEntrant& entrant);

/// The version of that number; nullptr if the entrant has none.
const StoredVersion* find_version(const StoreContent& content, Entrant entrant, int number);

}  // namespace referee::versions
