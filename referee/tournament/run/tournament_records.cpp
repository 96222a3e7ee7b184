#include "referee/tournament/run/tournament_records.h"

#include <spdlog/spdlog.h>

#include <system_error>

#include "referee/store/store.h"

namespace referee {

std::vector<StoredAttempt> attempts_of(const MatchPlace& place, int attempts, std::optional<int> counting) {
  std::vector<StoredAttempt> all;
  for (int attempt = 1; attempt <= attempts; ++attempt) {
    all.push_back({place.id(), place.round, place.table, place.game_no, attempt,
                   attempt == counting ? StoredAttempt::Status::done : StoredAttempt::Status::voided, ""});
  }
  return all;
}

TournamentRecords::TournamentRecords(StoreWriter& store, const std::filesystem::path& reports)
    : store_(store), files_(reports, Sync::none), folder_((reports / "records").string()) {}

Task<> TournamentRecords::export_records(std::vector<StoredAttempt> games) {
  for (const StoredAttempt& game : games) {
    if (game.status == StoredAttempt::Status::running) {
      continue;
    }
    const std::string record = co_await store_.record(game.match, game.attempt);
    if (!record.empty()) {  // else a worker's attempt that was called off: it has a number only
      files_.write_or_note(game.match, game.attempt, game.status != StoredAttempt::Status::done, record);
    }
  }
}

Task<> TournamentRecords::write_late_records() {
  const std::vector<RecordFiles::Unwritten> late = files_.take_unwritten();
  for (const RecordFiles::Unwritten& one : late) {
    const std::string record = co_await store_.record(one.match, one.attempt);
    files_.write_or_note(one.match, one.attempt, one.is_void, record);
  }
  if (!late.empty() && files_.unwritten().empty()) {
    spdlog::info("{} records that could not be written before are in {} now", late.size(), folder_);
  }
}

Task<> TournamentRecords::write_last_records() {
  try {
    co_await write_late_records();
  } catch (const StoreError& error) {
    spdlog::error("{}", error.what());
  }
  if (!files_.unwritten().empty()) {
    spdlog::error("{} records are not in {}: the store has them, and the same command writes them",
                  files_.unwritten().size(), folder_);
  }
}

void TournamentRecords::show_as_void(const std::string& match, int attempt, std::string_view record) {
  try {
    files_.replace_by_void(match, attempt, record);
  } catch (const std::system_error& error) {
    spdlog::error("{}", error.what());
  }
}

}  // namespace referee
