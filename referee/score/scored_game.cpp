#include "referee/score/scored_game.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <string_view>

#include <nlohmann/json.hpp>

#include "protocol/verdict.h"
#include "referee/adapt/adapter.h"
#include "referee/base/shown_result.h"
#include "referee/base/text.h"
#include "referee/base/text_block.h"
#include "referee/clocks/clock_spec.h"
#include "referee/clocks/clock_text.h"
#include "referee/process/program.h"
#include "referee/record/replay.h"
#include "referee/rules/game_names.h"
#include "referee/score/game_values.h"

namespace referee::score {
namespace {

using Json = nlohmann::json;

/// An option as KEY=VALUE: strings without quotes, unless they would be read as another value.
std::string option_text(const std::string& key, const Json& value) {
  const auto* text = value.get_ptr<const std::string*>();
  const bool plain = text != nullptr && !text->starts_with('@') && !Json::accept(*text);
  return key + "=" + (plain ? *text : value.dump());
}

constexpr std::size_t kKeptStderr = 16 * 1024;
constexpr std::array kPlaces = {"first", "second", "third"};

std::string place_text(int rank) {
  const auto index = static_cast<std::size_t>(rank - 1);
  return index < kPlaces.size() ? kPlaces[index] : std::to_string(rank) + "th";
}

bool is_absent(const MatchResult& result, std::size_t seat) {
  return std::ranges::find(result.no_show, seat) != result.no_show.end();
}

/// "first, 88 : 54 : 31 : 12", "second, 8 : 12 bricks": what the submission has, then the next seats in
/// order, from the last seat on to seat 0.
std::string result_text(const MatchResult& result, std::size_t seat, const engines::Entry& game) {
  if (is_absent(result, seat)) {
    return "absent";
  }
  const std::size_t seats = result.scores.size();
  const DecidingCount decided = deciding_count(game.decided_by, result.outcome, seats);
  const std::vector<double>& values = decided.name.empty() ? result.scores : decided.values;
  std::string text = number_text(values[seat]);
  if (seats == 1) {
    return "score " + text;
  }
  for (std::size_t i = 1; i < seats; ++i) {
    text.append(" : ").append(number_text(values[(seat + i) % seats]));
  }
  text += decided.name.empty() ? "" : " " + decided.name;
  const bool shared = std::ranges::count(result.rank, result.rank[seat]) > 1;
  return (shared ? "shared " : "") + place_text(result.rank[seat]) + ", " + text;
}

/// REQUIRES: all bots were launched.
std::string replay_of(const PlayedOrder& order, const MatchJob& job) {
  std::vector<std::vector<std::string>> by_seat;
  for (const SeatSpec& seat_spec : job.seats) {
    by_seat.push_back(seat_spec.bot->argv);
  }
  by_seat[order.seat] = order.typed;
  return replay_command(*order.rubric.game, order.item, order.game, by_seat, *job.seats[order.seat].bot);
}

using Json = nlohmann::json;

std::string compact(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

FirstFault fault_of(const Json& answer, std::int64_t turn, const Json& view) {
  FirstFault fault;
  fault.verdict = answer.at("verdict").get<std::string>();
  fault.turn = turn;
  fault.message = answer.value("fault", "");
  fault.view = compact(view);
  fault.answer = answer.contains("offered") ? compact(answer.at("offered")) : "";
  return fault;
}

/// Plays a match again from its record.
class Rerun {
 public:
  explicit Rerun(const Json& header) {
    if (!header.at("clock").is_null()) {  // a match program has clocks of its own
      clock_ = ClockSpec::read(header.at("clock"), "clock");
    }
    const engines::Entry* entry = recorded_game(header);
    const engines::Seed seed{header.at("seed").get<std::uint64_t>(), header.at("salt").get<std::string>()};
    game_ = entry->make(header.at("options"), seed);
  }

  /// The seat's answer in a turn's line, if it was not ok.
  std::optional<FirstFault> fault_in(const Json& turn, std::size_t seat) const {
    for (const Json& answer : turn.at("answers")) {
      if (answer.at("seat") == seat && answer.at("verdict") != "ok" && !turn.contains("given")) {
        return fault_of(answer, turn.at("turn").get<std::int64_t>(),
                        game_->view(engines::Observer::seat(seat)));
      }
    }
    return std::nullopt;
  }

  void play(const Json& turn) {
    if (game_->to_move().empty()) {
      return;  // a match program has told of it: nobody was asked
    }
    for (const Json& answer : turn.at("answers")) {
      const auto seat = answer.at("seat").get<std::size_t>();
      if (answer.contains("move")) {
        (void)game_->submit(seat, answer.at("move"));
      }
      const Microseconds spent(answer.at("spent_us").get<std::int64_t>());
      game_->settle(seat, turn.contains("given") ? spent : clock_.for_rules(spent),
                    answer.value("forfeited", false));
    }
    (void)game_->step();
  }

 private:
  ClockSpec clock_;
  std::unique_ptr<engines::Game> game_;
};

/// Removes the first line and returns it.
Json next_line(std::string_view& record) {
  const std::size_t end = record.find('\n');
  Json line = Json::parse(record.substr(0, end));
  record.remove_prefix(end + 1);
  return line;
}

}  // namespace

std::string command_text(std::vector<std::string> argv) {
  const std::string name = std::filesystem::path(argv.front()).filename();
  if (find_sample_bot(name) == argv.front()) {
    argv.front() = std::string(kSamplePrefix) + name;
  }
  return shell_command(argv);
}

std::string replay_command(const engines::Entry& game, const RubricItem& item, const RubricGame& played,
                           const std::vector<std::vector<std::string>>& by_seat,
                           const BotCommand& submission) {
  std::vector<std::string> words = {
      "referee", "match",    rules::typed_name(game), "--seed", std::to_string(played.seed),
      "--salt",  played.salt};
  if (game.has_turns()) {
    words.insert(words.end(), {"--clock", item.clock.json().dump()});
  }
  if (item.marks && item.marks->plies > 0) {
    words.insert(words.end(), {"--random-plies", std::to_string(item.marks->plies)});
  }
  for (const auto& [key, value] : played.written.items()) {
    words.insert(words.end(), {"--option", option_text(key, value)});
  }
  if (submission.adapter != nullptr) {
    words.insert(words.end(), {"--as", std::string(submission.adapter->name)});
  }
  if (submission.stdio != Stdio::tcp && game.has_turns()) {
    words.insert(words.end(), {"--stdio", name_of(submission.stdio)});
  }
  for (const auto& argv : by_seat) {
    words.insert(words.end(), {"--bot", command_text(argv)});
  }
  return shell_command(words);
}

std::vector<std::string> opponent_words(std::vector<std::string> command, std::uint64_t seed) {
  const std::string_view mark = kSeedMark;
  const std::string number = std::to_string(seed);
  for (std::string& word : command) {
    for (std::size_t at = word.find(mark); at != std::string::npos;
         at = word.find(mark, at + number.size())) {
      word.replace(at, mark.size(), number);
    }
  }
  return command;
}

namespace {

/// Whether the referee has ruled by the clock.
bool is_of_clock(const FirstFault& fault) {
  return fault.verdict == name_of(protocol::Verdict::late) ||
         fault.verdict == name_of(protocol::Verdict::forfeited);
}

}  // namespace

ScoredGame scored_game(const PlayedOrder& order, const PlayedAttempt& played) {
  const MatchResult& result = played.result;
  const std::size_t seat = order.seat;
  ScoredGame game;
  game.id = played.job.spec.id;
  game.instance = order.game.instance;
  game.seat = static_cast<int>(seat);
  for (std::size_t other = 0; other < played.job.seats.size(); ++other) {
    if (other != seat) {
      game.opponents.push_back(played.job.seats[other].name);
    }
  }
  game.scores = result.scores;
  game.rank = result.rank[seat];
  game.result = result_text(result, seat, *order.rubric.game);
  game.faults = std::max<std::int64_t>(result.seats[seat].faults(), is_absent(result, seat) ? 1 : 0);
  game.fault = first_fault(result.record, seat);
  if (game.fault && is_of_clock(*game.fault)) {
    game.fault->message += "; the clock of this item: " + limits_text(order.item.clock);
  }
  game.how_bot_ended = played.how_bots_ended[seat];
  game.stderr_tail = tail_of(played.bot_stderr[seat].text(), kKeptStderr);
  game.stderr_cut = game.stderr_tail.size() < played.bot_stderr[seat].text().size();
  game.fault_kinds = fault_kinds_of(result)[seat];
  game.replay = replay_of(order, played.job);
  return game;
}

std::string why_void(const MatchResult& result, std::size_t seat) {
  if (result.is_void) {
    return result.why;
  }
  for (std::size_t other = 0; other < result.seats.size(); ++other) {
    if (other == seat || (result.seats[other].faults() == 0 && !is_absent(result, other))) {
      continue;
    }
    std::string why = result.seats[other].player + ", a bot of the rubric and not yours, made a fault";
    if (const auto fault = first_fault(result.record, other)) {
      why += " at turn " + std::to_string(fault->turn) + ": " + fault->verdict + ", " + fault->message;
    }
    return why;
  }
  return "";
}

std::optional<FirstFault> first_fault(std::string_view record, std::size_t seat) {
  Rerun rerun(next_line(record));
  while (!record.empty()) {
    const Json line = next_line(record);
    if (line.contains("turn")) {
      if (auto fault = rerun.fault_in(line, seat)) {
        return fault;
      }
      rerun.play(line);
    } else if (line.contains("no_show")) {
      for (const Json& absent : line.at("no_show")) {
        if (absent == seat) {
          return FirstFault{std::string(name_of(protocol::Verdict::no_show)), 0,
                            "it did not say hello in time", "", ""};
        }
      }
    }
  }
  return std::nullopt;
}

}  // namespace referee::score
