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

/// Another match than that which was promised.
Damaged with_another_seed(const std::string& record) {
  return changed(record, 1,
                 [](auto& header) { header["seed"] = header["seed"].template get<std::int64_t>() ^ 1; });
}

/// The number of the first line of a turn in which a bot was asked and its move applied.
std::optional<std::size_t> line_of_a_move(const std::string& record) {
  const auto lines = test_support::lines_of(record);
  for (std::size_t line = 1; line + 1 < lines.size(); ++line) {
    const Json turn = Json::parse(lines[line]);
    if (!turn.contains("given") && turn.contains("answers") && turn["answers"][0].at("verdict") == "ok") {
      return line + 1;
    }
  }
  return std::nullopt;
}

/// A turn with a move is changed so.
Damaged with_another_turn(const std::string& record, const Lines& change) {
  const auto line = line_of_a_move(record);
  return line ? Damaged(changed(record, *line, change)) : std::nullopt;
}
/// An answer that was in time has taken 1 us more than there was.
Damaged with_an_answer_over_time(const std::string& record) {
  const Json clock = test_support::head_of(record).at("clock");
  if (clock.at("kind") != "per_move") {
    return std::nullopt;
  }
  return with_another_turn(record, [&](auto& turn) {
    const auto limit = clock.at("ms").get<std::int64_t>() + clock.value("margin_ms", std::int64_t{0});
    turn["answers"][0]["spent_us"] = 1000 * limit + 1;
  });
}

Damaged with_another_number(const std::string& record) {
  return with_another_turn(record, [](auto& turn) { turn["turn"] = turn["turn"].template get<int>() + 1; });
}
Damaged with_another_seat(const std::string& record) {
  return with_another_turn(record, [](auto& turn) {
    auto& seat = turn["answers"][0]["seat"];
    seat = seat.template get<int>() + 1;
  });
}
Damaged with_a_legal_move_refused(const std::string& record) {
  return with_another_turn(record, [](auto& turn) {
    auto& answer = turn["answers"][0];
    answer["verdict"] = "illegal";
    answer["offered"] = answer["move"];
    answer["fault"] = "the rules refuse it";
    answer.erase("move");
  });
}
Damaged with_an_event_of_nobody(const std::string& record) {
  return with_another_turn(record, [](auto& turn) { turn["events"]["nobody"] = 1; });
}

Damaged without_a_turn(const std::string& record) {
  const auto line = line_of_a_move(record);
  if (!line || test_support::last_of(record).at("status") == "void") {  // one is void at any turn
    return std::nullopt;
  }
  auto lines = test_support::lines_of(record);
  lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(*line) - 1);
  return test_support::with_new_digest(test_support::joined(lines));
}

/// The last line is changed so, if it has a result.
Damaged with_another_result(const std::string& record, const Lines& change) {
  return test_support::last_of(record).contains("result")
             ? Damaged(changed(record, test_support::lines_of(record).size(), change))
             : std::nullopt;
}
Damaged with_another_score(const std::string& record) {
  return with_another_result(record, [](auto& last) {
    auto& score = last["result"]["scores"][0];
    score = score.template get<double>() + 1;
  });
}
Damaged with_another_rank(const std::string& record) {
  return with_another_result(record, [](auto& last) {
    auto& rank = last["result"]["rank"][0];
    rank = rank.template get<int>() + 1;
  });
}
Damaged with_another_outcome(const std::string& record) {
  return with_another_result(record, [](auto& last) { last["result"]["outcome"] = {{"nobody", 1}}; });
}

const std::map<std::string, Damaged (*)(const std::string&)> kDamages{
    {"with another seed", &with_another_seed},
    {"with another number of a turn", &with_another_number},
    {"with a move of another seat", &with_another_seat},
    {"with a legal move that is called illegal", &with_a_legal_move_refused},
    {"with an event that has not happened", &with_an_event_of_nobody},
    {"without one of its turns", &without_a_turn},
    {"with another score", &with_another_score},
    {"with another rank", &with_another_rank},
    {"with another outcome", &with_another_outcome},
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
