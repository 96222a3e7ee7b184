#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "protocol/messages.h"
#include "referee/match/player.h"
#include "referee/net/tasks.h"

namespace referee {

/// Who may come into a lobby, and as whom.
class GuestList {
 public:
  /// Somebody who is registered.
  struct Guest {
    std::shared_ptr<Player> player;
    std::string token_sha256;  ///< hex
  };
  /// Somebody who has just been registered.
  struct NewGuest {
    std::shared_ptr<Player> player;
    std::string token;  ///< told once, in `welcome`
  };

  virtual ~GuestList() = default;
  /// `name` is folded. Nothing: not registered.
  virtual std::optional<Guest> find(const std::string& name) const = 0;
  /// Registers a valid name that find() does not know, or says why not.
  virtual std::variant<NewGuest, protocol::Error> enlist(const std::string& name) = 0;
  /// Returns once what enlist() did survives a crash: only then is the new guest told its token.
  virtual Task<> keep() = 0;
  /// What the player is waiting for, for people: the `wait` after its welcome.
  virtual std::string waiting_for(const Player& player) const = 0;
  /// As `welcome` names it; nothing outside a tournament.
  virtual std::optional<std::string> tournament() const = 0;
  /// The player has a connection now.
  virtual void arrived(Player& player) = 0;
};

}  // namespace referee
