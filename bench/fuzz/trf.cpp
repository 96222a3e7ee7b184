#include <stdexcept>
#include <string>

#include "bench/fuzz/targets.h"
#include "referee/swiss/tournament.h"
#include "referee/swiss/trf/reader.h"
#include "referee/swiss/trf/writer.h"

// A tournament report file.
namespace fuzz {
namespace {

using referee::swiss::Tournament;

void check(const Tournament& tournament) {
  promise(!tournament.players.empty(), "a report that is accepted has players");
  for (const auto& player : tournament.players) {
    promise(player.rounds.size() <= tournament.played, "nobody has more rounds than were played");
    for (const auto& entry : player.rounds) {
      promise(!entry.opponent || *entry.opponent < tournament.players.size(), "opponents exist");
    }
  }
  for (const auto& bye : tournament.byes) {
    promise(bye.player < tournament.players.size() && bye.round > static_cast<int>(tournament.played),
            "requests are for rounds to come");
  }
}

/// What the writer has columns for is read again as it was.
void check_written(const Tournament& tournament) {
  std::string text;
  try {
    text = referee::swiss::write_trf(tournament);
  } catch (const std::length_error&) {
    return;
  }
  const Tournament again = referee::swiss::read_trf(text, "written").tournament;
  promise(again.players.size() == tournament.players.size(), "players that are written are read");
  promise(again.played == tournament.played, "rounds that are written are read");
  for (std::size_t player = 0; player < again.players.size(); ++player) {
    for (std::size_t round = 0; round < tournament.played; ++round) {
      promise(again.players[player].in(round) == tournament.players[player].in(round),
              "results that are written are read");
    }
  }
}

}  // namespace

void trf(std::string_view input) {
  Tournament tournament;
  try {
    tournament = referee::swiss::read_trf(input, "report.trf").tournament;
  } catch (const referee::swiss::TrfError&) {
    return;
  }
  check(tournament);
  check_written(tournament);
}

}  // namespace fuzz
