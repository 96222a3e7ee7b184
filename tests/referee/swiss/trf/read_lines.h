#pragma once

#include "referee/swiss/tournament.h"
#include "referee/swiss/trf/reader.h"
#include "tests/referee/swiss/trf/report_lines.h"

namespace referee::swiss::test {

inline TrfReport report_of(const Lines& lines) { return read_trf(text_of(lines), "x.trf"); }

inline Tournament tournament_of(const Lines& lines) { return report_of(lines).tournament; }

}  // namespace referee::swiss::test
