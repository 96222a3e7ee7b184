#include "referee/swiss/trf/reader.h"

#include <utility>

#include "referee/swiss/trf/assembly.h"
#include "referee/swiss/trf/line.h"
#include "referee/swiss/trf/records.h"

namespace referee::swiss {

TrfReport read_trf(std::string_view text, const std::string& file) {
  const std::vector<trf::Line> lines = trf::lines_of(text, file);
  trf::Records records = trf::read_records(lines);
  if (records.players.empty()) {
    throw TrfError(file, 1, 1, "got no player, expected 001 records");
  }
  TrfReport report;
  report.tournament = trf::assembled(records);
  report.warnings = std::move(records.warnings);
  return report;
}

}  // namespace referee::swiss
