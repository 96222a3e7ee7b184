#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "referee/match/guest_list.h"
#include "referee/net/event.h"

namespace referee {

/// The seats of a single match that are open to whoever dials in first. A new name gets a token in `welcome`;
/// whoever comes with a known name must show it.
class OpenSeats final : public GuestList {
 public:
  /// `taken`: names of launched bots, which nobody may dial in under.
  OpenSeats(Tasks& tasks, std::size_t capacity, const std::vector<std::string>& taken);

  /// In the order in which they registered.
  const std::vector<std::shared_ptr<Player>>& players() const { return players_; }
  /// Set once all seats are taken.
  Event& full() { return full_; }

  std::optional<Guest> find(const std::string& name) const override;
  std::variant<NewGuest, protocol::Error> enlist(const std::string& name) override;
  Task<> keep() override;
  std::string waiting_for(const Player& player) const override;
  std::optional<std::string> tournament() const override { return std::nullopt; }
  void arrived(Player&) override {}

 private:
  std::size_t capacity_;
  std::set<std::string> taken_;             // folded
  std::vector<std::string> tokens_sha256_;  // beside players_
  std::vector<std::shared_ptr<Player>> players_;
  Event full_;
};

}  // namespace referee
