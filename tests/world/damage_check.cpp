#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "referee/record/record.h"
#include "referee/record/replay.h"
#include "tests/support/sample_record.h"
#include "tests/world/checks.h"

// Records that somebody has changed, with what fits of a digest and a seal: `referee verify` finds it.
namespace world {
namespace {

using Lines = std::function<void(nlohmann::ordered_json&)>;

/// Nothing: the record has nothing of the kind.
using Damaged = std::optional<std::string>;

std::string changed(const std::string& record, std::size_t line, const Lines& change) {
  return test_support::with_new_digest(test_support::with_line(record, line, change));
}

/// The digest alone tells that the match did not begin at another millisecond.
Damaged with_another_begin(const std::string& record) {
  const std::string key = "\"started\":\"";
  std::string other = record;
  char& digit = other[other.find(key) + key.size() + std::string_view("2026-11-30T00:00:00.00").size()];
  digit = digit == '0' ? '1' : '0';
  return referee::with_seal(other);
}

Damaged without_its_end(const std::string& record) { return record.substr(0, record.size() - 1); }

/// What was promised before the match is of the old salt.
Damaged with_another_salt(const std::string& record) {
  return changed(record, 1, [](auto& header) {
    std::string salt = header["salt"];
    salt[0] = salt[0] == '0' ? '1' : '0';
    header["salt"] = salt;
  });
}

/// An answer that was in time has taken 1 us more than there was.
Damaged with_an_answer_over_time(const std::string& record) {
  const Json clock = test_support::head_of(record).at("clock");
  const auto lines = test_support::lines_of(record);
  for (std::size_t line = 1; line + 1 < lines.size() && clock.at("kind") == "per_move"; ++line) {
    const Json turn = Json::parse(lines[line]);
    if (!turn.contains("given") && turn.contains("answers") && turn["answers"][0].at("verdict") == "ok") {
      return changed(record, line + 1, [&](auto& changing) {
        const auto limit = clock.at("ms").get<std::int64_t>() + clock.value("margin_ms", std::int64_t{0});
        changing["answers"][0]["spent_us"] = 1000 * limit + 1;
      });
    }
  }
  return std::nullopt;
}

/// Two of those that were absent have come.
Damaged with_two_that_came(const std::string& record) {
  const std::size_t seats = test_support::head_of(record).at("players").size();
  if (seats < 3 || !test_support::last_of(record).contains("no_show")) {
    return std::nullopt;
  }
  return changed(record, test_support::lines_of(record).size(), [&](auto& last) {
    Json absent = Json::array();
    Json scores{1, 1};
    Json ranks{1, 1};
    for (std::size_t seat = 2; seat < seats; ++seat) {
      absent.push_back(seat);
      scores.push_back(0);
      ranks.push_back(3);
    }
    last["no_show"] = absent;
    last.erase("why_absent");
    last["result"]["scores"] = scores;
    last["result"]["rank"] = ranks;
  });
}

const std::map<std::string, Damaged (*)(const std::string&)> kDamages{
    {"that began at another time", &with_another_begin},
    {"without its last newline", &without_its_end},
    {"with another salt", &with_another_salt},
    {"with an answer over its time", &with_an_answer_over_time},
    {"with two that came to a match that was not played", &with_two_that_came}};

}  // namespace

void check_damage(const TournamentWorld& world, std::vector<std::string>& faults) {
  for (const auto& [what, damage] : kDamages) {
    for (const referee::StoredAttempt& attempt : world.content().games) {
      const Damaged record = damage(world.record(attempt.match, attempt.attempt));
      if (!record) {
        continue;
      }
      if (!referee::verify_record(*record, world.config().game).difference) {
        faults.push_back(attempt.match + ": its record " + what + " is true");
      }
      break;  // one of each kind is enough
    }
  }
}

}  // namespace world
