#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "protocol/messages.h"
#include "referee/match/player.h"
#include "referee/match/take_over_gauge.h"
#include "referee/net/event.h"
#include "referee/net/handshake.h"
#include "referee/net/session.h"
#include "referee/net/tasks.h"

namespace referee {

/// Who has dialled in: open registration for a fixed number of players. A new name gets a token in `welcome`;
/// whoever comes with a known name must show it. The newest connection of a name wins.
class Lobby {
 public:
  /// Connections that have not said hello yet; the oldest gives way to one more. A bot says hello at once, so
  /// that silent connections keep nobody out.
  static constexpr std::size_t kMaxPending = 256;

  /// `taken`: names of launched bots, which nobody may dial in under. `init`: time to say hello.
  Lobby(Tasks& tasks, std::size_t capacity, const std::vector<std::string>& taken, Milliseconds init);

  /// Takes over a connection that the listener accepted.
  void accept(int fd);
  /// Says `bye` to everybody, players and connections that have not said hello yet.
  void close(std::string_view reason);
  /// In the order in which they registered.
  const std::vector<std::shared_ptr<Player>>& players() const { return players_; }
  /// Set once all places are taken.
  Event& full() { return full_; }
  /// Until every player is connected, or `deadline`.
  Task<> all_connected(TimePoint deadline);
  /// Ends these two waits, now and later: nothing more will be played.
  void give_up();

 private:
  struct Entry {
    std::string folded;  // the name in lower case
    std::string token_sha256;
    TakeOverGauge take_overs;
  };

  void make_room();
  void admit(const std::shared_ptr<Session>& session, const protocol::Hello& hello);
  void admit_new(const std::shared_ptr<Session>& session, const protocol::Hello& hello, std::string folded);
  void admit_known(std::size_t entry, const std::shared_ptr<Session>& session, const protocol::Hello& hello);
  void seat(std::size_t entry, const std::shared_ptr<Session>& session, const protocol::Hello& hello,
            std::optional<std::string> token);
  bool everybody_here() const;

  Tasks& tasks_;
  std::size_t capacity_;
  std::set<std::string> taken_;
  Milliseconds init_;
  std::deque<std::weak_ptr<Handshake>> handshakes_;  // oldest first
  std::vector<Entry> entries_;                       // beside players_
  std::vector<std::shared_ptr<Player>> players_;
  Event full_;
  bool given_up_ = false;
  std::unique_ptr<Event> arrival_;  // while somebody waits in all_connected()
};

}  // namespace referee
