#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <nlohmann/json.hpp>

#include "referee/base/sockets.h"
#include "referee/join/line_socket.h"
#include "referee/loop/tasks.h"
#include "referee/match/attempt.h"

namespace referee::play {

using Json = nlohmann::json;

/// A seat with a person as its player, inside this process. The player is one end of a connection, as for
/// every bot; at the other end is the interface that shows the game and sends the person's moves. So a match
/// with people is like any other.
class Person {
 public:
  /// Gets the messages to a person, on the loop's thread; protocol/PROTOCOL.md describes them.
  class Watcher {
   public:
    virtual ~Watcher() = default;
    virtual void on_start(Person& person, const Json& start) = 0;
    /// What the person's seat saw before a turn that was given: one call each, in order, before on_turn().
    virtual void on_past(Person& /*person*/, const Json& /*past*/) {}
    /// The person is asked to move: call answer().
    virtual void on_turn(Person& person, const Json& turn) = 0;
    /// The answer was wrong, or did not arrive in time.
    virtual void on_error(Person& person, const std::string& message) = 0;
  };

  /// `watcher` must outlive the loop. Throws std::system_error.
  Person(Tasks& tasks, Loopback& loopback, std::string name, Watcher& watcher);
  ~Person();
  Person(const Person&) = delete;
  Person& operator=(const Person&) = delete;

  const std::string& name() const { return player_->name(); }
  SeatSpec seat_spec() const;

  /// Answers the open turn. REQUIRES: is_asked().
  void answer(const Json& move);
  bool is_asked() const { return asked_; }
  /// Ends the connection, so that the event loop ends.
  void close() { socket_->close(); }

 private:
  Task<> listen(std::shared_ptr<LineSocket> socket);
  void receive(const Json& message);

  std::shared_ptr<Player> player_;
  std::shared_ptr<LineSocket> socket_;
  Watcher& watcher_;
  std::string match_;
  std::int64_t turn_ = 0;
  bool asked_ = false;
};

}  // namespace referee::play
