#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "referee/base/units.h"
#include "referee/lab/ask_report.h"
#include "referee/lab/asked_record.h"
#include "referee/loop/tasks.h"
#include "referee/match/launcher.h"
#include "referee/match/saved_match.h"
#include "referee/process/bot_command.h"
#include "referee/record/replay.h"

namespace referee {

/// What a bot is to be asked.
struct AskSpec {
  const AskedRecord& record;  ///< outlives the asking
  BotCommand command;
  std::optional<std::int64_t> turn;  ///< only this one, after those before it; nothing: all. Was asked then
  /// How long to wait for an answer; nothing: 60 s, or twice what the clock left if that is more.
  std::optional<Milliseconds> patience = {};
  /// Called before `turn` is sent, when the bot has been sent all that comes before; the turn is sent when it
  /// returns. With it no clock matters, and answers are waited for without an end. Null: not stopped.
  /// REQUIRES: only with `turn`.
  std::function<Task<>(const Process&)> before_turn = {};
};

/// Gives a bot the views of a recorded seat again, and keeps its answers. After each turn the match goes on
/// with the answers of the record.
///
/// The bot is sent the lines that the player at the seat was sent then: `welcome`, `wait`, `start`, each
/// `turn` with the numbers of then, `error` for a fault of then, `end`. Faults in its new answers are
/// reported, not told to it. Before the only turn that counts, a bot whose hello says `resume` gets the turns
/// before it as `past`; any other bot is asked them, and its answers are not compared.
class Asking {
 public:
  Asking(Tasks& tasks, Launcher& launcher, AskSpec spec);

  /// Asks, and ends the bot. Throws std::invalid_argument if the bot says no hello, and what
  /// Launcher::launch() throws. Called once.
  Task<AskReport> run();

 private:
  Task<> ask_all(const LaunchedBot& bot);
  Task<> give_past(AskedSeat& seat, std::int64_t turn);
  Task<NewAnswer> ask_turn(AskedSeat& seat, engines::Game& position);
  bool keep(std::int64_t turn, SeatAnswer then, NewAnswer now, const engines::Game& position);
  std::optional<SeatAnswer> play_recorded_turn();
  Milliseconds patience(Microseconds left) const;
  Task<> end(LaunchedBot bot);

  Tasks& tasks_;
  Launcher& launcher_;
  AskSpec spec_;
  Replay replay_;
  MatchState::Seat then_;  // what had become of the seat's turns by then
  Microseconds extra_{0};  // that the next answer may take more, for reading the past
  AskReport report_;
};

}  // namespace referee
