#pragma once

#include <functional>

#include "protocol/framing.h"
#include "referee/games/game_parts.h"
#include "referee/play/input_watch.h"
#include "referee/play/play_interface.h"

namespace referee::play {

/// A game in lines: positions to standard output, moves from standard input, terminal or not.
class LineInterface final : public PlayInterface {
 public:
  /// `game`: one that people play in lines. `begin`: its position when the person is asked first. `leave`:
  /// called when the person leaves.
  LineInterface(Tasks& tasks, std::string_view game, std::unique_ptr<engines::Game> begin, LegalMoves legal,
                std::function<void()> leave);

  void on_start(Person& person, const Json& start) override;
  void on_turn(Person& person, const Json& turn) override;
  void on_error(Person& person, const std::string& message) override;
  void on_end(const PlayedAttempt& played) override;
  Task<> looked() override { co_return; }
  void close() override { input_.close(); }

 private:
  static constexpr std::size_t kMaxLine = 4096;

  void read();
  /// Answers with the lines that have been typed so far.
  void go_on();
  void receive(std::string_view line);
  void ask();
  void leave();

  const GameParts& parts_;
  std::unique_ptr<engines::Game> begin_;
  LegalMoves legal_;
  std::function<void()> leave_;
  std::unique_ptr<LineController> controller_;  // of the match that is played
  Person* person_ = nullptr;
  protocol::LineBuffer lines_{kMaxLine};
  bool ended_ = false;  // standard input has ended
  InputWatch input_;
};

}  // namespace referee::play
