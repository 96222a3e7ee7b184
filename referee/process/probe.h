#pragma once

#include <string>

#include "referee/process/cell.h"

namespace referee {

/// Runs the cell's program, which is to end at once with exit status 0, and waits for it. Returns why it did
/// not; empty if it did. REQUIRES: nobody else waits for children.
std::string probe(const Cell& cell);

}  // namespace referee
