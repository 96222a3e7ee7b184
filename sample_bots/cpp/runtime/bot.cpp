#include "sample_bots/cpp/runtime/bot.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <iostream>
#include <string>
#include <thread>
#include <utility>

#include "sample_bots/cpp/runtime/channel.h"
#include "sample_bots/cpp/runtime/conversation.h"

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
      : settings_(settings),
        token_(settings.token),
        conversation_(settings.program, new_player, [this](std::string line) {
          // A failed send needs no handling here: the next read finds the connection closed.
          channel_->send(std::move(line));
        }) {}

  int run() { return settings_.addresses.empty() ? run_standard() : run_dialled(); }

 private:
  int run_standard();
  int run_dialled();
  std::string hello() const { return hello_line(settings_, token_); }

  /// Exchanges messages until the referee says bye (true) or the connection ends (false).
  bool converse(Channel& channel);
  void keep_token(const std::string& token);
  std::ostream& log() const { return std::cerr << settings_.program << ": "; }

  const Settings& settings_;
  std::string token_;
  Conversation conversation_;
  Channel* channel_ = nullptr;  // while it converses
  int dials_ = 0;               // since the latest welcome
  milliseconds asked_for_{};    // what the referee asked us to wait before the next dial
};

int Bot::run_standard() {
  Channel channel = Channel::standard();
  converse(channel);
  return EXIT_SUCCESS;
}

int Bot::run_dialled() {
  std::string why;
  milliseconds delay = kFirstDelay;
  while (true) {
    ++dials_;
    for (const Address& address : settings_.addresses) {
      if (auto channel = Channel::dial(address, settings_.tls, why)) {
        if (converse(*channel)) {
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

bool Bot::converse(Channel& channel) {
  channel_ = &channel;
  if (!channel.send(hello())) {
    return false;
  }
  while (const auto line = channel.next()) {
    const Conversation::Heard heard = conversation_.take(*line, hello());
    if (heard.welcome) {
      dials_ = 0;
    }
    if (heard.token) {
      keep_token(*heard.token);
    }
    if (heard.retry_after.count() > 0) {
      asked_for_ = heard.retry_after;
    }
    if (heard.bye) {
      return true;
    }
  }
  return false;
}

void Bot::keep_token(const std::string& token) {
  token_ = token;
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

}  // namespace

int run(const Program& program, int argc, const char* const* argv) {
  if (program.beside) {
    if (const auto code = program.beside(argc, argv)) {
      return *code;
    }
  }
  std::signal(SIGPIPE, SIG_IGN);  // read and write report a lost referee
  const Settings settings = settings_or_exit(program.about, argc, argv);
  return Bot(settings, program.players(settings)).run();
}

}  // namespace bots
