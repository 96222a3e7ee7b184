#include "referee/report/machine_lines.h"

#include <algorithm>
#include <iterator>

#include "protocol/require.h"
#include "referee/base/text.h"

namespace referee {
namespace {

std::string calibration_text(const MachineKind& kind) {
  if (!kind.calibration) {
    return "";
  }
  const auto& [least, greatest] = *kind.calibration;
  return ", calibration " + (least == greatest ? "" : ms_text(least) + " to ") + ms_text(greatest);
}

std::string machine_line(const MachineKind& kind) {
  const std::string cpu = kind.cpu.empty() ? "a CPU of unknown model" : printable(kind.cpu, kShownText);
  return counted(kind.matches, "match", "matches") + ": " +
         (kind.sandbox.empty() ? "the referee's own machine, " + cpu
                               : cpu + ", sandbox " + printable(kind.sandbox, kShownText)) +
         calibration_text(kind);
}

}  // namespace

std::string machines_text(const std::vector<MachineKind>& kinds) {
  REQUIRE(!kinds.empty());
  return kinds.size() == 1 ? "Played on one kind of machine:"
                           : "Played on " + std::to_string(kinds.size()) +
                                 " kinds of machine. Times on different kinds cannot be compared:";
}

std::vector<std::string> machine_lines(const std::vector<MachineKind>& kinds) {
  std::vector<std::string> lines;
  std::ranges::transform(kinds, std::back_inserter(lines), machine_line);
  return lines;
}

}  // namespace referee
