#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/adapt/handout_game.h"
#include "referee/base/units.h"

namespace referee {

/// The turns of a bot whose program is started anew for each of them, without processes: it is told what the
/// referee says and what has become of the program, and answers with orders, to be carried out at once and in
/// this order. The first line that a program prints is its move, at once. A program that still runs when its
/// turn is over is killed; one that has answered may run on for kMayRunOn.
class ProgramTurns {
 public:
  /// A line to the referee, without its end.
  struct Say {
    std::string line;
  };
  /// A line for the author, on standard error; it shows on any terminal.
  struct Tell {
    std::string text;
  };
  /// A place for the game's programs is needed, in place of that of the game before.
  struct BeginGame {};
  /// The place is needed no more.
  struct EndGame {};
  /// The program is to be started, in the place. If it cannot: cannot_start().
  struct Start {
    ProgramInput input;
  };
  /// If the program has not ended in this time: overdue(). Until one of both nothing is heard.
  struct AwaitEnd {
    Milliseconds most;
  };
  /// The program, and all that it has started, is to be killed. No more is told of it.
  struct Kill {};
  using Order = std::variant<Say, Tell, BeginGame, EndGame, Start, AwaitEnd, Kill>;
  using Orders = std::vector<Order>;

  /// `program`: as the student knows it, for messages.
  ProgramTurns(std::string program, NewHandoutGame new_game);

  /// Says hello.
  Orders begin();
  /// A line of the referee, without its end. REQUIRES: !awaits_end().
  Orders hear(std::string_view line);
  /// The connection is lost.
  Orders lost();

  /// The program has printed its line, or has ended: answer_of() says what both are.
  Orders answered(std::string_view printed, const std::string& how_ended);
  /// The program has ended, and had answered before.
  Orders ended();
  /// The program has answered, and has not ended in the time of AwaitEnd.
  Orders overdue();
  /// Why the program cannot be started: "cannot start sb-play: No such file or directory".
  Orders cannot_start(const std::string& why);

  /// Whether the next turn waits for the end of the program of the one before.
  bool awaits_end() const { return next_.has_value(); }
  /// Whether the conversation has ended.
  bool is_over() const { return is_over_; }

 private:
  enum class Run : std::uint8_t { none, asked, answered };

  Orders taken();
  void handle(const nlohmann::json& message);
  void begin_game(const nlohmann::json& start);
  void take_turn(const nlohmann::json& turn);
  void start(const nlohmann::json& turn);
  void say_move(nlohmann::json move);
  void tell(const std::string& text);
  void tell_turn(const std::string& text) { tell("turn " + std::to_string(turn_) + ": " + text); }
  void drop_run(const char* why);
  /// Drops a run for a turn for which the referee waits no longer, and tells the clock, because its limits
  /// may be why.
  void drop_late_run(const char* why);
  void leave(const char* why);

  const std::string program_;
  const NewHandoutGame new_game_;
  Orders orders_;
  std::string match_;
  std::string clock_;                  // the limits of match_, for people
  std::unique_ptr<HandoutGame> game_;  // of match_
  std::int64_t turn_ = 0;
  Run run_ = Run::none;                 // of turn_
  std::optional<nlohmann::json> next_;  // the turn that waits for the end of run_
  bool is_over_ = false;
};

}  // namespace referee
