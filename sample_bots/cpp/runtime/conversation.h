#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "sample_bots/cpp/runtime/bot.h"

namespace bots {

/// What a bot says to a referee: it reads lines and answers them. It knows no connection, and keeps its match
/// when one is lost.
class Conversation {
 public:
  /// Takes a line for the referee, without its newline.
  using Send = std::function<void(std::string)>;

  /// What one line of the referee meant for the connection.
  struct Heard {
    bool bye = false;                          ///< it says no more
    bool welcome = false;                      ///< it knows this bot now
    std::optional<std::string> token = {};     ///< newly issued
    std::chrono::milliseconds retry_after{0};  ///< what it asked us to wait before the next dial
  };

  /// `program`: for what is logged to standard error.
  Conversation(std::string program, NewPlayer new_player, Send send)
      : program_(std::move(program)), new_player_(std::move(new_player)), send_(std::move(send)) {}

  /// Reads a line, and sends what answers it. `hello`: this bot's, which is said again before each match.
  Heard take(std::string_view line, const std::string& hello);

 private:
  Heard handle(const Json& message, const std::string& hello);
  void answer(const Json& turn);
  std::ostream& log() const;

  std::string program_;
  NewPlayer new_player_;
  Send send_;
  std::unique_ptr<Player> player_;  // of match_
  std::string match_;
};

/// The first line of a bot. Its match can go on after a crash of the referee, because each player knows what
/// to do with past turns; one process can play many, because each match has a player of its own.
std::string hello_line(const Settings& settings, const std::string& token);

}  // namespace bots
