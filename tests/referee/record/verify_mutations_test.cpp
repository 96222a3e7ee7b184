#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "referee/record/record.h"
#include "referee/record/replay.h"
#include "tests/support/random_cases.h"
#include "tests/support/sample_record.h"

// Records of all games that somebody has changed, and then given a correct digest and seal. RECORD.md lists
// what no reader can know.
namespace referee {
namespace {

using Json = nlohmann::json;
using Line = nlohmann::ordered_json;
using Pointer = Line::json_pointer;
using test_support::found_in;
using test_support::joined;
using test_support::line_with;
using test_support::lines_of;
using test_support::Missed;
using test_support::sample_record;
using test_support::with_given;
using test_support::with_line;
using test_support::with_new_digest;

/// Options of a short match of each of our games.
const std::map<std::string, Json>& short_games() {
  static const std::map<std::string, Json> options{
      {"battleship", Json::parse(R"({"size":5,"ships":[2,1]})")},
      {"lightcycle", Json::parse(R"({"size":6,"starts":[[[0,0],[0,2]],[[5,5],[5,3]],[[5,0]]]})")},
      {"planets", Json::parse(R"({"map":"corners_ghosts"})")},
      {"snake", Json::parse(R"({"maze":["      ","o$$$$$","$$$$$_"],"max_turns":30})")},
      {"superball", Json::parse(R"({"rows":5,"cols":6,"min_score_size":2,"colors":"xy","max_moves":20})")},
      {"walls", Json::parse(R"({"n":3})")}};
  return options;
}

TEST(VerifyMutations, AllOurGamesAreTried) {
  std::vector<std::string> names;
  for (const engines::Entry& entry : engines::games()) {
    names.emplace_back(entry.name);
  }
  std::vector<std::string> tried;
  for (const auto& [game, options] : short_games()) {
    tried.push_back(game);
  }
  EXPECT_THAT(names, testing::IsSupersetOf(tried));
  EXPECT_EQ(tried.size(), 6U);
}

// ---- answers that the record says the rules refuse ----

TEST(VerifyMutations, AnAnswerThatTheRulesRefuseIsTrue) {
  std::set<std::string> seen;
  for (const auto& [game, options] : short_games()) {
    for (unsigned seed = 0; seed < test_support::random_cases(20U); ++seed) {
      const std::string record = sample_record(game, options, seed, Missed::refused);
      EXPECT_EQ(found_in(record), "") << game << " " << seed;
      for (const char* const verdict : {"illegal", "malformed"}) {
        if (record.find("\"verdict\":\"" + std::string(verdict) + "\"") != std::string::npos) {
          seen.insert(verdict);
        }
      }
    }
  }
  EXPECT_THAT(seen, testing::ElementsAre("illegal", "malformed"));
}

TEST(VerifyMutations, ALegalMoveThatTheRecordCallsIllegalOrMalformedIsADifference) {
  std::size_t forged = 0;
  for (const auto& [game, options] : short_games()) {
    for (unsigned seed = 0; seed < test_support::random_cases(4U); ++seed) {
      for (const Missed missed : {Missed::called_illegal, Missed::called_malformed}) {
        const std::string record = sample_record(game, options, seed, missed);
        if (record.find("\"offered\"") == std::string::npos) {
          continue;  // nobody missed a turn
        }
        EXPECT_THAT(found_in(record),
                    testing::HasSubstr("an answer that the rules refuse, as the verdict is "))
            << game << " " << seed;
        ++forged;
      }
    }
  }
  EXPECT_GT(forged, 20U);
}

/// The number of the first line whose first answer has that verdict; behind the last line: there is none.
std::size_t answered(const std::string& record, const std::string& verdict) {
  return line_with(record, "\"answers\":[{\"seat\":0,\"verdict\":\"" + verdict + "\"");
}

/// A match of Walls in which answers are no moves at all.
const std::string& refused_record() {
  static const std::string record = sample_record("walls", {{"n", 3}}, 11, Missed::refused);
  return record;
}

TEST(VerifyMutations, TheKindOfARefusalIsCompared) {
  const std::string& record = refused_record();
  const std::size_t line = line_with(record, "\"verdict\":\"malformed\"");
  const auto found_after = [&](const std::function<void(Line & answer)>& change) {
    return found_in(
        with_new_digest(with_line(record, line, [&](Line& turn) { change(turn["answers"][0]); })));
  };
  EXPECT_THAT(found_after([](Line& answer) { answer["verdict"] = "illegal"; }),
              testing::HasSubstr("answers[0].verdict: got \"illegal\", expected \"malformed\""));
  EXPECT_THAT(found_after([](Line& answer) { answer.erase("offered"); }),
              testing::HasSubstr("answers[0].offered: got nothing"));
}

// A bot that writes its move alone, in place of a message: the rules have never seen it.
TEST(VerifyMutations, AMoveThatIsNoMessageIsMalformedByItsWords) {
  const std::string record = sample_record("walls", {{"n", 3}}, 11, Missed::called_malformed);
  std::vector<std::string> lines = lines_of(record);
  for (std::string& text : lines) {
    Line line = Line::parse(text);
    if (line.contains("answers") && line["answers"][0].contains("offered")) {
      line["answers"][0]["fault"] =
          "got " + line["answers"][0]["offered"].dump() + ", expected a JSON object with a \"type\"";
      text = line.dump();
    }
  }
  EXPECT_EQ(found_in(with_new_digest(joined(lines))), "");
}

TEST(VerifyMutations, AnAnswerThatWasCutIsNotJudgedAndIsAString) {
  const std::string& record = refused_record();
  const std::size_t line = line_with(record, "\"verdict\":\"malformed\"");
  const auto with_offered = [&](const Json& offered) {
    return found_in(with_new_digest(with_line(record, line, [&](Line& turn) {
      turn["answers"][0]["offered"] = offered;
      turn["answers"][0]["offered_cut"] = true;
    })));
  };
  EXPECT_EQ(with_offered("\"forward\""), "");
  EXPECT_THAT(with_offered(7), testing::HasSubstr("answers[0].offered: got 7, expected a string"));
}

// ---- every key of every kind of line ----

/// A change of the value at a key of an object. False: it cannot be made there.
struct KeyChange {
  std::string name;
  std::function<bool(Line& object, const std::string& key)> make;
};

/// In place of what JSON cannot hold as a tree.
const std::string kTwice = "__twice__";
const std::string kFraction = "__fraction__";

const std::vector<KeyChange>& key_changes() {
  static const std::vector<KeyChange> changes{
      {"removed", [](Line& object, const std::string& key) { return object.erase(key) == 1; }},
      {"twice",
       [](Line& object, const std::string& key) {
         object[kTwice + key] = object[key];
         return true;
       }},
      {"null",
       [](Line& object, const std::string& key) { return !std::exchange(object[key], nullptr).is_null(); }},
      {"of another type",
       [](Line& object, const std::string& key) {
         object[key] = object[key].is_string() ? Line(7) : Line("text");
         return true;
       }},
      {"a list",
       [](Line& object, const std::string& key) {
         object[key] = Line::array({object[key]});
         return true;
       }},
      {"an integer with a fraction of 0", [](Line& object, const std::string& key) {
         const bool integer = object[key].is_number_integer();
         object[key] = integer ? Line(kFraction + object[key].dump()) : object[key];
         return integer;
       }}};
  return changes;
}

/// The changed line as text.
std::string written(const Line& line) {
  static const std::regex fraction("\"" + kFraction + "([0-9]+)\"");
  std::string text = line.dump();
  if (text.find(kFraction) != std::string::npos) {
    text = std::regex_replace(text, fraction, "$1.0");
  }
  if (const std::size_t at = text.find(kTwice); at != std::string::npos) {
    text.erase(at, kTwice.size());
  }
  return text;
}

/// Whether a record may well have what the change makes.
bool is_free(const std::string& path, const std::string& change) {
  static const std::set<std::pair<std::string, std::string>> kFree{
      {"/from", "removed"}, {"/tournament", "of another type"}, {"/answers/0/fault", "removed"}};
  const bool another_answer = path == "/answers/0/offered" && change != "removed" && change != "twice";
  return another_answer || kFree.contains({path, change});
}

/// Tries all changes of all keys of the object at `place` in that line. Returns how many.
std::size_t try_keys(const std::string& record, std::size_t number, const std::string& place) {
  const auto whole = Line::parse(lines_of(record).at(number - 1));
  std::size_t tried = 0;
  for (const auto& [key, value] : whole.at(Pointer(place)).items()) {
    for (const KeyChange& change : key_changes()) {
      Line line = whole;
      const std::string path = place + "/" + key;
      if (is_free(path, change.name) || !change.make(line.at(Pointer(place)), key)) {
        continue;
      }
      std::vector<std::string> lines = lines_of(record);
      lines[number - 1] = written(line);
      std::string changed = joined(lines);
      if (number < lines.size()) {
        changed = with_new_digest(changed);
      } else if (key != "seal") {
        changed = with_seal(changed);
      }
      EXPECT_NE(found_in(changed), "") << "line " << number << ", " << path << " " << change.name;
      ++tried;
    }
  }
  return tried;
}

std::size_t try_lines(const std::string& record, bool given) {
  const std::size_t last = lines_of(record).size();
  std::size_t tried =
      try_keys(record, 1, "") + try_keys(record, last, "") + try_keys(record, last, "/result");
  tried += given ? try_keys(record, 1, "/from") : 0;
  for (const char* const verdict : {"ok", "late", "illegal", "malformed"}) {
    const std::size_t line = answered(record, verdict);
    if (line <= last) {
      tried += try_keys(record, line, "") + try_keys(record, line, "/answers/0");
    }
  }
  return tried;
}

TEST(VerifyMutations, EveryKeyThatIsMissingDoubledOrOfAnotherTypeIsADifference) {
  for (const auto& [game, options] : short_games()) {
    EXPECT_GT(try_lines(sample_record(game, options, 3), false), 150U) << game;
    if (game == "walls" || game == "superball") {
      EXPECT_GT(try_lines(with_given(sample_record(game, options, 3, Missed::refused), 2), true), 150U)
          << game;
    }
  }
}

TEST(VerifyMutations, EveryKeyOfATurnThatAProgramHasToldIsReadOnce) {
  const std::string record = test_support::told_record();
  for (std::size_t line = 1; line < lines_of(record).size(); ++line) {
    const auto whole = Line::parse(lines_of(record)[line - 1]);
    for (const auto& [key, value] : whole.items()) {
      std::vector<std::string> lines = lines_of(record);
      Line twice = whole;
      twice[kTwice + key] = value;
      lines[line - 1] = written(twice);
      EXPECT_THAT(found_in(with_new_digest(joined(lines))), testing::HasSubstr(key + ": got a second value"));
    }
  }
}

TEST(VerifyMutations, QuotesAndColonsWithinATextAreNoKeys) {
  const std::string& record = refused_record();
  const std::size_t line = line_with(record, "\"verdict\":\"malformed\"");
  for (const char* const words : {R"(a "b":1, "b":2)", R"(\)", R"(\":")", R"({"a":{"a":)"}) {
    EXPECT_EQ(found_in(with_new_digest(
                  with_line(record, line, [&](Line& turn) { turn["answers"][0]["fault"] = words; }))),
              "")
        << words;
  }
}

// ---- whole lines ----

using Lines = std::vector<std::string>;

struct LineChange {
  const char* name;
  std::function<void(Lines& lines)> make;
};

const std::vector<LineChange>& line_changes() {
  static const std::vector<LineChange> changes{
      {"the header is missing", [](Lines& lines) { lines.erase(lines.begin()); }},
      {"the header stands twice", [](Lines& lines) { lines.insert(lines.begin(), lines.front()); }},
      {"a turn is missing", [](Lines& lines) { lines.erase(lines.begin() + 1); }},
      {"the latest turn is missing", [](Lines& lines) { lines.erase(lines.end() - 2); }},
      {"a turn stands twice", [](Lines& lines) { lines.insert(lines.begin() + 1, lines[1]); }},
      {"two turns are exchanged", [](Lines& lines) { std::swap(lines[1], lines[2]); }},
      {"the header is the second line", [](Lines& lines) { std::swap(lines[0], lines[1]); }},
      {"the last line stands twice", [](Lines& lines) { lines.push_back(lines.back()); }},
      {"an empty line in the middle", [](Lines& lines) { lines.insert(lines.begin() + 1, ""); }},
      {"an empty line at the end", [](Lines& lines) { lines.emplace_back(); }},
      {"a turn is a list", [](Lines& lines) { lines[1] = "[" + lines[1] + "]"; }},
      {"a turn is cut", [](Lines& lines) { lines[1].pop_back(); }},
      {"two turns in a line", [](Lines& lines) { lines[1] += lines[2]; }},
      {"a NUL behind a turn", [](Lines& lines) { lines[1].push_back('\0'); }},
      {"a carriage return behind a turn", [](Lines& lines) { lines[1].push_back('\r'); }},
      {"a byte order mark", [](Lines& lines) { lines[0].insert(0, "\xEF\xBB\xBF"); }}};
  return changes;
}

TEST(VerifyMutations, ALineThatIsMissingDoubledOrMovedIsADifference) {
  for (const auto& [game, options] : short_games()) {
    const std::string record = sample_record(game, options, 3, Missed::refused);
    ASSERT_GT(lines_of(record).size(), 4U) << game;
    for (const LineChange& change : line_changes()) {
      Lines lines = lines_of(record);
      change.make(lines);
      const Json last = Json::parse(lines.back(), nullptr, false);
      const std::string changed =
          last.is_object() && Json::accept(lines.back()) ? with_new_digest(joined(lines)) : joined(lines);
      EXPECT_NE(found_in(changed), "") << game << ": " << change.name;
    }
  }
}

// ---- what no reader can know ----

TEST(VerifyMutations, WhatNoReaderCanKnowIsNoDifference) {
  const std::string& record = refused_record();
  const std::size_t ok = answered(record, "ok");
  const std::size_t refused = line_with(record, "\"verdict\":\"malformed\"");
  const std::vector<std::tuple<std::size_t, std::string, Json>> free{
      {1, "/match", "another"},
      {1, "/attempt", 3},
      {1, "/tournament", "of a friend"},
      {1, "/round", 2},
      {1, "/table", 2},
      {1, "/game_no", 2},
      {1, "/players/0", "somebody"},
      {1, "/server", "referee 9.0.0"},
      {1, "/started", "2020-02-20T20:20:20.020Z"},
      {1, "/measure/0", "cpu"},
      {1, "/stamp/0", "read"},
      {1, "/sandbox/0", "full"},
      {ok, "/answers/0/spent_us", 1},
      {ok, "/answers/0/rtt_us", 7},
      {ok, "/answers/0/loop_lag_us", 7},
      {ok, "/answers/0/between_us", 7},
      {ok, "/answers/0/sending_us", 7000},
      {ok, "/answers/0/clock_step", true},
      {ok, "/answers/0/stamp", "upper"},
      {refused, "/answers/0/fault", "other words"},
      {refused, "/answers/0/verdict", "late"},
      {lines_of(record).size(), "/ended", "2020-02-20T20:20:21.020Z"}};
  for (const auto& [line, path, value] : free) {
    const std::string changed = with_line(record, line, [&](Line& json) { json[Pointer(path)] = value; });
    EXPECT_EQ(found_in(with_new_digest(changed)), "") << path;
  }
}

}  // namespace
}  // namespace referee
