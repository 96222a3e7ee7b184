#include "referee/join/join.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "protocol/limits.h"
#include "referee/net/await.h"

namespace referee {
namespace {

constexpr Milliseconds kConnectPatience{10'000};
constexpr Milliseconds kWelcomePatience{30'000};
constexpr Milliseconds kFirstPause{100};  // after the first dial; doubled after each further one
constexpr Milliseconds kLongestPause{5000};

}  // namespace

Join::Join(Tasks& tasks, JoinSpec spec, std::ostream& out)
    : tasks_(tasks),
      spec_(std::move(spec)),
      out_(out),
      reaper_(tasks),
      dialler_(tasks.io()),
      welcome_due_(tasks.io()),
      pause_(tasks.io()) {
  hello_.name = spec_.name;
  hello_.token = spec_.token;
}

// ---- dialling ----

Task<JoinEnd> Join::run() {
  std::exception_ptr failure;
  JoinEnd end = JoinEnd::stopped;
  try {
    end = co_await play();
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  if (connection_ != nullptr) {
    connection_->close();
  }
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
    const std::optional<JoinEnd> end = co_await connect();
    if (end) {
      co_return *end;
    }
    if (stopped_) {
      break;
    }
    if (dials_ >= spec_.dials) {
      note("gave up after dialling " + std::to_string(dials_) + " times without a welcome");
      co_return JoinEnd::gave_up;
    }
    co_await pause();
  }
  co_return JoinEnd::stopped;
}

Task<std::optional<JoinEnd>> Join::connect() {
  Dialled dialled = co_await dialler_.dial(spec_.address, kConnectPatience);
  if (dialled.error) {
    if (!stopped_) {
      note("cannot connect to " + spec_.address.host + ":" + std::to_string(spec_.address.port) + ": " +
           dialled.error.message());
    }
    co_return std::nullopt;
  }
  welcomed_ = false;
  connection_ = LineSocket::open(tasks_, std::move(dialled.socket), protocol::kMaxLineToBot);
  connection_->send(line_of(hello_));
  welcome_due_.set_after(kWelcomePatience, [connection = connection_] { connection->close(); });
  const std::optional<JoinEnd> end = co_await converse(connection_);
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

Task<std::optional<JoinEnd>> Join::converse(std::shared_ptr<LineSocket> connection) {
  while (true) {
    const auto line = co_await connection->next();
    if (!line) {
      co_return std::nullopt;
    }
    if (line->oversize) {
      note("a line over " + std::to_string(protocol::kMaxLineToBot) + " bytes: this is no referee");
      co_return std::nullopt;
    }
    const std::optional<JoinEnd> end = handle(line->text);
    if (end) {
      co_return end;
    }
  }
}

Task<> Join::pause() {
  Milliseconds pause = kFirstPause;
  for (int i = 1; i < dials_ && pause < kLongestPause; ++i) {
    pause *= 2;
  }
  pause_.expires_after(std::max(retry_after_, std::min(pause, kLongestPause)));
  (void)co_await pause_.async_wait(kAwait);
}

void Join::stop() {
  stopped_ = true;
  dialler_.cancel();
  welcome_due_.cancel();
  pause_.cancel();
  if (connection_ != nullptr) {
    connection_->close();
  }
  end_bot(Milliseconds{0});
}

// ---- the bot ----

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

void Join::note(const std::string& text) { out_ << "join: " + text + "\n" << std::flush; }

}  // namespace referee
