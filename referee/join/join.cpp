#include "referee/join/join.h"

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>
#include <variant>

#include "protocol/fields.h"
#include "protocol/json_writer.h"
#include "protocol/limits.h"
#include "protocol/new_match.h"
#include "protocol/parse.h"
#include "protocol/verdict.h"
#include "referee/base/secret_file.h"
#include "referee/base/text.h"
#include "referee/loop/event.h"

// How Join handles the messages of the referee.
namespace referee {
namespace {

constexpr Milliseconds kConnectPatience{10'000};
constexpr Milliseconds kWelcomePatience{30'000};
constexpr Milliseconds kFirstPause{100};  // after the first dial; doubled after each further one
constexpr Milliseconds kLongestPause{5000};

namespace error_code = protocol::error_code;

constexpr std::int64_t kMostRetryAfter = 3'600'000;  // milliseconds
constexpr std::int64_t kMostTurn = std::int64_t{1} << 53;
constexpr std::size_t kMaxWord = 1024;    // bytes of a text field that is used here
constexpr std::size_t kShownWords = 500;  // bytes of the referee's words

/// Whether dialling again would get the same answer.
bool is_final(std::string_view code) {
  constexpr std::array final{error_code::kBadToken,   error_code::kBadName, error_code::kUnsupported,
                             error_code::kFull,       error_code::kBadCode, error_code::kTooManyNames,
                             error_code::kTlsRequired};
  return std::ranges::find(final, code) != final.end();
}

}  // namespace

Join::Join(Tasks& tasks, JoinSpec spec, std::ostream& out)
    : tasks_(tasks),
      spec_(std::move(spec)),
      out_(out),
      reaper_(tasks),
      dialler_(tasks.io()),
      takeover_watch_(tasks, spec_.addresses, [this](std::size_t address) { taken_over(address); }),
      trace_(spec_.trace, spec_.name),
      welcome_due_(tasks.io()),
      pause_(tasks.io()) {
  if (spec_.tls) {
    tls_.emplace(*spec_.tls);
  }
  trace_.hide(spec_.token);
  trace_.hide(spec_.registration_code);
  hello_.name = spec_.name;
  hello_.token = spec_.token;
  hello_.registration_code = spec_.registration_code;
  hello_.resume = true;  // the bot stays when a connection breaks, whatever it can do itself
  hello_.features = {std::string(protocol::kNewMatch)};  // each match has a bot that is started anew
}

// ---- dialling ----

Task<JoinEnd> Join::run() {
  std::exception_ptr failure;
  JoinEnd end = JoinEnd::stopped;
  takeover_watch_.begin();
  try {
    end = co_await play();
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  if (connection_ != nullptr) {
    connection_->close();
  }
  co_await takeover_watch_.stop();
  co_await see_bots_off();
  reaper_.stop();
  if (failure) {
    std::rethrow_exception(failure);
  }
  co_return end;
}

Task<JoinEnd> Join::play() {
  while (!stopped_) {
    ++dials_;
    const std::optional<JoinEnd> end = co_await dial_all();
    if (end) {
      co_return *end;
    }
    if (stopped_) {
      break;
    }
    if (dials_ >= spec_.dials) {
      note("gave up after " + std::to_string(dials_) + " tries to connect: no referee said welcome");
      co_return JoinEnd::gave_up;
    }
    co_await pause();
  }
  co_return JoinEnd::stopped;
}

/// One address after the other, so that a referee that takes over is found without a pause.
Task<std::optional<JoinEnd>> Join::dial_all() {
  std::optional<JoinEnd> end;
  for (std::size_t i = 0; i < spec_.addresses.size() && !end && !stopped_; ++i) {
    present_ = std::exchange(next_, (next_ + 1) % spec_.addresses.size());
    end = co_await connect();
  }
  co_return end;
}

/// The referee to which the connection lasts hangs.
void Join::taken_over(std::size_t address) {
  note("this referee is silent, and another one plays at " + spec_.addresses[address].text());
  next_ = address;
  if (connection_ != nullptr) {
    connection_->close();
  }
}

Task<std::optional<JoinEnd>> Join::connect() {
  const Address& address = spec_.addresses[present_];
  takeover_watch_.heard(present_);
  Dialled dialled = co_await dialler_.dial(address, kConnectPatience);
  if (dialled.error) {
    if (!stopped_) {
      note(dialled.error == std::errc::connection_refused
               ? "nobody listens at " + address.text() + ": is the address right, and does the referee run?"
               : "cannot connect to " + address.text() + ": " + dialled.error.message());
    }
    co_return std::nullopt;
  }
  welcomed_ = false;
  connection_ = open(std::move(dialled.socket), address.host);
  trace_.follow(*connection_);
  welcome_due_.set_after(kWelcomePatience, [connection = connection_] { connection->close(); });
  const LineSocket::Secured secured = co_await connection_->shake_hands();
  std::optional<JoinEnd> end;
  if (secured.done) {
    owes_hello_ = false;
    connection_->send(line_of(hello_));
    end = co_await converse(connection_);
  } else if (!secured.why.empty()) {
    note("no TLS with " + address.host + ": " + secured.why);
    end = JoinEnd::refused;
  }
  welcome_due_.cancel();
  std::exchange(connection_, nullptr)->close();
  if (bot_ != nullptr) {
    bot_->pause();
  }
  if (!end && !stopped_) {
    note("the connection was closed");
  }
  co_return end;
}

std::shared_ptr<LineSocket> Join::open(FileDescriptor socket, const std::string& host) {
  auto bytes = std::make_unique<StampedConnection>(std::move(socket));
  if (!tls_) {
    return LineSocket::open(tasks_, Connection(std::move(bytes)), protocol::kMaxLineToBot);
  }
  return LineSocket::open(tasks_, secure(std::move(bytes), tls_->connect(host)), protocol::kMaxLineToBot);
}

Task<std::optional<JoinEnd>> Join::converse(std::shared_ptr<LineSocket> connection) {
  while (true) {
    const auto line = co_await connection->next();
    if (!line) {
      co_return std::nullopt;
    }
    takeover_watch_.heard(present_);
    if (line->oversize) {
      note("a line over " + std::to_string(protocol::kMaxLineToBot) +
           " bytes came: this is no referee. Is the address right?");
      co_return std::nullopt;
    }
    const std::optional<JoinEnd> end = handle(line->text);
    if (end) {
      co_return end;
    }
    if (std::exchange(past_told_, false) && bot_ != nullptr) {
      co_await JoinBot::room(bot_);
    }
  }
}

Task<> Join::pause() {
  Milliseconds pause = kFirstPause;
  for (int i = 1; i < dials_ && pause < kLongestPause; ++i) {
    pause *= 2;
  }
  co_await pause_.changed_within(std::max(retry_after_, std::min(pause, kLongestPause)));
}

void Join::stop() {
  stopped_ = true;
  dialler_.cancel();
  welcome_due_.cancel();
  pause_.notify();
  if (connection_ != nullptr) {
    connection_->close();
  }
  end_bot(Milliseconds{0});
}

// ---- the bot ----

/// `match`: which has begun already; empty: none has.
void Join::start_bot(const std::string& match) {
  bot_ = JoinBot::start({tasks_, reaper_, loopback_}, spec_.command, *this);
  trace_.bot_started(match);
  bot_->tell(welcome_);
}

void Join::end_bot(Milliseconds grace) {
  if (bot_ == nullptr) {
    return;
  }
  std::erase_if(leaving_, [](const auto& bot) { return bot->gone().is_set(); });
  bot_->leave(grace);
  leaving_.push_back(std::exchange(bot_, nullptr));
}

Task<> Join::see_bots_off() {
  end_bot(kLeave);
  for (const auto& bot : leaving_) {
    co_await bot->gone().wait();
  }
}

void Join::say(std::string_view line) {
  if (connection_ != nullptr) {
    connection_->send(line);
  }
}

Task<> Join::room() {
  if (connection_ != nullptr) {
    co_await LineSocket::room(connection_);
  }
}

void Join::note(const std::string& text) { out_ << "join: " + escaped(text, "\\") + "\n" << std::flush; }

std::optional<JoinEnd> Join::handle(std::string_view line) {
  auto parsed = protocol::parse_line(line);
  auto* const message = std::get_if<Json>(&parsed);
  if (message == nullptr) {
    not_understood(line);
    return std::nullopt;
  }
  fields::Object in(*message, "");
  const std::optional<JoinEnd> end = on_message(in, *message, line);
  if (in.error()) {
    not_understood(line);
  }
  return end;
}

void Join::not_understood(std::string_view line) {
  note("not a message of a referee: '" + printable(line, kShownWords) + "'");
  connection_->close();
}

std::optional<JoinEnd> Join::on_message(fields::Object& in, const Json& message, std::string_view line) {
  const std::string type = in.text("type", kMaxWord);
  if (type == "welcome") {
    on_welcome(in, message, line);
  } else if (type == "wait") {
    on_wait(in);
  } else if (type == "start") {
    on_start(in, line);
  } else if (type == "turn") {
    on_turn(in, line);
  } else if (type == "end") {
    on_end(in, line);
  } else if (type == "error") {
    return on_error(in, line);
  } else if (type == "bye") {
    return on_bye(in, line);
  } else if (type == "past") {
    on_past(in, line);
  } else if (type == protocol::kNewMatch) {
    on_new_match();
  } else if (!in.error() && bot_ != nullptr) {
    bot_->tell(line);
  }
  return std::nullopt;
}

void Join::on_welcome(fields::Object& in, Json message, std::string_view line) {
  const std::string name = in.text("name", kMaxWord);
  const std::string token = in.text_or("token", kMaxWord, "");
  const std::string tournament = in.text_or("tournament", kMaxWord, "");
  if (in.error()) {
    return;
  }
  welcome_due_.cancel();
  welcomed_ = true;
  dials_ = 0;
  retry_after_ = Milliseconds{0};
  note("welcome, " + printable(name, kShownWords) +
       (tournament.empty() ? std::string() : ", to " + printable(tournament, kShownWords)));
  welcome_ = line;
  if (!token.empty()) {
    keep(token);
    message.erase("token");  // the bot has no use for it, and may print what it receives
    welcome_ = protocol::dump(message);
  }
}

void Join::on_wait(fields::Object& in) {
  const std::string reason = in.text_or("reason", kMaxWord, "");
  if (std::exchange(waits_for_, reason) != reason) {
    note("waiting: " + printable(reason, kShownWords));
  }
}

JoinEnd Join::on_bye(fields::Object& in, std::string_view line) {
  note("the referee says bye: " + printable(in.text_or("reason", kMaxWord, ""), kShownWords));
  if (bot_ != nullptr) {
    bot_->tell(line);
  }
  end_bot(kLeave);
  return JoinEnd::bye;
}

void Join::keep(const std::string& token) {
  hello_.token = token;
  if (spec_.token_file.empty()) {
    note("the referee gave you a token: the secret that proves that you are " + spec_.name +
         ". It is lost when this program ends: --token-file FILE keeps it");
    return;
  }
  try {
    write_secret_file(spec_.token_file, token);
    note("your token is in " + spec_.token_file.string());
  } catch (const std::system_error& error) {  // to play on is worth more
    note(std::string(error.what()) + "; the token is lost when this program ends");
  }
}

/// The bot starts up now: the match begins when it is ready. One that has been started already for a match
/// that has not begun is as good as new.
void Join::on_new_match() {
  owes_hello_ = true;
  if (bot_ == nullptr || !bot_->can_begin()) {
    end_bot(kLeave);
    start_bot("");
  } else if (bot_->ready()) {
    bot_ready();
  }
}

/// Says the hello that the referee waits for, also when a match has begun without it: then it asks again
/// before the next.
void Join::bot_ready() {
  if (std::exchange(owes_hello_, false)) {
    say(line_of(hello_));
  }
}

void Join::on_start(fields::Object& in, std::string_view line) {
  const std::string match = in.text("match", kMaxWord);
  const std::string commitment = in.text_or("commitment", kMaxWord, "");
  const std::string game = in.text_or("game", kMaxWord, "?");
  if (in.error()) {
    return;
  }
  trace_.in_match(match, *connection_);
  if (plays(match) && commitment == commitment_) {
    return;  // the bot goes on where it was
  }
  note("game " + printable(match, kShownWords) + " of " + printable(game, kShownWords) + " begins");
  if (bot_ == nullptr || !bot_->can_begin()) {
    end_bot(kLeave);
    start_bot(match);
  }
  bot_->begin(match);
  commitment_ = commitment;
  bot_->tell(line);
}

void Join::on_turn(fields::Object& in, std::string_view line) {
  const std::string match = in.text("match", kMaxWord);
  const std::int64_t turn = in.integer("turn", {0, kMostTurn});
  if (!in.error() && plays(match)) {
    bot_->ask(turn, line);
  }
}

void Join::on_past(fields::Object& in, std::string_view line) {
  const std::string match = in.text("match", kMaxWord);
  const std::int64_t turn = in.integer("turn", {0, kMostTurn});
  if (!in.error() && plays(match)) {
    past_told_ = bot_->tell_past(turn, line);
  }
}

void Join::on_end(fields::Object& in, std::string_view line) {
  const std::string match = in.text("match", kMaxWord);
  const std::int64_t rank = in.integer_or("rank", {1, kMostTurn}, 0);
  if (in.error() || !plays(match)) {
    return;
  }
  note("game " + printable(match, kShownWords) + " is over" +
       (rank > 0 ? ": rank " + std::to_string(rank) : std::string()));
  bot_->tell(line);
  end_bot(kLeave);
}

std::optional<JoinEnd> Join::on_error(fields::Object& in, std::string_view line) {
  const std::string code = in.text("code", kMaxWord);
  const std::string message = in.text_or("message", 64 * kMaxWord, "");
  const std::int64_t retry_after = in.integer_or("retry_after_ms", {0, kMostRetryAfter}, 0);
  if (in.error()) {
    return std::nullopt;
  }
  const bool known = bot_ != nullptr && bot_->over() && code == name_of(protocol::Verdict::disconnected);
  if (!known) {  // that the bot ended is told once
    out_ << "referee: " + printable(code, kShownWords) + ": " + printable(message, kShownWords) + "\n"
         << std::flush;
  }
  if (!welcomed_) {
    retry_after_ = Milliseconds(retry_after);
    return is_final(code) ? std::optional(JoinEnd::refused) : std::nullopt;
  }
  if (bot_ != nullptr && bot_->has_begun()) {
    bot_->tell(line);
  }
  return std::nullopt;
}

}  // namespace referee
