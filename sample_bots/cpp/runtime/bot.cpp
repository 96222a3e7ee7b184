#include "sample_bots/cpp/runtime/bot.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <iostream>
#include <string>
#include <thread>
#include <variant>

#include "protocol/messages.h"
#include "protocol/new_match.h"
#include "protocol/parse.h"
#include "sample_bots/cpp/runtime/channel.h"

namespace bots {
namespace {

using std::chrono::milliseconds;

constexpr int kMaxDials = 10;  // in a row that got no welcome
constexpr milliseconds kFirstDelay{100};
constexpr milliseconds kMaxDelay{5000};

/// One bot: it keeps its match and token when a connection is lost.
class Bot {
 public:
  Bot(const Settings& settings, const NewPlayer& new_player)
      : settings_(settings), new_player_(new_player), token_(settings.token) {}

  int run() { return settings_.addresses.empty() ? run_standard() : run_dialled(); }

 private:
  int run_standard();
  int run_dialled();
  std::string hello() const;

  /// Exchanges messages until the referee says bye (true) or the connection ends (false).
  bool converse(Channel& channel, std::string first_line);
  /// False after bye.
  bool handle(Channel& channel, const Json& message);
  void welcome(const Json& message);
  void answer(Channel& channel, const Json& turn);
  std::ostream& log() const { return std::cerr << settings_.program << ": "; }

  const Settings& settings_;
  const NewPlayer& new_player_;
  std::string token_;
  std::unique_ptr<Player> player_;  // of match_
  std::string match_;
  int dials_ = 0;             // since the latest welcome
  milliseconds asked_for_{};  // what the referee asked us to wait before the next dial
};

int Bot::run_standard() {
  Channel channel = Channel::standard();
  converse(channel, hello());
  return EXIT_SUCCESS;
}

int Bot::run_dialled() {
  std::string why;
  milliseconds delay = kFirstDelay;
  while (true) {
    ++dials_;
    for (const Address& address : settings_.addresses) {
      if (auto channel = Channel::dial(address, settings_.tls, why)) {
        if (converse(*channel, hello())) {
          return EXIT_SUCCESS;
        }
        why = "the connection was closed";
      }
    }
    if (dials_ == 0) {  // there was a welcome: begin again with short delays
      delay = kFirstDelay;
    }
    if (dials_ == kMaxDials) {
      const Address& last = settings_.addresses.back();
      log() << "gave up after " << kMaxDials << " tries to connect to " << last.host << " port " << last.port
            << ": " << why << "\n";
      return EXIT_FAILURE;
    }
    log() << why << "; dialling again\n";
    std::this_thread::sleep_for(std::max(delay, std::exchange(asked_for_, milliseconds{0})));
    delay = std::min(2 * delay, kMaxDelay);
  }
}

/// Each player knows what to do with past turns, so its match can go on after a crash of the referee, too.
/// Each match has a player of its own, so one process can play many.
std::string Bot::hello() const {
  protocol::Hello hello;
  hello.name = settings_.name;
  hello.token = token_;
  hello.registration_code = settings_.registration_code;
  hello.resume = true;
  hello.features = {std::string(protocol::kNewMatch)};
  return protocol::line_of(hello);
}

bool Bot::converse(Channel& channel, std::string first_line) {
  bool open = channel.send(std::move(first_line));
  while (open) {
    const auto line = channel.next();
    if (!line) {
      break;
    }
    const auto parsed = protocol::parse_line(*line);
    if (const auto* bad = std::get_if<protocol::Unreadable>(&parsed)) {
      log() << "cannot read what the referee sent: " << bad->why << "\n";
      continue;
    }
    try {
      open = handle(channel, std::get<Json>(parsed));
      if (!open) {
        return true;
      }
    } catch (const std::exception& error) {  // the message is not as PROTOCOL.md says
      log() << "cannot use what the referee sent: " << error.what() << "\n";
    }
  }
  return false;
}

bool Bot::handle(Channel& channel, const Json& message) {
  const auto& type = message.at("type").get_ref<const std::string&>();
  if (type == "turn") {
    answer(channel, message);
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
    channel.send(hello());
  } else if (type == "welcome") {
    welcome(message);
  } else if (type == "error") {
    log() << message.value("code", "error") << ": " << message.value("message", "") << "\n";
    asked_for_ = milliseconds(std::clamp<std::int64_t>(message.value("retry_after_ms", 0), 0, 600'000));
  } else if (type == "bye") {
    log() << "the referee says bye: " << message.value("reason", "") << "\n";
    return false;
  }
  return true;  // wait needs no answer; we ignore types of later versions
}

void Bot::welcome(const Json& message) {
  dials_ = 0;
  const auto token = message.find("token");
  if (token == message.end()) {
    return;
  }
  token_ = token->get<std::string>();
  if (settings_.token_file.empty()) {
    log() << "the referee issued a token, keep it for the next time: REFEREE_TOKEN=" << token_ << "\n";
    return;
  }
  const std::string line = token_ + "\n";
  const int fd = ::open(settings_.token_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  const bool saved = fd >= 0 && ::write(fd, line.data(), line.size()) == static_cast<ssize_t>(line.size());
  if (!saved) {
    log() << "cannot write " << settings_.token_file << "; the issued token is REFEREE_TOKEN=" << token_
          << "\n";
  }
  if (fd >= 0) {
    ::close(fd);
  }
}

void Bot::answer(Channel& channel, const Json& turn) {
  if (!player_ || turn.at("match") != match_) {
    log() << "a turn of a match that was not started was left out\n";
    return;
  }
  if (const auto clock = turn.find("clock"); clock != turn.end()) {
    player_->clock(*clock);
  }
  protocol::Move move{match_, turn.at("turn").get<std::int64_t>(), player_->move(turn.at("view"))};
  // A failed send needs no handling here: the next read finds the connection closed.
  channel.send(protocol::line_of(move));
}

}  // namespace

int run(const Settings& settings, const NewPlayer& new_player) {
  std::signal(SIGPIPE, SIG_IGN);  // read and write report a lost referee
  return Bot(settings, new_player).run();
}

}  // namespace bots
