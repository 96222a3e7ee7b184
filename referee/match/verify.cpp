#include "referee/match/verify.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "engines/sha256.h"
#include "protocol/fields.h"
#include "protocol/line_writer.h"
#include "protocol/parse.h"
#include "protocol/verdict.h"
#include "referee/clock/clock_spec.h"
#include "referee/clock/seat_clock.h"
#include "referee/crypto/secrets.h"
#include "referee/match/match_result.h"

namespace referee {
namespace {

constexpr std::size_t kShown = 120;  // bytes of a value in a message
constexpr int kMaxDepth = 64;        // nested values of a line: a record has far fewer
constexpr std::int64_t kMaxSpent =
    1'000'000'000'000;  // us of one answer: clocks go up to days, sums must not overflow

/// "/terminated/0/cause" as ".terminated[0].cause".
std::string as_key_path(const Json::json_pointer& pointer) {
  std::string text;
  for (Json::json_pointer rest = pointer; !rest.empty(); rest.pop_back()) {
    const std::string& key = rest.back();
    const bool index = key.find_first_not_of("0123456789") == std::string::npos;
    text.insert(0, index ? "[" + key + "]" : "." + key);
  }
  return text;
}

std::string shown(const Json& value, const Json::json_pointer& at) {
  return value.contains(at) ? fields::brief(value.at(at), kShown) : "nothing";
}

/// Replays one record. Each step throws the Difference that it finds.
class Replay {
 public:
  explicit Replay(std::string_view record) : rest_(record) {}

  Verified run() {
    read_header();
    while (next_line() && json_.contains("turn")) {
      play_turn();
      ++turn_;
    }
    close();
    return {std::nullopt, turn_, is_void_};
  }

 private:
  [[noreturn]] void differ(std::string field, std::string got, std::string expected) const {
    throw Difference{line_, json_.contains("turn") ? std::optional(turn_) : std::nullopt, std::move(field),
                     std::move(got), std::move(expected)};
  }

  /// Compares a part of the present line with what it should be, and names the first place that differs.
  void expect(const std::string& field, const Json& got, const Json& expected) const {
    if (got == expected) {
      return;
    }
    const Json patch = Json::diff(expected, got);
    const Json::json_pointer at(patch.empty() ? "" : patch.front().at("path").get<std::string>());
    differ(field + as_key_path(at), shown(got, at), shown(expected, at));
  }

  const Json& member(const Json& object, const std::string& key, const std::string& path) const {
    const auto found = object.is_object() ? object.find(key) : object.end();
    if (!object.is_object() || found == object.end()) {
      differ(path, "nothing", "\"" + key + "\"");
    }
    return *found;
  }

  /// Takes the next line apart; false at the end of the file.
  bool next_line() {
    if (rest_.empty()) {
      return false;
    }
    ++line_;
    const std::size_t newline = rest_.find('\n');
    text_ = rest_.substr(0, newline);
    const bool complete = newline != std::string_view::npos;
    rest_.remove_prefix(complete ? newline + 1 : rest_.size());
    json_ = protocol::depth_of(text_) <= kMaxDepth ? Json::parse(text_, nullptr, false) : Json();
    if (!complete || !json_.is_object()) {
      json_ = Json::object();
      differ("line", fields::brief(Json(fields::brief_text(text_, kShown)), kShown),
             "a JSON object and a newline");
    }
    return true;
  }

  void count_in_digest() { digest_.add(text_).add("\n"); }

  void read_header() {
    if (!next_line()) {
      differ("record", "an empty file", "a record of version 1");
    }
    count_in_digest();
    expect("record", member(json_, "record", "record"), 1);
    const Json& name = member(json_, "game", "game");
    const engines::Entry* entry =
        name.is_string() ? engines::find_game(name.get_ref<const std::string&>()) : nullptr;
    if (entry == nullptr) {
      differ("game", fields::brief(name), "a game that is known here");
    }
    expect("engine", member(json_, "engine", "engine"),
           std::string(entry->name) + "/" + std::to_string(entry->version));
    make_game(*entry);
    const Json& players = member(json_, "players", "players");
    if (!players.is_array() || players.size() != game_->seats()) {
      differ("players", fields::brief(players), std::to_string(game_->seats()) + " names");
    }
    read_clock();
  }

  void read_clock() {
    try {
      clock_ = ClockSpec::read(member(json_, "clock", "clock"), "clock");
    } catch (const fields::Exception& wrong) {
      differ(wrong.error().path, wrong.error().got, wrong.error().expected);
    }
    clocks_.assign(game_->seats(), SeatClock(clock_));
  }

  void make_game(const engines::Entry& entry) {
    const auto number =
        fields::as_integer(member(json_, "seed", "seed"), {0, static_cast<std::int64_t>(kMaxSeed)});
    const Json& salt = member(json_, "salt", "salt");
    for (const std::string key : {"seed", "salt"}) {
      if (json_[key].is_null()) {
        differ(key, "null", "its value: it is still secret, and without it nothing can be played again");
      }
    }
    if (!number || !salt.is_string()) {
      differ("seed", fields::brief(json_["seed"]), "an integer from 0 to 2^53-1, and a salt");
    }
    const engines::Seed seed{static_cast<std::uint64_t>(*number), salt.get<std::string>()};
    expect("commitment", member(json_, "commitment", "commitment"), commitment_of(seed));
    const Json& options = member(json_, "options", "options");
    try {
      game_ = entry.make(options, seed);
    } catch (const fields::Exception& wrong) {
      differ(wrong.error().path, wrong.error().got, wrong.error().expected);
    }
    expect("options", options, game_->options());
  }

  void play_turn() {
    count_in_digest();
    expect("turn", json_["turn"], turn_);
    const auto movers = game_->to_move();
    if (movers.empty()) {
      differ("turn", fields::brief(json_["turn"]), "the last line: the game is over");
    }
    const Json& answers = member(json_, "answers", "answers");
    if (!answers.is_array() || answers.size() != movers.size()) {
      differ("answers", fields::brief(answers, kShown), std::to_string(movers.size()) + " answers");
    }
    for (std::size_t i = 0; i < movers.size(); ++i) {
      take_answer(movers[i], answers[i], "answers[" + std::to_string(i) + "]");
    }
    expect("events", member(json_, "events", "events"), game_->step());
  }

  void take_answer(engines::Seat seat, const Json& answer, const std::string& path) {
    expect(path + ".seat", member(answer, "seat", path), seat);
    const Json& word = member(answer, "verdict", path);
    const auto verdict =
        word.is_string() ? protocol::verdict_of(word.get_ref<const std::string&>()) : std::nullopt;
    if (!verdict) {
      differ(path + ".verdict", fields::brief(word), "a verdict");
    }
    const auto spent = fields::as_integer(member(answer, "spent_us", path), {0, kMaxSpent});
    if (!spent) {
      differ(path + ".spent_us", fields::brief(answer["spent_us"]), "microseconds");
    }
    check_time(seat, *verdict, Microseconds(*spent), path);
    const bool forfeited = answer.value("forfeited", Json(false)) == Json(true);
    const auto move = answer.find("move");
    const bool ok = *verdict == protocol::Verdict::ok;
    if (ok != (move != answer.end()) || (ok && forfeited)) {
      differ(path + ".move", move == answer.end() ? "nothing" : fields::brief(*move, kShown),
             ok && !forfeited ? "the move that was applied" : "nothing, as the verdict is not ok");
    }
    if (ok) {
      submit(seat, *move, path + ".move");
    }
    game_->settle(seat, clock_.for_rules(Microseconds(*spent)), forfeited);
  }

  /// What was judged by the rules came in time by the clock of the header.
  void check_time(engines::Seat seat, protocol::Verdict verdict, Microseconds spent,
                  const std::string& path) {
    using protocol::Verdict;
    const bool judged = verdict == Verdict::ok || verdict == Verdict::illegal ||
                        verdict == Verdict::malformed || verdict == Verdict::oversize;
    const double score = clock_.kind == ClockKind::score_rate ? game_->scores()[seat] : 0;
    const Microseconds limit = clocks_[seat].limit(score);
    if (judged && spent > limit) {
      differ(path + ".spent_us", std::to_string(spent.count()),
             "at most " + std::to_string(limit.count()) + " by the clock, or another verdict");
    }
    clocks_[seat].charge(spent);
  }

  void submit(engines::Seat seat, const Json& move, const std::string& path) {
    const auto submitted = game_->submit(seat, move);
    if (const auto* refusal = std::get_if<engines::Refusal>(&submitted)) {
      differ(path, fields::brief(move, kShown), "a legal move: " + refusal->why);
    }
    expect(path, move, std::get<Json>(submitted));
  }

  /// The line behind the last turn, already read unless the file ends.
  void close() {
    if (!json_.contains("status")) {
      differ("status", "no last line", "\"done\" or \"void\": the match was interrupted");
    }
    expect("digest", member(json_, "digest", "digest"), digest_.hex());
    if (!member(json_, "ended", "ended").is_string()) {
      differ("ended", fields::brief(json_["ended"]), "a time");
    }
    is_void_ = json_["status"] == "void";
    if (!is_void_) {
      expect("status", json_["status"], "done");
    }
    if (json_.contains("no_show")) {
      check_no_show();
    } else if (!is_void_ || json_.contains("result")) {
      check_result();
    }
    if (next_line()) {
      differ("line", fields::brief(json_, kShown), "the end of the file");
    }
  }

  void check_result() {
    if (!game_->to_move().empty()) {
      differ("status", fields::brief(json_["status"]), "another turn: the game is not over");
    }
    const Json& result = member(json_, "result", "result");
    expect("result.scores", member(result, "scores", "result.scores"), protocol::numbers(game_->scores()));
    expect("result.rank", member(result, "rank", "result.rank"), ranks_of(game_->scores()));
    expect("result.outcome", member(result, "outcome", "result.outcome"), game_->outcome());
    if (!is_void_) {
      expect("view", member(json_, "view", "view"), game_->view());
    }
  }

  void check_no_show() {
    if (turn_ > 0) {
      differ("no_show", fields::brief(json_["no_show"]), "nothing: turns were played");
    }
    if (!json_["no_show"].is_array() || json_["no_show"].empty()) {
      differ("no_show", fields::brief(json_["no_show"]), "a list of seats");
    }
    std::vector<double> scores(game_->seats(), 1);
    for (const Json& seat : json_["no_show"]) {
      const auto number = fields::as_integer(seat, {0, static_cast<std::int64_t>(scores.size()) - 1});
      if (!number) {
        differ("no_show", fields::brief(seat), "a seat");
      }
      scores[static_cast<std::size_t>(*number)] = 0;
    }
    if (std::ranges::count(scores, 1) > 1) {
      differ("no_show", fields::brief(json_["no_show"]), "a match that was played: two seats came");
    }
    const Json& result = member(json_, "result", "result");
    expect("result.scores", member(result, "scores", "result.scores"), protocol::numbers(scores));
    expect("result.rank", member(result, "rank", "result.rank"), ranks_of(scores));
  }

  std::string_view rest_;
  std::string_view text_;
  Json json_ = Json::object();
  std::size_t line_ = 0;
  std::int64_t turn_ = 0;
  bool is_void_ = false;
  std::unique_ptr<engines::Game> game_;
  ClockSpec clock_;
  std::vector<SeatClock> clocks_;  // by seat
  engines::Sha256 digest_;
};

}  // namespace

std::string Difference::text() const {
  return "line " + std::to_string(line) + (turn ? ", turn " + std::to_string(*turn) : "") + ", " + field +
         ": got " + got + ", expected " + expected;
}

Verified verify_record(std::string_view record) {
  try {
    return Replay(record).run();
  } catch (const Difference& difference) {
    Verified verified;
    verified.difference = difference;
    return verified;
  }
}

}  // namespace referee
