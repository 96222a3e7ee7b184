#include "referee/match/lobby.h"

#include <spdlog/spdlog.h>
#include <sys/socket.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "protocol/fields.h"
#include "protocol/new_match.h"
#include "protocol/sha256.h"

namespace referee {
namespace {

namespace error_code = protocol::error_code;

constexpr Milliseconds kAfterCrowdedOut{500};  // until a bot that was too slow dials again

void turn_away(const std::shared_ptr<Session>& session, const protocol::Error& error) {
  session->send(line_of(error));
  session->finish();
}

protocol::Error busy(Milliseconds retry_after) {
  return {.code = error_code::kBusy,
          .message = "too many connections have not said hello: dial again, and say hello at once",
          .retry_after_ms = retry_after.count()};
}

/// Turns away a connection that gets no session: costs nothing that a flood could use up. With TLS, which has
/// not been agreed on yet, the peer is told nothing.
void refuse(Connection& connection, const protocol::Error& error) {
  (void)connection.write(line_of(error) + "\n");
  connection.shutdown_send();
}

std::string seconds_text(Milliseconds time) {
  return std::to_string(std::chrono::ceil<std::chrono::seconds>(time).count()) + " s";
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

Lobby::Lobby(Tasks& tasks, EntrantDirectory& entrants, Milliseconds init, const PendingRoom::Limits& pending)
    : tasks_(tasks), directory_(entrants), init_(init), room_(pending) {}

// ---- connections without a hello ----

void Lobby::accept(Connection connection) {
  const PeerAddress address = PeerAddress::of(connection.peer());
  const PendingRoom::Entry entry = room_.enter(address, tasks_.clock().now());
  if (!entry.id) {
    refuse(connection, busy(entry.retry_after));
    return;
  }
  if (entry.instead_of) {
    close_crowded_out(*entry.instead_of);
  }
  try {
    const auto handshake = begin_handshake(std::move(connection), address, *entry.id);
    handshakes_[*entry.id] = handshake;
    if (const auto begun = handshake.lock(); begun != nullptr && trace_ != nullptr) {
      begun->set_trace(trace_, {});
    }
  } catch (const std::exception&) {
    leave(*entry.id);
    throw;
  }
}

std::weak_ptr<Handshake> Lobby::begin_handshake(Connection connection, const PeerAddress& address,
                                                PendingRoom::Id id) {
  return Handshake::begin(
      tasks_, std::move(connection), init_,
      [this, address, id](std::shared_ptr<Session> session, const protocol::Hello& hello) {
        leave(id);
        admit({std::move(session), address}, hello);
      },
      [this, id](const std::string&) { leave(id); });
}

void Lobby::leave(PendingRoom::Id id) {
  room_.leave(id);
  handshakes_.erase(id);
}

/// The room has given its place to a newer connection already.
void Lobby::close_crowded_out(PendingRoom::Id id) {
  const auto found = handshakes_.find(id);
  if (const auto handshake = found == handshakes_.end() ? nullptr : found->second.lock()) {
    handshake->turn_away(busy(kAfterCrowdedOut));
  }
  handshakes_.erase(id);
}

void Lobby::close(std::string_view reason) {
  closed_ = true;
  for (const auto& [id, pending] : handshakes_) {
    if (const auto handshake = pending.lock()) {
      handshake->call_off(reason);
    }
  }
}

// ---- connections with a hello ----

void Lobby::admit(const Arriving& arriving, const protocol::Hello& hello) {
  const std::shared_ptr<Session>& session = arriving.session;
  if (!protocol::is_valid_name(hello.name)) {
    turn_away(session, {.code = error_code::kBadName,
                        .message = "name '" + fields::brief_text(hello.name, 40) +
                                   "': expected a letter or digit, then at most 31 of A-Z a-z 0-9 . _ -"});
    return;
  }
  const std::string folded = protocol::folded_name(hello.name);
  if (const auto entry = directory_.find(folded)) {
    admit_known(*entry, folded, arriving, hello);
    return;
  }
  auto enlisted = directory_.enlist(
      {hello.name, hello.registration_code, arriving.address, protocol::takes_new_match(hello)});
  if (const auto* refused = std::get_if<protocol::Error>(&enlisted)) {
    turn_away(session, *refused);
    return;
  }
  tokens_.right(arriving.address, folded);
  tasks_.start("registration",
               admit_new(std::get<EntrantDirectory::NewEntrant>(std::move(enlisted)), session, hello));
}

Task<> Lobby::admit_new(EntrantDirectory::NewEntrant entry, std::shared_ptr<Session> session,
                        protocol::Hello hello) {
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
    welcome(entry.player, session, hello, std::move(entry.token));
  } else {
    turn_away(session, {.code = protocol::name_of(protocol::Verdict::referee_error),
                        .message = "the referee cannot keep your registration: come back later"});
  }
}

/// Why that token does not let its bot in; nothing: it does.
std::optional<protocol::Error> Lobby::check_token(const EntrantDirectory::KnownEntrant& entry,
                                                  const std::string& folded, const PeerAddress& address,
                                                  const std::string& token) {
  const TimePoint now = tasks_.clock().now();
  const Milliseconds wait = tokens_.wait_at(address, folded, now);
  if (wait.count() > 0) {
    return protocol::Error{.code = error_code::kTooManyTries,
                           .message = "several wrong tokens for '" + entry.player->name() +
                                      "' came from your address: the next is looked at in " +
                                      seconds_text(wait),
                           .retry_after_ms = wait.count()};
  }
  if (protocol::same_digest(protocol::Sha256::hex_of(token), entry.token_sha256)) {
    tokens_.right(address, folded);
    return std::nullopt;
  }
  protocol::Error error{.code = error_code::kBadToken,
                        .message = "name '" + entry.player->name() + "' is registered: it plays with " +
                                   (token.empty() ? "its token only, and none was shown"
                                                  : "its token only, and this is another one")};
  if (const Milliseconds delay = tokens_.wrong(address, folded, now); delay.count() > 0) {
    error.retry_after_ms = delay.count();
  }
  return error;
}

void Lobby::admit_known(const EntrantDirectory::KnownEntrant& entry, const std::string& folded,
                        const Arriving& arriving, const protocol::Hello& hello) {
  const std::shared_ptr<Session>& session = arriving.session;
  if (const auto refused = check_token(entry, folded, arriving.address, hello.token)) {
    turn_away(session, *refused);
    return;
  }
  if (entry.player->connected()) {
    const Milliseconds wait = take_overs_[folded].wait_at(tasks_.clock().now());
    if (wait.count() > 0) {
      turn_away(session, {.code = error_code::kTakeOver,
                          .message = "over 5 take-overs in a minute: is the bot running twice?",
                          .retry_after_ms = wait.count()});
      return;
    }
  }
  welcome(entry.player, session, hello, std::nullopt);
}

void Lobby::welcome(const std::shared_ptr<Player>& player, const std::shared_ptr<Session>& session,
                    const protocol::Hello& hello, std::optional<std::string> token) {
  if (closed_) {
    session->finish();
    return;
  }
  if (trace_ != nullptr) {
    session->set_trace(trace_, {.bot = player->name()});
  }
  session->send(line_of(protocol::Welcome{player->name(), directory_.tournament(), std::move(token)}));
  session->send(protocol::wait_line(directory_.waiting_for(*player)));
  player->attach(session, hello);
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
