#include <algorithm>
#include <array>
#include <system_error>
#include <utility>
#include <variant>

#include "protocol/line_writer.h"
#include "protocol/parse.h"
#include "referee/base/printable.h"
#include "referee/join/join.h"
#include "referee/join/token_file.h"

// What the referee says, and what Join does about it.

namespace referee {
namespace {

namespace error_code = protocol::error_code;

constexpr std::int64_t kMostRetryAfter = 3'600'000;  // milliseconds
constexpr std::int64_t kMostTurn = std::int64_t{1} << 53;
constexpr std::size_t kMaxWord = 1024;    // bytes of a text field that is used here
constexpr std::size_t kShownWords = 500;  // bytes of the referee's words

/// What no dialling again can change.
bool is_final(std::string_view code) {
  constexpr std::array final{error_code::kBadToken, error_code::kBadName, error_code::kUnsupported,
                             error_code::kFull};
  return std::ranges::find(final, code) != final.end();
}

}  // namespace

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
  } else if (!in.error() && bot_ != nullptr && type != "past") {  // the bot was there in the past
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
  hello_.resume = true;
  note("welcome, " + printable(name, kShownWords) +
       (tournament.empty() ? std::string() : ", to " + printable(tournament, kShownWords)));
  welcome_ = line;
  if (!token.empty()) {
    keep(token);
    message.erase("token");  // the bot has no use for it, and may print what it hears
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
    note("a token was issued, which from now on proves that you are " + spec_.name +
         "; it is forgotten when this program ends. --token-file FILE keeps it");
    return;
  }
  try {
    write_token_file(spec_.token_file, token);
    note("your token is in " + spec_.token_file.string());
  } catch (const std::system_error& error) {  // to play on is worth more
    note(std::string(error.what()) + "; the token is forgotten when this program ends");
  }
}

void Join::on_start(fields::Object& in, std::string_view line) {
  const std::string match = in.text("match", kMaxWord);
  const std::string commitment = in.text_or("commitment", kMaxWord, "");
  const std::string game = in.text_or("game", kMaxWord, "?");
  if (in.error() || (plays(match) && commitment == commitment_)) {
    return;  // the bot goes on where it was
  }
  end_bot(kLeave);
  note("match " + printable(match, kShownWords) + " of " + printable(game, kShownWords) + " begins");
  bot_ = JoinBot::start({tasks_, reaper_, loopback_}, spec_.command, match, *this);
  commitment_ = commitment;
  bot_->tell(welcome_);
  bot_->tell(line);
}

void Join::on_turn(fields::Object& in, std::string_view line) {
  const std::string match = in.text("match", kMaxWord);
  const std::int64_t turn = in.integer("turn", {0, kMostTurn});
  if (!in.error() && plays(match)) {
    bot_->ask(turn, line);
  }
}

void Join::on_end(fields::Object& in, std::string_view line) {
  const std::string match = in.text("match", kMaxWord);
  const std::int64_t rank = in.integer_or("rank", {1, kMostTurn}, 0);
  if (in.error() || !plays(match)) {
    return;
  }
  note("match " + printable(match, kShownWords) + " is over" +
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
  out_ << "referee: " + printable(code, kShownWords) + ": " + printable(message, kShownWords) + "\n"
       << std::flush;
  if (!welcomed_) {
    retry_after_ = Milliseconds(retry_after);
    return is_final(code) ? std::optional(JoinEnd::refused) : std::nullopt;
  }
  if (bot_ != nullptr) {
    bot_->tell(line);
  }
  return std::nullopt;
}

}  // namespace referee
