#include "referee/match/lobby.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

#include "protocol/fields.h"
#include "protocol/sha256.h"

namespace referee {
namespace {

namespace error_code = protocol::error_code;

void turn_away(const std::shared_ptr<Session>& session, const protocol::Error& error) {
  session->send(line_of(error));
  session->finish();
}

bool all_connected(const std::vector<std::shared_ptr<Player>>& players) {
  return std::ranges::all_of(players, &Player::connected);
}

/// Owns a connection while its entrant's registration is written to the disk.
class Anteroom final : public SessionOwner {
 public:
  explicit Anteroom(const std::shared_ptr<Session>& session) { session->set_owner(*this); }
  bool closed() const { return closed_; }

  void on_line(Session& session, const Received& line) override { answer_idle_line(session, line); }
  void on_sent(Session&) override {}
  void on_closed(Session&, CloseReason) override { closed_ = true; }

 private:
  bool closed_ = false;
};

}  // namespace

Lobby::Lobby(Tasks& tasks, EntrantDirectory& entrants, Milliseconds init)
    : tasks_(tasks), directory_(entrants), init_(init) {}

void Lobby::accept(int fd) {
  make_room();
  handshakes_.push_back(Handshake::begin(
      tasks_, StampedConnection(FileDescriptor(fd)), init_,
      [this](const std::shared_ptr<Session>& session, const protocol::Hello& hello) {
        admit(session, hello);
      },
      [](const std::string&) {}));
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
  closed_ = true;
  for (const auto& pending : handshakes_) {
    if (const auto handshake = pending.lock()) {
      handshake->call_off(reason);
    }
  }
}

void Lobby::admit(const std::shared_ptr<Session>& session, const protocol::Hello& hello) {
  if (!protocol::is_valid_name(hello.name)) {
    turn_away(session, {.code = error_code::kBadName,
                        .message = "name '" + fields::brief_text(hello.name, 40) +
                                   "': expected a letter or digit, then at most 31 of A-Z a-z 0-9 . _ -"});
    return;
  }
  const std::string folded = protocol::folded_name(hello.name);
  if (const auto entry = directory_.find(folded)) {
    admit_known(*entry, folded, session, hello);
    return;
  }
  auto enlisted = directory_.enlist(hello.name);
  if (const auto* refused = std::get_if<protocol::Error>(&enlisted)) {
    turn_away(session, *refused);
    return;
  }
  tasks_.start("registration",
               admit_new(std::get<EntrantDirectory::NewEntrant>(std::move(enlisted)), session, hello.resume));
}

Task<> Lobby::admit_new(EntrantDirectory::NewEntrant entry, std::shared_ptr<Session> session, bool resume) {
  const Anteroom anteroom(session);
  bool kept = false;
  try {
    co_await directory_.keep();
    kept = true;
  } catch (const std::exception& failure) {
    spdlog::error("{} could not be registered: {}", entry.player->name(), failure.what());
  }
  if (anteroom.closed()) {
    co_return;
  }
  if (kept) {
    welcome(entry.player, session, resume, std::move(entry.token));
  } else {
    turn_away(session, {.code = protocol::name_of(protocol::Verdict::referee_error),
                        .message = "the referee cannot keep your registration: come back later"});
  }
}

void Lobby::admit_known(const EntrantDirectory::KnownEntrant& entry, const std::string& folded,
                        const std::shared_ptr<Session>& session, const protocol::Hello& hello) {
  if (protocol::Sha256::hex_of(hello.token) != entry.token_sha256) {
    turn_away(session, {.code = error_code::kBadToken,
                        .message = "name '" + entry.player->name() + "' is registered: it plays with " +
                                   (hello.token.empty() ? "its token only, and none was shown"
                                                        : "its token only, and this is another one")});
    return;
  }
  if (entry.player->connected()) {
    const Milliseconds wait = take_overs_[folded].wait_at(std::chrono::steady_clock::now());
    if (wait.count() > 0) {
      turn_away(session, {.code = error_code::kTakeOver,
                          .message = "over 5 take-overs in a minute: is the bot running twice?",
                          .retry_after_ms = wait.count()});
      return;
    }
  }
  welcome(entry.player, session, hello.resume, std::nullopt);
}

void Lobby::welcome(const std::shared_ptr<Player>& player, const std::shared_ptr<Session>& session,
                    bool resume, std::optional<std::string> token) {
  if (closed_) {
    session->finish();
    return;
  }
  session->send(line_of(protocol::Welcome{player->name(), directory_.tournament(), std::move(token)}));
  session->send(protocol::wait_line(directory_.waiting_for(*player)));
  player->attach(session, resume);
  directory_.arrived(*player);
  for (Waiter& waiter : waiters_) {
    if (all_connected(waiter.players)) {
      waiter.event.set();
    }
  }
}

void Lobby::excuse(const std::string& name) {
  for (Waiter& waiter : waiters_) {
    std::erase_if(waiter.players, [&](const auto& player) { return player->name() == name; });
    if (all_connected(waiter.players)) {
      waiter.event.set();
    }
  }
}

void Lobby::give_up() {
  given_up_ = true;
  for (Waiter& waiter : waiters_) {
    waiter.event.set();
  }
}

Task<> Lobby::gathered(std::vector<std::shared_ptr<Player>> players, TimePoint deadline) {
  if (given_up_ || all_connected(players)) {
    co_return;
  }
  const auto waiter = waiters_.emplace(waiters_.end(), std::move(players), tasks_.io());
  (void)co_await waiter->event.wait_until(deadline);
  waiters_.erase(waiter);
}

}  // namespace referee
