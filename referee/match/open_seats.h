#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "referee/loop/event.h"
#include "referee/loop/tasks.h"
#include "referee/match/lobby.h"

namespace referee {

/// The seats of a series that are open to the bots that dial in first. A new name gets a token in `welcome`;
/// a bot that dials in under a known name must show that token.
class OpenSeats final : public EntrantDirectory {
 public:
  /// Who may take a seat.
  enum class For : std::uint8_t {
    all,
    those_who_play_on  ///< bots whose hello says that they can play another match
  };
  /// `taken`: names of launched bots: no other bot may dial in under them.
  OpenSeats(Tasks& tasks, std::size_t capacity, const std::vector<std::string>& taken, For whom = For::all);

  /// The players, in the order in which they registered.
  const std::vector<std::shared_ptr<Player>>& players() const { return players_; }
  /// Set once all seats are taken.
  Event& full() { return full_; }

  std::optional<KnownEntrant> find(const std::string& name) const override;
  std::variant<NewEntrant, protocol::Error> enlist(const Applicant& applicant) override;
  Task<> keep() override;
  std::string waiting_for(const Player& player) const override;
  std::optional<std::string> tournament() const override { return std::nullopt; }
  void arrived(Player&) override {}

 private:
  const Clock& clock_;
  std::size_t capacity_;
  For whom_;
  std::set<std::string> taken_;             // folded
  std::vector<std::string> tokens_sha256_;  // in the order of players_
  std::vector<std::shared_ptr<Player>> players_;
  Event full_;
};

}  // namespace referee
