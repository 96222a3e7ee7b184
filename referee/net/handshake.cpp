#include "referee/net/handshake.h"

#include <utility>

#include "protocol/greeting.h"
#include "referee/clocks/silence.h"
#include "referee/net/session.h"

namespace referee {
namespace {

namespace error_code = protocol::error_code;

}  // namespace

Handshake::Handshake(Tasks& tasks, Milliseconds init, Admit admit, Failed failed, Advice advice)
    : init_over_(tasks.io()),
      init_(init),
      admit_(std::move(admit)),
      failed_(std::move(failed)),
      advice_(std::move(advice)) {}

std::weak_ptr<Handshake> Handshake::begin(Tasks& tasks, Connection connection, Milliseconds init, Admit admit,
                                          Failed failed, Advice advice) {
  const std::shared_ptr<Handshake> handshake(
      new Handshake(tasks, init, std::move(admit), std::move(failed), std::move(advice)));
  handshake->session_ = Session::open(tasks, std::move(connection), *handshake);
  handshake->init_over_.set_after(init, [handshake] { handshake->time_is_up(); });
  return handshake;
}

void Handshake::set_trace(std::shared_ptr<LineTrace> trace, TraceLabel label) {
  if (session_ != nullptr) {
    session_->set_trace(std::move(trace), std::move(label));
  }
}

void Handshake::call_off(std::string_view reason) {
  if (session_ != nullptr) {
    if (!reason.empty()) {
      session_->send(protocol::bye_line(reason));
    }
    session_->finish();
    session_ = nullptr;
    const auto self = shared_from_this();  // which the timer kept alive
    init_over_.cancel();
  }
}

void Handshake::turn_away(const protocol::Error& error) {
  if (session_ != nullptr) {
    session_->send(line_of(error));
    session_->close();
    session_ = nullptr;
    const auto self = shared_from_this();  // which the timer kept alive
    init_over_.cancel();
  }
}

void Handshake::on_line(Session& session, const Received& line) {
  if (session.lacks_tls()) {
    reject({.code = error_code::kTlsRequired,
            .message = "this port speaks TLS only: dial in with TLS, as join --tls does"});
    return;
  }
  const auto read = protocol::read_greeting(line.text, line.oversize);
  if (const auto* hello = std::get_if<protocol::Hello>(&read)) {
    const auto self = shared_from_this();
    init_over_.cancel();
    admit_(std::exchange(session_, nullptr), *hello);
    return;
  }
  const auto& none = std::get<protocol::NoHello>(read);
  if (!none.refusal.empty()) {
    reject(none.reply, none.refusal);
    return;
  }
  session.send(none.reply);
  note_no_hello(line);
}

void Handshake::reject(const protocol::Error& error) { reject(line_of(error), error.message); }

void Handshake::reject(const std::string& reply, const std::string& why) {
  const std::shared_ptr<Session> session = std::exchange(session_, nullptr);
  session->send(reply);
  session->finish();
  const auto self = shared_from_this();
  init_over_.cancel();
  failed_(why);
}

/// A hello of several lines is not taken, but its author is told at once.
void Handshake::note_no_hello(const Received& line) {
  if (before_.add(line.text)) {
    session_->send(line_of(protocol::BadMessage{before_.complaint()}));
  }
}

void Handshake::time_is_up() {
  std::string why = before_.complaint(session_->unfinished());
  if (why.empty()) {
    why = advice_ ? advice_() : advice_on_silence(Awaited::hello, {}, Microseconds{0}, init_);
  }
  reject({.code = error_code::kTimeout,
          .message = "no hello in " + std::to_string(init_.count()) + " ms: " + why});
}

void Handshake::on_closed(Session& session, CloseReason reason) {
  const std::string instead = before_.complaint(session.unfinished());
  session_ = nullptr;
  const auto self = shared_from_this();
  init_over_.cancel();
  if (reason == CloseReason::flood) {
    failed_("no hello in a flood of lines" + (instead.empty() ? "" : ": " + instead));
  } else {
    failed_(std::string(kNoHello) + (instead.empty() ? "" : ": " + instead));
  }
}

}  // namespace referee
