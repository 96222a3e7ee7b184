// When a tournament's reports are written, and what they tell.
#include <spdlog/spdlog.h>

#include <stdexcept>
#include <utility>

#include "referee/tournament/run/stored_page.h"
#include "referee/tournament/run/tournament.h"

namespace referee {

void Tournament::round_over() {
  if (hall_.config.between_rounds == BetweenRounds::manual) {
    write_reports();  // there is time to look at them
  } else {
    write_reports_soon();
  }
  events_.round_over();
}

void Tournament::write_reports_soon() {
  if (std::chrono::steady_clock::now() >= pace_.due()) {
    write_reports();
    return;
  }
  reports_due_.set(pace_.due(), [this] { write_reports(); });
}

/// A folder that cannot be written to is reported: the store has it all, and the tournament goes on.
void Tournament::write_reports() {
  reports_due_.cancel();
  const TimePoint begun = std::chrono::steady_clock::now();
  try {
    StandingsPage now = page();
    now.records = "records/";  // they are beside it
    write_standings(hall_.config.reports, now);
    if (has_swiss_reports(now)) {
      swiss_files_.write(now);
    }
  } catch (const std::system_error& error) {
    spdlog::error("{}", error.what());
  } catch (const std::length_error& error) {  // more points than a report file has columns for
    spdlog::error("{}", error.what());
  }
  pace_.written(begun, std::chrono::steady_clock::now());
}

StandingsPage Tournament::page() const {
  PageParts parts;
  parts.tournament = hall_.config.name;
  parts.game = hall_.config.game->name;
  parts.format = hall_.config.format;
  parts.instances = hall_.config.instances.labels();
  parts.history = ledger_.history();
  parts.history.entrants = hall_.roster.contestants();
  requests_.enter_into(parts.history);
  parts.changes = hall_.changes.all();
  parts.rounds = rounds();
  parts.finished = finished_;
  return page_of(std::move(parts));
}

}  // namespace referee
