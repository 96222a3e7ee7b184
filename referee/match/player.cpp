#include "referee/match/player.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "protocol/greeting.h"
#include "protocol/new_match.h"
#include "protocol/require.h"
#include "referee/net/session.h"

namespace referee {

namespace error_code = protocol::error_code;

Player::~Player() {
  if (session_ != nullptr) {
    session_->close();
  }
}

void Player::attach(std::shared_ptr<Session> session, const protocol::Hello& hello) {
  if (session_ != nullptr) {
    session_->send(protocol::bye_line("replaced"));
    session_->finish();
  }
  session_ = std::move(session);
  session_->set_owner(*this);
  if (trace_ != nullptr) {
    session_->set_trace(trace_, label_);
  }
  note(hello);
  stamp_source_ = session_->stamp_source();
  owes_hello_ = false;
  if (settled_ != nullptr && takes_new_match_) {
    ask();
  } else {
    settle();
  }
  if (seat_ != nullptr) {
    seat_->on_attached();
  }
}

void Player::note(const protocol::Hello& hello) {
  resumes_ = hello.resume;
  takes_new_match_ = protocol::takes_new_match(hello);
}

void Player::ask_for_hello(std::function<void()> settled) {
  REQUIRE(connected() && takes_new_match());
  settled_ = std::move(settled);
  if (!owes_hello_) {
    ask();
  }
}

void Player::ask() {
  owes_hello_ = true;
  send(protocol::new_match_line());
}

void Player::give_up_hello() {
  settled_ = nullptr;
  takes_new_match_ = takes_new_match_ && !owes_hello_;
}

void Player::settle() {
  if (const auto settled = std::exchange(settled_, nullptr)) {
    settled();
  }
}

void Player::set_trace(std::shared_ptr<LineTrace> trace, TraceLabel label) {
  trace_ = std::move(trace);
  label_ = std::move(label);
  if (session_ != nullptr && trace_ != nullptr) {
    session_->set_trace(trace_, label_);
  }
}

void Player::send(std::string_view line) {
  if (session_ != nullptr) {
    session_->send(line);
  }
}

void Player::send_turn(std::string_view line) {
  if (session_ != nullptr) {
    session_->send_turn(line);
  }
}

std::optional<TimePoint> Player::turn_sent_at() const {
  if (session_ == nullptr) {
    return std::nullopt;
  }
  return launched() ? session_->turn_begun_at() : session_->turn_sent_at();
}

void Player::dismiss(std::string_view reason) {
  if (session_ != nullptr) {
    if (!reason.empty()) {
      session_->send(protocol::bye_line(reason));
    }
    session_->finish();
    session_ = nullptr;
    away_since_ = time_.now();
    owes_hello_ = false;
    settle();
  }
}

void Player::kick(std::string_view reason) {
  dismiss(reason);
  if (seat_ != nullptr) {
    seat_->on_detached(CloseReason::finished);
  }
}

Microseconds Player::new_run_delay() {
  const Microseconds now = run_delay_ ? run_delay_() : Microseconds{0};
  const Microseconds before = std::exchange(run_delay_before_, now);
  return std::max(Microseconds{0}, now - before);  // less if a process has ended
}

void Player::process_ended() {
  if (seat_ != nullptr && !connected()) {
    seat_->on_detached(CloseReason::peer);
  }
}

std::string Player::absence() const {
  const std::optional<std::string> how = why_absent_ == kNoHello ? end() : std::nullopt;
  return how ? "its program ended before its hello: " + *how : why_absent_;
}

/// Also in a match that has begun without it. Other lines are judged as if no hello were owed.
bool Player::is_owed_hello(const Received& line) {
  if (!owes_hello() || line.oversize) {
    return false;
  }
  const auto read = protocol::read_greeting(line.text, false);
  const auto* hello = std::get_if<protocol::Hello>(&read);
  if (hello == nullptr) {
    return false;
  }
  note(*hello);
  owes_hello_ = false;
  settle();
  return true;
}

void Player::on_line(Session& session, const Received& line) {
  if (is_owed_hello(line)) {
    session.count_as_answer();
    return;
  }
  if (seat_ != nullptr) {
    seat_->on_line(session, line);
  } else {
    answer_idle_line(session, line);
  }
}

void Player::on_sent(Session& session) {
  if (seat_ != nullptr) {
    seat_->on_sent(session);
  }
}

void Player::on_closed(Session& session, CloseReason reason) {
  if (session_.get() != &session) {
    return;  // an older connection, which was replaced
  }
  session_ = nullptr;
  away_since_ = time_.now();
  owes_hello_ = false;
  if (launched()) {  // it does not come back
    settle();
  }
  if (seat_ != nullptr) {
    seat_->on_detached(reason);
  }
}

void Player::on_failure(const std::exception_ptr& failure) {
  if (seat_ != nullptr) {
    seat_->on_failure(failure);
  }
}

void answer_idle_line(Session& session, const Received& line) {
  const auto message = protocol::read_or_reply(line.text, line.oversize);
  if (const auto* reply = std::get_if<std::string>(&message)) {
    session.send(*reply);
  } else if (const auto* move = std::get_if<protocol::Move>(&message)) {
    session.send(
        line_of(protocol::Error{error_code::kStale, "no match is running", move->match, move->turn}));
  } else {
    session.send(line_of(protocol::Error{error_code::kUnexpected, "hello was said already"}));
  }
}

}  // namespace referee
