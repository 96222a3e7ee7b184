#include "sample_bots/cpp/runtime/conversation.h"

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <variant>

#include "protocol/messages.h"
#include "protocol/new_match.h"
#include "protocol/parse.h"

namespace bots {
namespace {

/// A text of the referee's without control characters, which would change a terminal.
std::string shown(std::string text) {
  const auto is_control = [](char c) { return (c >= '\0' && c < ' ') || c == '\x7f'; };
  std::replace_if(text.begin(), text.end(), is_control, '?');
  for (std::size_t at = text.find('\xc2'); at != std::string::npos; at = text.find('\xc2', at + 1)) {
    if (at + 1 < text.size() && text[at + 1] < '\xa0') {  // C1 in UTF-8
      text.replace(at, 2, "?");
    }
  }
  return text;
}

}  // namespace

std::string hello_line(const Settings& settings, const std::string& token) {
  protocol::Hello hello;
  hello.name = settings.name;
  hello.token = token;
  hello.registration_code = settings.registration_code;
  hello.resume = true;
  hello.features = {std::string(protocol::kNewMatch)};
  return protocol::line_of(hello);
}

Conversation::Heard Conversation::take(std::string_view line, const std::string& hello) {
  const auto parsed = protocol::parse_line(line);
  if (const auto* bad = std::get_if<protocol::Unreadable>(&parsed)) {
    log() << "cannot read what the referee sent: " << bad->why << "\n";
    return {};
  }
  try {
    return handle(std::get<Json>(parsed), hello);
  } catch (const std::exception& error) {  // the message is not as PROTOCOL.md says
    log() << "cannot use what the referee sent: " << error.what() << "\n";
    return {};
  }
}

Conversation::Heard Conversation::handle(const Json& message, const std::string& hello) {
  Heard heard;
  const auto& type = message.at("type").get_ref<const std::string&>();
  if (type == "turn") {
    answer(message);
  } else if (type == "start") {
    match_ = message.at("match").get<std::string>();
    player_ = new_player_(message);
  } else if (type == "past") {
    if (player_ && message.at("match") == match_) {
      player_->past(message.at("view"));
    }
  } else if (type == "end") {
    player_.reset();
  } else if (type == "new_match") {
    send_(hello);
  } else if (type == "welcome") {
    heard.welcome = true;
    if (const auto token = message.find("token"); token != message.end()) {
      heard.token = token->get<std::string>();
    }
  } else if (type == "error") {
    log() << shown(message.value("code", "error") + ": " + message.value("message", "")) << "\n";
    heard.retry_after =
        std::chrono::milliseconds(std::clamp<std::int64_t>(message.value("retry_after_ms", 0), 0, 600'000));
  } else if (type == "bye") {
    log() << "the referee says bye: " << shown(message.value("reason", "")) << "\n";
    heard.bye = true;
  }
  return heard;  // wait needs no answer; we ignore types of later versions
}

void Conversation::answer(const Json& turn) {
  if (!player_ || turn.at("match") != match_) {
    log() << "a turn of a match that was not started was left out\n";
    return;
  }
  if (const auto clock = turn.find("clock"); clock != turn.end()) {
    player_->clock(*clock);
  }
  send_(protocol::line_of(
      protocol::Move{match_, turn.at("turn").get<std::int64_t>(), player_->move(turn.at("view"))}));
}

std::ostream& Conversation::log() const { return std::cerr << program_ << ": "; }

}  // namespace bots
