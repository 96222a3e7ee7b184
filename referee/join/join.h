#pragma once

#include <cstdint>
#include <filesystem>
#include <list>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "protocol/messages.h"
#include "referee/join/join_bot.h"
#include "referee/join/join_trace.h"
#include "referee/join/line_socket.h"
#include "referee/join/takeover_watch.h"
#include "referee/loop/event.h"
#include "referee/loop/timer.h"
#include "referee/net/dialler.h"
#include "referee/net/line_trace.h"
#include "referee/tls/tls_client.h"

namespace referee {

struct JoinSpec {
  std::vector<Address>
      addresses;      ///< at least one; at one of them a referee plays, at the others one may stand by
  std::string name;   ///< a valid one
  std::string token;  ///< empty: none yet
  std::filesystem::path token_file;  ///< keeps a newly issued token; empty: none is kept
  std::string registration_code;     ///< for a new name, where the tournament asks for one; may be empty
  BotCommand command;                ///< the bot; it is not confined
  std::optional<TlsTrust> tls;       ///< nothing: without TLS
  std::shared_ptr<LineTrace> trace;  ///< gets all lines between the referee and the bot; may be null
  int dials = 10;                    ///< of all addresses without a welcome in between, before it gives up
};

enum class JoinEnd {
  bye,      ///< the referee said so
  refused,  ///< the referee does not let this name, token or protocol in
  gave_up,  ///< no referee answers
  stopped   ///< stop() was called
};

/// Lets a bot that speaks the protocol over its standard input and output play on a referee elsewhere: one
/// process a match, which starts up before the match if the referee says new_match; a lost connection is
/// dialled again.
class Join final : private JoinBotOwner {
 public:
  /// `out` gets messages for people. Throws std::system_error if the machine has no loopback network, and
  /// what TlsClient throws.
  Join(Tasks& tasks, JoinSpec spec, std::ostream& out);

  /// Plays until the referee says bye or refuses, or does not answer. When it returns, all processes have
  /// ended, and nothing of this object keeps the event loop running. Throws LaunchError if the bot cannot be
  /// started.
  Task<JoinEnd> run();
  /// Ends the bot and makes run() return.
  void stop();

 private:
  using Json = nlohmann::json;
  static constexpr Milliseconds kLeave{1000};  // for a bot to leave after its match

  Task<JoinEnd> play();
  Task<std::optional<JoinEnd>> dial_all();
  Task<std::optional<JoinEnd>> connect();
  void taken_over(std::size_t address);
  Task<std::optional<JoinEnd>> converse(std::shared_ptr<LineSocket> connection);
  std::shared_ptr<LineSocket> open(FileDescriptor socket, const std::string& host);
  Task<> pause();
  Task<> see_bots_off();

  std::optional<JoinEnd> handle(std::string_view line);
  void not_understood(std::string_view line);
  std::optional<JoinEnd> on_message(fields::Object& in, const Json& message, std::string_view line);
  void on_welcome(fields::Object& in, Json message, std::string_view line);
  void on_wait(fields::Object& in);
  void on_new_match();
  void on_start(fields::Object& in, std::string_view line);
  void on_turn(fields::Object& in, std::string_view line);
  void on_past(fields::Object& in, std::string_view line);
  void on_end(fields::Object& in, std::string_view line);
  std::optional<JoinEnd> on_error(fields::Object& in, std::string_view line);
  JoinEnd on_bye(fields::Object& in, std::string_view line);
  void keep(const std::string& token);

  void start_bot(const std::string& match);
  void end_bot(Milliseconds grace);
  bool plays(const std::string& match) const { return bot_ != nullptr && bot_->plays(match); }

  void say(std::string_view line) override;
  Task<> room() override;
  void note(const std::string& text) override;
  void bot_ready() override;
  void kept_back(std::string_view line) override { trace_.kept_back(line); }
  void bot_ended(const std::string& match, const std::string& how) override { trace_.bot_ended(match, how); }

  Tasks& tasks_;
  JoinSpec spec_;
  std::ostream& out_;
  protocol::Hello hello_;
  Reaper reaper_;
  Loopback loopback_;
  Dialler dialler_;
  TakeoverWatch takeover_watch_;
  JoinTrace trace_;
  std::optional<TlsClient> tls_;
  Timer welcome_due_;
  Condition pause_;  // before dialling again
  std::shared_ptr<LineSocket> connection_;
  bool welcomed_ = false;    // on this connection
  bool owes_hello_ = false;  // it was told new_match, and says hello when its bot has
  std::string welcome_;      // what every new bot receives first
  std::string waits_for_;    // the latest reason to wait
  std::shared_ptr<JoinBot> bot_;
  bool past_told_ = false;  // the newest line was a past turn for bot_
  std::string commitment_;  // of bot_'s match: another attempt at the same match has another one
  std::list<std::shared_ptr<JoinBot>> leaving_;
  std::size_t present_ = 0;  // of the addresses: the one that is dialled
  std::size_t next_ = 0;     // the one after it
  int dials_ = 0;            // of all addresses, since the latest welcome
  Milliseconds retry_after_{0};
  bool stopped_ = false;
};

}  // namespace referee
