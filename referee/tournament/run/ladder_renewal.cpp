#include "referee/tournament/run/ladder_renewal.h"

#include <spdlog/spdlog.h>

#include <chrono>
#include <memory>
#include <system_error>
#include <utility>

#include "referee/tournament/run/ladder_record.h"
#include "referee/tournament/run/stored_page.h"

namespace referee {

LadderRenewal::LadderRenewal(TournamentContext& context, LadderTable& table, Events events)
    : context_(context), table_(table), events_(std::move(events)), due_(context.tasks.io()) {}

void LadderRenewal::soon() {
  if (std::chrono::steady_clock::now() >= pace_.due()) {
    now();
  } else {
    due_.set(pace_.due(), [this] { now(); });
  }
}

void LadderRenewal::now() {
  due_.cancel();
  const TimePoint begun = std::chrono::steady_clock::now();
  const std::int64_t seconds = now_seconds();
  table_.estimate(seconds);
  std::vector<StoreWrite> writes = events_.writes(seconds);
  writes.emplace_back(store_write::SetMeta{meta_key::kLadder, table_.json()});
  context_.store.post(std::move(writes));
  write_reports();
  events_.renewed();
  pace_.written(begun, std::chrono::steady_clock::now());
}

/// A folder that cannot be written to is reported: the store has all the data, and the ladder goes on.
void LadderRenewal::write_reports() const {
  try {
    StandingsPage now = page();
    now.links = links_to_records("records/");
    write_standings(context_.config.reports, now);
  } catch (const std::system_error& error) {
    spdlog::error("{}", error.what());
  }
}

StandingsPage LadderRenewal::page() const {
  PageParts parts;
  parts.tournament = context_.config.name;
  parts.game = context_.config.game->name;
  parts.format = context_.format;
  parts.instances = context_.config.instances.labels();
  parts.history.entrants = context_.roster.entrant_infos();
  parts.history.ladder = std::shared_ptr<const LadderTable>(std::shared_ptr<void>(), &table_);
  parts.changes = context_.changes.all();
  parts.finished = finished_;
  parts.sandbox = context_.sandbox;
  return page_of(std::move(parts));
}

}  // namespace referee
