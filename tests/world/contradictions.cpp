#include "tests/world/contradictions.h"

#include <algorithm>

#include "referee/store/store.h"

namespace world {
namespace {

namespace fs = std::filesystem;
using Status = referee::StoredAttempt::Status;

bool takes(referee::Store& store, const std::vector<referee::StoreWrite>& writes) {
  try {
    store.apply(writes);
  } catch (const referee::StoreError&) {
    return false;
  }
  return true;
}

constexpr int kLater = 1'000'000;  // attempts: no match is played so often

/// A later attempt of a match begins.
referee::StoreWrite later(referee::StoredAttempt attempt) {
  attempt.attempt += kLater;
  attempt.status = Status::running;
  attempt.result.clear();
  return referee::store_write::BeginAttempt{attempt, "{}\n"};
}

}  // namespace

std::vector<std::string> contradictions_taken(const fs::path& store) {
  const fs::path copy = store.string() + ".copy";
  fs::copy_file(store, copy);
  const auto opened = referee::open_store(copy, referee::StoreAccess::exclusive);
  const std::vector<referee::StoredAttempt> games = opened->load().games;
  const auto counted = std::ranges::find(games, Status::done, &referee::StoredAttempt::status);
  if (counted == games.end()) {
    return {};
  }
  std::vector<std::string> taken;
  const int next = counted->attempt + kLater;
  using referee::store_write::ChangeStatus;
  using referee::store_write::FinishAttempt;
  if (takes(*opened, {later(*counted), ChangeStatus{counted->match, next, Status::struck, ""}})) {
    taken.push_back("an attempt that runs can be struck");
  }
  if (takes(*opened, {later(*counted), FinishAttempt{counted->match, next, Status::done, "", "{}\n"}})) {
    taken.push_back("a game can have two results");
  }
  return taken;
}

}  // namespace world
