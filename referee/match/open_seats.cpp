#include "referee/match/open_seats.h"

#include <utility>

#include "protocol/messages.h"
#include "protocol/sha256.h"
#include "referee/base/secrets.h"

namespace referee {

OpenSeats::OpenSeats(Tasks& tasks, std::size_t capacity, const std::vector<std::string>& taken, For whom)
    : clock_(tasks.clock()), capacity_(capacity), whom_(whom), full_(tasks.io()) {
  for (const std::string& name : taken) {
    taken_.insert(protocol::folded_name(name));
  }
  if (capacity_ == 0) {
    full_.set();
  }
}

std::optional<EntrantDirectory::KnownEntrant> OpenSeats::find(const std::string& name) const {
  for (std::size_t i = 0; i < players_.size(); ++i) {
    if (protocol::folded_name(players_[i]->name()) == name) {
      return KnownEntrant{players_[i], tokens_sha256_[i]};
    }
  }
  return std::nullopt;
}

std::variant<EntrantDirectory::NewEntrant, protocol::Error> OpenSeats::enlist(const Applicant& applicant) {
  const std::string& name = applicant.name;
  namespace error_code = protocol::error_code;
  if (taken_.contains(protocol::folded_name(name))) {
    return protocol::Error{.code = error_code::kBadName, .message = "name '" + name + "': it is taken"};
  }
  if (players_.size() == capacity_) {
    return protocol::Error{.code = error_code::kFull, .message = "all seats are taken"};
  }
  if (whom_ == For::those_who_play_on && !applicant.takes_new_match) {
    return protocol::Error{.code = error_code::kUnsupported,
                           .message =
                               "pairs of games are played here: expected \"features\":[\"new_match\"] "
                               "in hello, from a bot that forgets its match at new_match; join does"};
  }
  std::string token = random_hex();
  tokens_sha256_.push_back(protocol::Sha256::hex_of(token));
  players_.push_back(std::make_shared<Player>(clock_, name, Player::Origin::dialled));
  return NewEntrant{players_.back(), std::move(token)};
}

Task<> OpenSeats::keep() {
  if (players_.size() == capacity_) {
    full_.set();
  }
  co_return;
}

std::string OpenSeats::waiting_for(const Player& player) const {
  return player.playing() ? "your match goes on" : "the match starts when all seats are taken";
}

}  // namespace referee
