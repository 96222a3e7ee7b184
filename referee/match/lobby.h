#pragma once

#include <cstddef>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "protocol/messages.h"
#include "referee/base/file_descriptor.h"
#include "referee/base/units.h"
#include "referee/loop/event.h"
#include "referee/loop/tasks.h"
#include "referee/match/player.h"
#include "referee/match/token_guard.h"
#include "referee/net/connection.h"
#include "referee/net/handshake.h"
#include "referee/net/peer_address.h"
#include "referee/net/pending_room.h"
#include "referee/net/session.h"

namespace referee {

/// Which entrants a lobby admits.
class EntrantDirectory {
 public:
  /// An entrant that is registered.
  struct KnownEntrant {
    std::shared_ptr<Player> player;
    std::string token_sha256;  ///< hex
  };
  /// An entrant that has just been registered.
  struct NewEntrant {
    std::shared_ptr<Player> player;
    std::string token;  ///< told once, in `welcome`
  };

  /// A bot that dials in under a name that is not registered.
  struct Applicant {
    std::string name;               ///< a valid one
    std::string registration_code;  ///< as the hello has it; empty if absent
    PeerAddress address;
    bool takes_new_match = false;  ///< what Player::takes_new_match() will be
  };

  virtual ~EntrantDirectory() = default;
  /// `name` is folded. Returns nothing if no entrant has this name.
  virtual std::optional<KnownEntrant> find(const std::string& name) const = 0;
  /// Registers a name that find() does not know, or says why not.
  virtual std::variant<NewEntrant, protocol::Error> enlist(const Applicant& applicant) = 0;
  /// Returns when the effect of enlist() survives a crash: only then does the lobby tell the new entrant its
  /// token.
  virtual Task<> keep() = 0;
  /// What the player is waiting for, for people: the `wait` after its welcome.
  virtual std::string waiting_for(const Player& player) const = 0;
  /// The tournament's name in `welcome`; nothing outside a tournament.
  virtual std::optional<std::string> tournament() const = 0;
  /// The player has a connection now.
  virtual void arrived(Player& player) = 0;
};

/// Limits how often a name changes its connection: after five take-overs a minute the newest connection
/// waits. Pure arithmetic on time points.
class TakeOverGauge {
 public:
  static constexpr std::size_t kAllowed = 5;
  static constexpr Milliseconds kWindow{60000};

  /// How long a take-over at `now` has to wait; zero: it is allowed, and is counted.
  Milliseconds wait_at(TimePoint now) {
    while (!recent_.empty() && now - recent_.front() >= kWindow) {
      recent_.pop_front();
    }
    if (recent_.size() >= kAllowed) {
      return std::chrono::ceil<Milliseconds>(recent_.front() + kWindow - now);
    }
    recent_.push_back(now);
    return Milliseconds{0};
  }

 private:
  std::deque<TimePoint> recent_;
};

/// Admits connections: receives their hello, asks the directory for the entrant, and gives them to their
/// players. The newest connection of a name with the right token wins.
class Lobby {
 public:
  /// `init`: time to say hello. `pending`: bounds of connections that have not said it.
  Lobby(Tasks& tasks, EntrantDirectory& entrants, Milliseconds init,
        const PendingRoom::Limits& pending = PendingRoom::Limits::of_this_process());

  /// Connections that come from now on are written to `trace` from their first line on, with the name of
  /// their player once they have one: see Session::set_trace(). nullptr: they are not.
  void set_trace(std::shared_ptr<LineTrace> trace) { trace_ = std::move(trace); }
  /// Takes over a connection that the listener accepted.
  void accept(Connection connection);
  /// Takes over a connected TCP socket that the listener accepted, without TLS.
  void accept(int fd) { accept(Connection(StampedConnection(FileDescriptor(fd)))); }
  /// Says `bye` to the connections that have no player yet, and accepts no more. Without a reason it says
  /// nothing.
  void close(std::string_view reason);
  /// Returns when all of `players` are connected, or at `deadline`.
  Task<> gathered(std::vector<std::shared_ptr<Player>> players, TimePoint deadline);
  /// Waits no longer for the player of that name: it will not play.
  void excuse(const std::string& name);
  /// Ends these waits, now and later: no more matches will be played.
  void give_up();

 private:
  struct Waiter {
    Waiter(std::vector<std::shared_ptr<Player>> for_whom, boost::asio::io_context& io)
        : players(std::move(for_whom)), event(io) {}
    std::vector<std::shared_ptr<Player>> players;
    Event event;
  };

  /// A connection that is being let in.
  struct Arriving {
    std::shared_ptr<Session> session;
    PeerAddress address;
  };

  std::weak_ptr<Handshake> begin_handshake(Connection connection, const PeerAddress& address,
                                           PendingRoom::Id id);
  void close_crowded_out(PendingRoom::Id id);
  void leave(PendingRoom::Id id);
  void admit(const Arriving& arriving, const protocol::Hello& hello);
  void admit_known(const EntrantDirectory::KnownEntrant& entry, const std::string& folded,
                   const Arriving& arriving, const protocol::Hello& hello);
  std::optional<protocol::Error> check_token(const EntrantDirectory::KnownEntrant& entry,
                                             const std::string& folded, const PeerAddress& address,
                                             const std::string& token);
  Task<> admit_new(EntrantDirectory::NewEntrant entry, std::shared_ptr<Session> session,
                   protocol::Hello hello);
  void welcome(const std::shared_ptr<Player>& player, const std::shared_ptr<Session>& session,
               const protocol::Hello& hello, std::optional<std::string> token);

  Tasks& tasks_;
  EntrantDirectory& directory_;
  Milliseconds init_;
  PendingRoom room_;
  std::map<PendingRoom::Id, std::weak_ptr<Handshake>> handshakes_;  // those in room_
  TokenGuard tokens_;                                               // names are folded
  std::map<std::string, TakeOverGauge> take_overs_;                 // by folded name
  std::list<Waiter> waiters_;
  std::shared_ptr<LineTrace> trace_;
  bool closed_ = false;
  bool given_up_ = false;
};

}  // namespace referee
