#include "referee/join/join_bot.h"

#include <csignal>
#include <utility>
#include <variant>

#include "protocol/ended.h"
#include "protocol/limits.h"
#include "protocol/messages.h"
#include "referee/adapt/submission.h"
#include "referee/base/text.h"
#include "referee/loop/event.h"

namespace referee {
namespace {

constexpr std::size_t kMaxSaid = 256 * 1024;   // bytes kept for the case that they were lost
constexpr Milliseconds kReadPatience{30'000};  // for a bot that reads past turns
constexpr std::size_t kShownQuote = 100;       // bytes of a line quoted
constexpr std::string_view kInPeace = "exit status 0";

}  // namespace

JoinBot::JoinBot(Tasks& tasks, JoinBotOwner& owner)
    : tasks_(tasks),
      owner_(owner),
      overdue_reader_(tasks.io()),
      greeted_or_gone_(tasks.io()),
      gone_(tasks.io()) {}

std::shared_ptr<JoinBot> JoinBot::start(const Room& room, const BotCommand& command, JoinBotOwner& owner) {
  const std::shared_ptr<JoinBot> bot(new JoinBot(room.tasks, owner));
  Loopback::Pair pair = room.loopback.make_pair();
  // One byte over what the referee reads: a line that is too long for it still is after it was cut here.
  bot->io_ = LineSocket::open(room.tasks, std::move(pair.ours), protocol::kMaxLineFromBot + 1);
  bot->process_ = KernelProcess::start(room.tasks, room.reaper, with_adapter(command), pair.theirs,
                                       pair.theirs, KernelProcess::Stderr::ours);
  room.tasks.start("bot reader", bot->read(bot));
  room.tasks.start("bot keeper", bot->look_after(bot));
  return bot;
}

// ---- towards the bot ----

void JoinBot::tell(std::string_view line) {
  if (left_) {
    return;
  }
  if (greeted_) {
    send(line);
    return;
  }
  waiting_size_ += line.size();
  if (waiting_size_ <= kMaxUnread) {
    waiting_.emplace_back(line);
  }
}

void JoinBot::send(std::string_view line) {
  io_->send(line);
  if (io_->unsent() > kMaxUnread) {
    end_as_deaf();
  }
}

void JoinBot::end_as_deaf() {
  if (!std::exchange(overdue_, true)) {
    owner_.note("the bot does not read its standard input: join has stopped it");
    process_->signal(SIGKILL);
  }
}

bool JoinBot::tell_past(std::int64_t turn, std::string_view line) {
  if (turn_ >= 0 || turn <= past_) {
    return false;
  }
  past_ = turn;
  tell(line);
  return true;
}

Task<> JoinBot::room(std::shared_ptr<JoinBot> self) {
  self->overdue_reader_.set_after(kReadPatience, [bot = self.get()] { bot->end_as_deaf(); });
  if (!self->greeted_ && self->waiting_size_ > LineSocket::kRoom) {
    co_await self->greeted_or_gone_.wait();
  }
  co_await LineSocket::room(self->io_);
  self->overdue_reader_.cancel();
}

void JoinBot::ask(std::int64_t turn, std::string_view line) {
  const bool repeated = turn == turn_;
  if (repeated) {
    for (const std::string& said : said_) {  // it is at it still, or has answered in vain
      owner_.say(said);
    }
  } else {
    turn_ = turn;
    said_.clear();
    said_size_ = 0;
    tell(line);
  }
  if (!std::exchange(live_, true)) {
    say_if_over();  // the connection before may have lost it
  }
}

/// Tells the referee how the bot ended, so that it does not wait for answers. A child that the bot has left
/// behind may answer as long as it holds the bot's output open.
void JoinBot::say_if_over() {
  if (over() && !left_ && match_) {
    owner_.say(line_of(protocol::Ended{*match_, process_->status_text()}));
  }
}

// ---- from the bot ----

Task<> JoinBot::read(std::shared_ptr<JoinBot> /*self*/) {
  while (true) {
    const auto line = co_await io_->next();
    if (!line) {
      at_end_ = true;
      say_if_over();
      co_return;
    }
    if (!left_) {
      on_line(line->text);
      co_await owner_.room();
    }
  }
}

void JoinBot::on_line(std::string_view line) {
  if (!greeted_) {
    owner_.kept_back(line);
    greeted_ = is_greeting(line);
    if (greeted_) {
      for (const std::string& told : std::exchange(waiting_, {})) {
        send(told);
      }
      get_ready();
    }
    return;
  }
  said_size_ += line.size();
  if (said_size_ <= kMaxSaid) {
    said_.emplace_back(line);
  }
  if (live_) {
    owner_.say(line);
  }
}

void JoinBot::get_ready() {
  if (greeted_or_gone_.is_set()) {
    return;
  }
  greeted_or_gone_.set();
  if (left_) {
    return;
  }
  owner_.bot_ready();
}

/// The owner says its own hello.
bool JoinBot::is_greeting(std::string_view line) {
  const protocol::FromBot message = protocol::read_line(line);
  if (std::holds_alternative<protocol::Hello>(message)) {
    return true;
  }
  if (!std::exchange(warned_, true)) {
    owner_.note("the bot must print hello first: got '" + printable(line, kShownQuote) + "'");
  }
  if (before_.add(line)) {
    owner_.note("the bot did not print hello: " + before_.complaint());
  }
  return false;
}

// ---- its end ----

void JoinBot::leave(Milliseconds grace) {
  if (std::exchange(left_, true)) {
    return;
  }
  if (process_->ended()) {
    io_->close();  // a child that it left behind may hold the other end
    return;
  }
  io_->finish();
  tasks_.start("bot's end", see_off(shared_from_this(), grace));
}

Task<> JoinBot::see_off(std::shared_ptr<JoinBot> /*self*/, Milliseconds grace) {
  co_await wait_for_end(grace);
  if (!process_->ended()) {
    overdue_ = true;
    process_->signal(SIGTERM);
    co_await wait_for_end(kTermGrace);
    process_->signal(SIGKILL);
  }
}

Task<> JoinBot::wait_for_end(Milliseconds time) { (void)co_await process_->ended_within(time); }

Task<> JoinBot::look_after(std::shared_ptr<JoinBot> /*self*/) {
  (void)co_await process_->ended_by(TimePoint::max());
  get_ready();
  const std::string status = process_->status_text();
  owner_.bot_ended(match_.value_or(""), status);
  if (!overdue_ && (!left_ || status != kInPeace)) {
    owner_.note("the bot ended with " + status +
                (match_ ? " in game " + printable(*match_, kShownQuote) : " before its game began") +
                (greeted_ ? "" : ", before it printed hello"));
  }
  if (left_) {
    io_->close();
  }
  say_if_over();
  gone_.set();
}

}  // namespace referee
