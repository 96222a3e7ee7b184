#include "referee/match/lobby.h"

#include <algorithm>
#include <utility>

#include "protocol/fields.h"
#include "referee/crypto/secrets.h"
#include "referee/crypto/sha256.h"

namespace referee {
namespace {

namespace error_code = protocol::error_code;

void turn_away(const std::shared_ptr<Session>& session, const protocol::Error& error) {
  session->send(line_of(error));
  session->finish();
}

}  // namespace

Lobby::Lobby(Tasks& tasks, std::size_t capacity, const std::vector<std::string>& taken, Milliseconds init)
    : tasks_(tasks), capacity_(capacity), init_(init), full_(tasks.io()) {
  for (const std::string& name : taken) {
    taken_.insert(protocol::folded_name(name));
  }
}

void Lobby::accept(int fd) {
  make_room();
  handshakes_.push_back(Handshake::begin(
      tasks_, fd, init_,
      [this](const std::shared_ptr<Session>& session, const protocol::Hello& hello) {
        admit(session, hello);
      },
      [](CloseReason) {}));
}

void Lobby::make_room() {
  std::erase_if(handshakes_, [](const auto& handshake) { return handshake.expired(); });
  while (handshakes_.size() >= kMaxPending) {
    if (const auto oldest = handshakes_.front().lock()) {
      oldest->call_off("too many connections that have not said hello");
    }
    handshakes_.pop_front();
  }
}

void Lobby::close(std::string_view reason) {
  for (const auto& pending : handshakes_) {
    if (const auto handshake = pending.lock()) {
      handshake->call_off(reason);
    }
  }
  for (const auto& player : players_) {
    player->dismiss(reason);
  }
}

void Lobby::admit(const std::shared_ptr<Session>& session, const protocol::Hello& hello) {
  std::string name = protocol::folded_name(hello.name);
  if (!protocol::is_valid_name(hello.name) || taken_.contains(name)) {
    turn_away(session,
              {.code = error_code::kBadName,
               .message = "name '" + fields::brief_text(hello.name, 40) + "': " +
                          (taken_.contains(name) ? "it is taken"
                                                 : "expected a letter or digit, then at most 31 of A-Z a-z "
                                                   "0-9 . _ -")});
    return;
  }
  const auto known = std::ranges::find(entries_, name, &Entry::folded);
  if (known != entries_.end()) {
    admit_known(static_cast<std::size_t>(known - entries_.begin()), session, hello);
  } else {
    admit_new(session, hello, std::move(name));
  }
}

void Lobby::admit_new(const std::shared_ptr<Session>& session, const protocol::Hello& hello,
                      std::string folded) {
  if (players_.size() == capacity_) {
    turn_away(session, {.code = error_code::kFull, .message = "all seats are taken"});
    return;
  }
  std::string token = random_hex();
  entries_.push_back({std::move(folded), Sha256::hex_of(token), {}});
  players_.push_back(std::make_shared<Player>(hello.name, Player::Origin::dialled));
  seat(entries_.size() - 1, session, hello, std::move(token));
  if (players_.size() == capacity_) {
    full_.set();
  }
}

void Lobby::admit_known(std::size_t entry, const std::shared_ptr<Session>& session,
                        const protocol::Hello& hello) {
  if (Sha256::hex_of(hello.token) != entries_[entry].token_sha256) {
    turn_away(session, {.code = error_code::kBadToken,
                        .message = "name '" + players_[entry]->name() +
                                   "' is registered: it plays with the token of its first welcome only"});
    return;
  }
  if (players_[entry]->connected()) {
    const Milliseconds wait = entries_[entry].take_overs.wait_at(std::chrono::steady_clock::now());
    if (wait.count() > 0) {
      turn_away(session, {.code = error_code::kTakeOver,
                          .message = "over 5 take-overs in a minute: is the bot running twice?",
                          .retry_after_ms = wait.count()});
      return;
    }
  }
  seat(entry, session, hello, std::nullopt);
}

void Lobby::seat(std::size_t entry, const std::shared_ptr<Session>& session, const protocol::Hello& hello,
                 std::optional<std::string> token) {
  session->send(line_of(protocol::Welcome{players_[entry]->name(), std::nullopt, std::move(token)}));
  session->send(protocol::wait_line(
      players_[entry]->playing() ? "your match goes on" : "the match starts when all seats are taken"));
  players_[entry]->attach(session, hello.resume);
  if (arrival_ != nullptr && everybody_here()) {
    arrival_->set();
  }
}

void Lobby::give_up() {
  given_up_ = true;
  full_.set();
  if (arrival_ != nullptr) {
    arrival_->set();
  }
}

bool Lobby::everybody_here() const { return std::ranges::all_of(players_, &Player::connected); }

Task<> Lobby::all_connected(TimePoint deadline) {
  if (!given_up_ && !everybody_here()) {
    arrival_ = std::make_unique<Event>(tasks_.io());
    (void)co_await arrival_->wait_until(deadline);
    arrival_.reset();
  }
}

}  // namespace referee
