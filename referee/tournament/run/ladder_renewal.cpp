#include "referee/tournament/run/ladder_renewal.h"

#include <spdlog/spdlog.h>

#include <chrono>
#include <system_error>
#include <utility>

#include "referee/tournament/run/ladder_record.h"
#include "referee/tournament/run/opened_store.h"
#include "referee/tournament/run/stored_page.h"

namespace referee {

LadderRenewal::LadderRenewal(boost::asio::io_context& io, StoreWriter& store, std::filesystem::path reports,
                             LadderTable& table, Events events)
    : store_(store), reports_(std::move(reports)), table_(table), events_(std::move(events)), due_(io) {}

void LadderRenewal::soon() {
  if (due_.clock().now() >= pace_.due()) {
    now();
  } else {
    due_.set(pace_.due(), [this] { now(); });
  }
}

void LadderRenewal::now() {
  due_.cancel();
  const TimePoint begun = due_.clock().now();
  const std::int64_t seconds = seconds_of(due_.clock().utc());
  table_.estimate(seconds);
  std::vector<StoreWrite> writes = events_.writes(seconds);
  writes.emplace_back(store_write::SetMeta{meta_key::kLadder, table_.json()});
  store_.post(std::move(writes));
  write_reports();
  events_.renewed();
  pace_.written(begun, due_.clock().now());
}

/// A folder that cannot be written to is reported: the store has all the data, and the ladder goes on.
void LadderRenewal::write_reports() const {
  try {
    StandingsPage now = events_.page();
    now.links = links_to_records("records/");
    write_standings(reports_, now);
  } catch (const std::system_error& error) {
    spdlog::error("{}", error.what());
  }
}

}  // namespace referee
