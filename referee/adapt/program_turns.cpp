#include "referee/adapt/program_turns.h"

#include <utility>

#include "protocol/messages.h"
#include "protocol/parse.h"
#include "protocol/require.h"
#include "referee/base/text.h"

namespace referee {
namespace {

using Json = nlohmann::json;

/// The limits of a clock in a `start` message, for people: "kind score_rate, floor_ms 5000".
std::string limits_of(const Json& clock) {
  std::string text = "kind " + clock.value("kind", "");
  for (const auto& [key, value] : clock.items()) {
    const bool is_of_turns = key != "init_ms" && key != "margin_ms" && key != "lag_credit_ms";
    if (value.is_number() && is_of_turns) {
      text.append(", ").append(key).append(" ").append(value.dump());
    }
  }
  return text;
}

}  // namespace

ProgramTurns::ProgramTurns(std::string program, NewHandoutGame new_game)
    : program_(std::move(program)), new_game_(new_game) {}

ProgramTurns::Orders ProgramTurns::taken() { return std::exchange(orders_, {}); }

// ---- the referee ----

ProgramTurns::Orders ProgramTurns::begin() {
  orders_.emplace_back(Say{protocol::line_of(protocol::Hello{})});
  return taken();
}

ProgramTurns::Orders ProgramTurns::hear(std::string_view line) {
  REQUIRE(!awaits_end());
  const auto parsed = protocol::parse_line(line);
  if (const auto* bad = std::get_if<protocol::Unreadable>(&parsed)) {
    tell("cannot read what the referee sent: " + bad->why);
    return taken();
  }
  try {
    handle(std::get<Json>(parsed));
  } catch (const Json::exception& error) {  // not the shape that PROTOCOL.md promises
    tell(std::string("cannot use what the referee sent: ") + error.what());
  }
  return taken();
}

ProgramTurns::Orders ProgramTurns::lost() {
  leave("the referee has gone");
  return taken();
}

void ProgramTurns::handle(const Json& message) {
  const auto& type = message.at("type").get_ref<const std::string&>();
  if (type == "turn") {
    take_turn(message);
  } else if (type == "start") {
    begin_game(message);
  } else if (type == "end") {
    drop_late_run("the game is over");
    game_.reset();
    orders_.emplace_back(EndGame{});
  } else if (type == "error") {
    tell(message.value("code", "error") + ": " + message.value("message", ""));
  } else if (type == "bye") {
    leave("the referee says bye");
  }
}

void ProgramTurns::begin_game(const Json& start) {
  drop_run("another game begins");
  match_ = start.at("match").get<std::string>();
  clock_ = start.contains("clock") ? limits_of(start.at("clock")) : "";
  game_ = new_game_(start.at("setup"));
  orders_.emplace_back(BeginGame{});
}

void ProgramTurns::take_turn(const Json& turn) {
  const auto number = turn.at("turn").get<std::int64_t>();
  if (!game_ || turn.at("match") != match_) {
    tell("a turn of a match that was not started was left out");
    return;
  }
  if (run_ == Run::asked && number == turn_) {
    return;  // asked again, after a broken connection
  }
  if (run_ == Run::answered) {
    next_ = turn;
    orders_.emplace_back(AwaitEnd{kMayRunOn});
    return;
  }
  drop_late_run("the next turn has come");
  start(turn);
}

void ProgramTurns::leave(const char* why) {
  drop_run(why);
  is_over_ = true;
}

// ---- the program ----

/// Throws Json::exception for a turn without the shape that PROTOCOL.md promises.
void ProgramTurns::start(const Json& turn) {
  turn_ = turn.at("turn").get<std::int64_t>();
  orders_.emplace_back(Start{game_->input(turn.at("view"))});
  run_ = Run::asked;
}

ProgramTurns::Orders ProgramTurns::answered(std::string_view printed, const std::string& how_ended) {
  RunAnswer said = answer_of(printed, how_ended, *game_, program_);
  run_ = Run::answered;
  if (!said.why.empty()) {
    tell_turn(said.why);
  }
  say_move(said.move.empty() ? Json(nullptr) : Json(std::move(said.move)));
  return taken();
}

ProgramTurns::Orders ProgramTurns::ended() {
  run_ = Run::none;
  if (next_) {
    try {
      start(*std::exchange(next_, std::nullopt));
    } catch (const Json::exception& error) {
      tell(std::string("cannot use what the referee sent: ") + error.what());
    }
  }
  return taken();
}

ProgramTurns::Orders ProgramTurns::overdue() {
  tell_turn(program_ + " still ran " + std::to_string(kMayRunOn.count()) +
            " ms after its move and was killed");
  orders_.emplace_back(Kill{});
  return ended();
}

ProgramTurns::Orders ProgramTurns::cannot_start(const std::string& why) {
  run_ = Run::none;
  tell_turn(why);
  say_move(nullptr);
  return taken();
}

void ProgramTurns::say_move(Json move) {
  std::string line = protocol::line_of(protocol::Move{match_, turn_, std::move(move)});
  if (line.size() > protocol::kMaxLineFromBot) {  // odd characters take more room in JSON
    tell_turn("the first line that " + program_ + " printed is too long for a move");
    line = protocol::line_of(protocol::Move{match_, turn_, nullptr});
  }
  orders_.emplace_back(Say{std::move(line)});
}

/// Words of the program and of the referee may be in it.
void ProgramTurns::tell(const std::string& text) { orders_.emplace_back(Tell{escaped(text, "\\")}); }

void ProgramTurns::drop_run(const char* why) {
  if (run_ == Run::asked) {
    tell_turn(program_ + " still ran and was killed: " + why);
  }
  if (run_ != Run::none) {
    orders_.emplace_back(Kill{});
  }
  run_ = Run::none;
  next_.reset();
}

void ProgramTurns::drop_late_run(const char* why) {
  const bool is_late = run_ == Run::asked;
  drop_run(why);
  if (is_late && !clock_.empty()) {
    tell_turn("the clock is " + clock_ +
              "; another one is given by --clock, or by \"clock\" in a tournament file or rubric");
  }
}

}  // namespace referee
