#pragma once

#include <string>

#include "referee/process/inside/sandbox_spec.h"
#include "referee/tournament/config/entrant_spec.h"

namespace referee {

/// SHA-256 (64 hex digits) of what a launched entrant plays with: what its command names, its other words,
/// and all that is in the folder which the tournament file names. Where nothing confines bots, which may then
/// write into their folders, the folder is left out, and so is one of more bytes than SizeBound allows. A
/// sample bot is told by its name. REQUIRES: it is launched.
std::string program_hash(const EntrantSpec& entrant, SandboxLevel sandbox);

}  // namespace referee
