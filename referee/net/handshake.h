#pragma once

#include <functional>
#include <memory>
#include <string>

#include "protocol/messages.h"
#include "referee/base/units.h"
#include "referee/loop/timer.h"
#include "referee/net/lines_before_hello.h"
#include "referee/net/session.h"

namespace referee {

/// The first words of a connection: waits for a hello that this referee can speak with, for at most `init`.
/// It answers any other line with an error. It keeps itself alive until it has admitted or closed the
/// connection.
class Handshake final : public SessionOwner, public std::enable_shared_from_this<Handshake> {
 public:
  /// Gets the session together with its hello and becomes responsible for it.
  using Admit = std::function<void(std::shared_ptr<Session>, const protocol::Hello&)>;
  /// The session is closed without a valid hello; `why` is for people.
  using Failed = std::function<void(const std::string& why)>;

  /// Called when no hello has come in time: what its author is told behind "no hello in N ms: ".
  using Advice = std::function<std::string()>;

  /// `advice`: empty for a bot of which nothing is known. Throws std::system_error.
  static std::weak_ptr<Handshake> begin(Tasks& tasks, Connection connection, Milliseconds init, Admit admit,
                                        Failed failed, Advice advice = {});
  /// Writes what passes from now on to `trace`: see Session::set_trace().
  void set_trace(std::shared_ptr<LineTrace> trace, TraceLabel label);
  /// Says `bye` to a connection that is still undecided, and closes it; neither callback is called. Without a
  /// reason it says nothing.
  void call_off(std::string_view reason);
  /// Says `error` to a connection that is still undecided, and closes it without waiting until the bot has
  /// closed its side. Neither callback is called.
  void turn_away(const protocol::Error& error);

  void on_line(Session& session, const Received& line) override;
  void on_sent(Session&) override {}
  void on_closed(Session& session, CloseReason reason) override;

 private:
  Handshake(Tasks& tasks, Milliseconds init, Admit admit, Failed failed, Advice advice);
  void reject(const protocol::Error& error);
  void reject(const std::string& reply, const std::string& why);
  void note_no_hello(const Received& line);
  void time_is_up();

  std::shared_ptr<Session> session_;
  Timer init_over_;
  Milliseconds init_;
  LinesBeforeHello before_;
  Admit admit_;
  Failed failed_;
  Advice advice_;
};

}  // namespace referee
