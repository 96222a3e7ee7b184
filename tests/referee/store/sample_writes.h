#pragma once

#include <string>

#include "referee/store/store.h"
#include "tests/support/complaint.h"

namespace test_support {

/// Text that the store must return unchanged: quotes, bytes that are no UTF-8, a NUL byte.
inline std::string awkward(const std::string& text) {
  return text + " 'quoted' \"twice\" \n\t ; -- \xff\xfe " + std::string(1, '\0') + " end";
}

inline referee::StoredEntrant entrant(std::size_t number, const std::string& name) {
  referee::StoredEntrant out;
  out.number = number;
  out.name = name;
  out.joined = "2026-11-20T08:00:00.000Z";
  return out;
}

inline referee::store_write::BeginAttempt begin_attempt(int number, int attempt = 1) {
  referee::StoredAttempt game;
  game.match = "r1t" + std::to_string(number) + "g1";
  game.table = number;
  game.attempt = attempt;
  return {game, "header of " + game.match + "\n"};
}

inline referee::store_write::Journal journal(int number, const std::string& lines, int attempt = 1) {
  return {begin_attempt(number).game.match, attempt, lines};
}

inline referee::store_write::FinishAttempt finish_attempt(
    int number, referee::StoredAttempt::Status status = referee::StoredAttempt::Status::done,
    int attempt = 1) {
  const std::string match = begin_attempt(number).game.match;
  return {match, attempt, status, "{\"result\":" + std::to_string(number) + "}", "record of " + match + "\n"};
}

/// The message of the StoreError that `call` throws; "accepted" if it throws none.
template <class Call>
std::string refusal(Call call) {
  return test_support::complaint<referee::StoreError>(call);
}

}  // namespace test_support
