#include "referee/match/program/program_line.h"

#include <algorithm>
#include <utility>

#include "protocol/fields.h"
#include "protocol/json_writer.h"
#include "protocol/numbers.h"
#include "protocol/parse.h"
#include "referee/record/match_result.h"

namespace referee {
namespace {

using Json = nlohmann::json;
using Bound = ProgramLineBound;

const std::vector<std::string_view> kVerdicts{"late", "illegal", "malformed", "disconnected"};

[[noreturn]] void refuse(const std::string& path, const std::string& got, const std::string& expected) {
  throw fields::Exception({path, got, expected});
}

ProgramLine read_progress(fields::Object& in) {
  ProgramProgress progress{Json::object()};
  if (in.find("turn") != nullptr) {
    progress.view["turn"] = in.integer("turn", {0, Bound::kTurns});
  }
  if (in.find("text") != nullptr) {
    progress.view["text"] = in.text("text", Bound::kText);
  }
  if (const Json* const picture = in.find("picture")) {
    if (!picture->is_object()) {
      in.fail("picture", *picture, "a picture: an object");
    }
    Json& shown = progress.view["picture"] = *picture;
    if (progress.view.contains("text") && shown.is_object() && !shown.contains("caption")) {
      shown["caption"] = progress.view["text"];
    }
  }
  return progress;
}

ProgramLine read_fault(fields::Object& in, std::size_t seats) {
  ProgramFault fault;
  fault.seat = static_cast<std::size_t>(in.integer("seat", {0, static_cast<std::int64_t>(seats) - 1}));
  const std::string word = in.text("verdict", Bound::kText);
  if (std::ranges::find(kVerdicts, word) == kVerdicts.end()) {
    in.fail("verdict", Json(word), R"("late", "illegal", "malformed" or "disconnected")");
  } else {
    fault.verdict = *protocol::verdict_of(word);
  }
  fault.why = in.text("why", Bound::kText);
  return fault;
}

bool is_score(const Json& one) { return protocol::as_score(one).has_value(); }

/// Nothing without the key.
std::optional<std::vector<double>> read_scores(fields::Object& in, std::size_t seats) {
  const Json* const found = in.find("scores");
  if (found == nullptr) {
    return std::nullopt;
  }
  if (!found->is_array() || found->size() != seats || !std::ranges::all_of(*found, is_score)) {
    in.fail("scores", *found,
            "a finite number for each of the " + std::to_string(seats) +
                " seats; an integer beyond 2^53 only if a double holds it");
    return std::nullopt;
  }
  return found->get<std::vector<double>>();
}

/// Nothing without the key.
std::optional<std::vector<int>> read_ranks(fields::Object& in, std::size_t seats) {
  const Json* const found = in.find("ranks");
  const auto is_rank = [&](const Json& one) {
    return fields::as_integer(one, {1, static_cast<std::int64_t>(seats)}).has_value();
  };
  if (found == nullptr) {
    return std::nullopt;
  }
  if (!found->is_array() || found->size() != seats || !std::ranges::all_of(*found, is_rank)) {
    in.fail(
        "ranks", *found,
        "for each of the " + std::to_string(seats) + " seats an integer from 1 to " + std::to_string(seats));
    return std::nullopt;
  }
  return found->get<std::vector<int>>();
}

/// Whether both say which seats are better than which.
bool agree(const std::vector<double>& scores, const std::vector<int>& ranks) {
  for (std::size_t one = 0; one < scores.size(); ++one) {
    for (std::size_t other = 0; other < scores.size(); ++other) {
      if ((scores[one] > scores[other]) != (ranks[one] < ranks[other])) {
        return false;
      }
    }
  }
  return true;
}

std::vector<double> scores_of(const std::vector<int>& ranks) {
  std::vector<double> scores;
  for (const int rank : ranks) {
    scores.push_back(static_cast<double>(ranks.size()) - rank);
  }
  return scores;
}

std::vector<double> read_standing(fields::Object& in, std::size_t seats) {
  const auto scores = read_scores(in, seats);
  const auto ranks = read_ranks(in, seats);
  if (!scores && !ranks) {
    in.fail_missing("scores", "scores or ranks, one for each seat");
    return {};
  }
  if (scores && ranks && !agree(*scores, *ranks)) {
    in.fail("ranks", Json(*ranks), "ranks that say the same as the scores " + Json(*scores).dump());
  }
  return scores ? *scores : scores_of(*ranks);
}

ProgramLine read_result(fields::Object& in, std::size_t seats) {
  ProgramResult result;
  result.scores = read_standing(in, seats);
  result.turns = in.integer_or("turns", {0, Bound::kTurns}, 0);
  if (const Json* const outcome = in.find("outcome")) {
    if (protocol::dump(*outcome).size() > Bound::kOutcome) {
      in.fail("outcome", *outcome, "at most " + std::to_string(Bound::kOutcome) + " bytes");
    }
    result.outcome = *outcome;
  }
  result.replay = in.text_or("replay", Bound::kReplayName, "");
  if (result.replay.find('/') != std::string::npos || result.replay.starts_with(".")) {
    in.fail("replay", Json(result.replay), "the name of a file in the folder of the order, not a path");
  }
  return result;
}

}  // namespace

ProgramLine read_program_line(std::string_view line, std::size_t seats) {
  auto parsed = protocol::parse_line(line);
  if (const auto* const unreadable = std::get_if<protocol::Unreadable>(&parsed)) {
    refuse("line", fields::brief_text(line, 60), "a JSON object: " + unreadable->why);
  }
  const Json& json = std::get<Json>(parsed);
  if (const auto wide = protocol::wide_integer(line, "line")) {
    throw fields::Exception(*wide);
  }
  fields::Object in(json, "line");
  const std::string type = in.text("type", Bound::kText);
  in.require();
  ProgramLine read;
  if (type == "progress") {
    read = read_progress(in);
  } else if (type == "fault") {
    read = read_fault(in, seats);
  } else if (type == "result") {
    read = read_result(in, seats);
  } else if (type == "void") {
    read = ProgramVoid{in.text("why", Bound::kText)};
  } else {
    in.fail("type", Json(type), R"("progress", "fault", "result" or "void")");
  }
  in.refuse_unknown();
  in.require();
  return read;
}

}  // namespace referee
