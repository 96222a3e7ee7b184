#pragma once

#include <cstddef>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "protocol/messages.h"
#include "referee/match/guest_list.h"
#include "referee/match/player.h"
#include "referee/match/take_over_gauge.h"
#include "referee/net/event.h"
#include "referee/net/handshake.h"
#include "referee/net/session.h"
#include "referee/net/tasks.h"

namespace referee {

/// Where connections come in: hears their hello, asks the guest list who they are, and gives them to their
/// players. The newest connection of a name with the right token wins.
class Lobby {
 public:
  /// Connections that have not said hello yet; the oldest gives way to one more. A bot says hello at once, so
  /// that silent connections keep nobody out.
  static constexpr std::size_t kMaxPending = 256;

  /// `init`: time to say hello.
  Lobby(Tasks& tasks, GuestList& guests, Milliseconds init);

  /// Takes over a connection that the listener accepted.
  void accept(int fd);
  /// Says `bye` to the connections that have not become a player's yet, and takes no more.
  void close(std::string_view reason);
  /// Until all of `players` are connected, or `deadline`.
  Task<> gathered(std::vector<std::shared_ptr<Player>> players, TimePoint deadline);
  /// Nobody has to wait for the player of that name: it will not play.
  void excuse(const std::string& name);
  /// Ends these waits, now and later: nothing more will be played.
  void give_up();

 private:
  struct Waiter {
    Waiter(std::vector<std::shared_ptr<Player>> for_whom, boost::asio::io_context& io)
        : players(std::move(for_whom)), event(io) {}
    std::vector<std::shared_ptr<Player>> players;
    Event event;
  };

  void make_room();
  void admit(const std::shared_ptr<Session>& session, const protocol::Hello& hello);
  void admit_known(const GuestList::Guest& guest, const std::string& folded,
                   const std::shared_ptr<Session>& session, const protocol::Hello& hello);
  Task<> admit_new(GuestList::NewGuest guest, std::shared_ptr<Session> session);
  void welcome(const std::shared_ptr<Player>& player, const std::shared_ptr<Session>& session, bool resume,
               std::optional<std::string> token);

  Tasks& tasks_;
  GuestList& guests_;
  Milliseconds init_;
  std::deque<std::weak_ptr<Handshake>> handshakes_;  // oldest first
  std::map<std::string, TakeOverGauge> take_overs_;  // by folded name
  std::list<Waiter> waiters_;
  bool closed_ = false;
  bool given_up_ = false;
};

}  // namespace referee
