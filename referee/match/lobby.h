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
#include "referee/base/units.h"
#include "referee/match/player.h"
#include "referee/net/event.h"
#include "referee/net/handshake.h"
#include "referee/net/session.h"
#include "referee/net/tasks.h"

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

  virtual ~EntrantDirectory() = default;
  /// `name` is folded. Returns nothing if no entrant has this name.
  virtual std::optional<KnownEntrant> find(const std::string& name) const = 0;
  /// Registers a valid name that find() does not know, or says why not.
  virtual std::variant<NewEntrant, protocol::Error> enlist(const std::string& name) = 0;
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
  /// Connections that have not said hello yet; one more closes the oldest of them. A bot says hello at once,
  /// so silent connections cannot keep bots out.
  static constexpr std::size_t kMaxPending = 256;

  /// `init`: time to say hello.
  Lobby(Tasks& tasks, EntrantDirectory& entrants, Milliseconds init);

  /// Takes over a connection that the listener accepted.
  void accept(int fd);
  /// Says `bye` to the connections that have no player yet, and accepts no more.
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

  void make_room();
  void admit(const std::shared_ptr<Session>& session, const protocol::Hello& hello);
  void admit_known(const EntrantDirectory::KnownEntrant& entry, const std::string& folded,
                   const std::shared_ptr<Session>& session, const protocol::Hello& hello);
  Task<> admit_new(EntrantDirectory::NewEntrant entry, std::shared_ptr<Session> session, bool resume);
  void welcome(const std::shared_ptr<Player>& player, const std::shared_ptr<Session>& session, bool resume,
               std::optional<std::string> token);

  Tasks& tasks_;
  EntrantDirectory& directory_;
  Milliseconds init_;
  std::deque<std::weak_ptr<Handshake>> handshakes_;  // oldest first
  std::map<std::string, TakeOverGauge> take_overs_;  // by folded name
  std::list<Waiter> waiters_;
  bool closed_ = false;
  bool given_up_ = false;
};

}  // namespace referee
