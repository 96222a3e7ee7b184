#include "bench/load/generator.h"

#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <functional>
#include <stdexcept>
#include <utility>

#include "referee/base/file_descriptor.h"
#include "referee/base/sockets.h"
#include "referee/tls/tls_client.h"
#include "tests/support/stamping_loopback.h"

namespace load {
namespace {

constexpr std::size_t kDialling = 64;  // at once: the referee accepts at most 256 connections without a hello
constexpr std::size_t kBatch = 32;     // events before it checks again for answers that are due
constexpr std::size_t kRoomForDue = 1 << 16;
constexpr std::uint64_t kWatched = ~std::uint64_t{0};
constexpr Nanoseconds kNever = INT64_MAX;

void add_to(int epoll, int fd, std::uint64_t data) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = data;
  if (::epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) != 0) {
    referee::throw_errno("epoll_ctl");
  }
}

}  // namespace

Generator::Generator(const sockaddr_in& referee)
    : stamping_(test_support::stamping_loopback()),
      referee_(referee),
      epoll_(::epoll_create1(EPOLL_CLOEXEC)),
      buffer_(256 * 1024),
      text_(512 * 1024) {
  if (!stamping_.stamps()) {
    throw std::runtime_error("the kernel gives no receive stamps here");
  }
  if (epoll_.get() < 0) {
    referee::throw_errno("epoll_create1");
  }
  ::prctl(PR_SET_TIMERSLACK, 1UL);  // nanoseconds: by default every wake-up may be 50 us late
  due_.reserve(kRoomForDue);
}

// ---- connections ----

void Generator::dial(const BotGroup& group) {
  const std::size_t first = bots_.size();
  while (bots_.size() < first + group.count || dialling_ > 0) {
    while (bots_.size() < first + group.count && dialling_ < kDialling) {
      dial_one(group);
      bots_.back().name = group.prefix + std::to_string(bots_.size() - 1 - first);
      const std::string& name = bots_.back().name;
      const std::string token =
          group.token_prefix.empty() ? "" : R"(,"token":")" + group.token_prefix + name + "\"";
      const std::string hello = R"({"type":"hello","protocol":1,"name":")" + name + "\"" + token + "}\n";
      if (bots_.back().tls == nullptr) {
        send(bots_.back(), hello);
      } else {
        bots_.back().hello = hello;
      }
    }
    run_once(kNever);
  }
}

void Generator::dial_one(const BotGroup& group) {
  Bot bot;
  bot.socket = referee::FileDescriptor(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const int fd = bot.socket.get();
  if (fd < 0) {
    referee::throw_errno("socket");
  }
  referee::enable_receive_stamps(fd);
  if (!group.nagle) {
    referee::disable_nagle(fd);
  }
  if (::connect(fd, reinterpret_cast<const sockaddr*>(&referee_), sizeof(referee_)) != 0) {
    referee::throw_errno("cannot connect to the referee");
  }
  referee::set_nonblocking(fd);
  add_to(epoll_.get(), fd, bots_.size());
  if (!group.pin.empty()) {
    bot.tls = referee::TlsClient({.ca = {}, .pin = group.pin}).connect("referee");
    bot.tls->begin();
    send(bot, encoded(bot, ""));
  }
  bots_.push_back(std::move(bot));
  ++dialling_;
  ++connected_;
}

void Generator::drop(std::string_view prefix) {
  for (Bot& bot : bots_) {
    if (bot.socket.get() >= 0 && bot.name.starts_with(prefix)) {
      bot.dismissed = true;
      close(bot);
    }
  }
}

void Generator::close(Bot& bot) {
  bot.socket = referee::FileDescriptor();
  --connected_;
  counts_.lost += bot.dismissed ? 0 : 1;
  if (!bot.welcomed) {
    throw std::runtime_error(bot.name + " was not let in: the connection was closed");
  }
}

void Generator::watch(int fd, std::function<void()> on_readable) {
  on_watched_ = std::move(on_readable);
  add_to(epoll_.get(), fd, kWatched);
}

// ---- the loop ----

void Generator::run_until(const std::function<bool()>& done) {
  while (!done()) {
    run_once(kNever);
  }
}

void Generator::run_until(Nanoseconds moment) {
  while (now() < moment) {
    run_once(moment);
  }
}

void Generator::run_once(Nanoseconds until) {
  send_due();
  const Nanoseconds next = std::min(until, due_.empty() ? kNever : due_.front().at);
  const Nanoseconds wait = std::max<Nanoseconds>(0, next - now());
  const timespec timeout{wait / kSecond, wait % kSecond};
  std::array<epoll_event, kBatch> events{};
  const int count =
      ::epoll_pwait2(epoll_.get(), events.data(), kBatch, next == kNever ? nullptr : &timeout, nullptr);
  if (count < 0 && errno != EINTR) {
    referee::throw_errno("epoll_pwait2");
  }
  for (int i = 0; i < count; ++i) {
    const std::uint64_t data = events[static_cast<std::size_t>(i)].data.u64;
    if (data == kWatched) {
      on_watched_();
    } else {
      read(data);
    }
    send_due();
  }
}

void Generator::send_due() {
  while (!due_.empty() && due_.front().at <= now()) {
    std::ranges::pop_heap(due_, std::greater<>(), &Due::at);
    const Due due = due_.back();
    due_.pop_back();
    answer(due);
  }
}

// ---- reading ----

void Generator::read(std::size_t number) {
  Bot& bot = bots_[number];
  if (bot.socket.get() < 0) {
    return;  // closed while this batch of events was handled
  }
  const StampedRead read = read_stamped(bot.socket.get(), buffer_);
  if (read.size < 0 && (errno == EAGAIN || errno == EINTR)) {
    return;
  }
  if (read.size <= 0) {
    close(bot);
    return;
  }
  const std::string_view bytes = decoded(bot, {buffer_.data(), static_cast<std::size_t>(read.size)});
  if (bot.unread.empty()) {
    bot.unread = take_lines(number, bytes, read);
  } else {
    const std::string joined = std::exchange(bot.unread, {}).append(bytes);
    bot.unread = take_lines(number, joined, read);
  }
}

std::string_view Generator::encoded(Bot& bot, std::string_view text) {
  if (bot.tls == nullptr) {
    return text;
  }
  if (!text.empty() && !bot.tls->write(text)) {
    throw std::runtime_error(bot.name + ": " + bot.tls->why());
  }
  sealed_ = bot.tls->outgoing();
  bot.tls->sent(sealed_.size());
  return sealed_;
}

std::string_view Generator::decoded(Bot& bot, std::string_view bytes) {
  if (bot.tls == nullptr) {
    return bytes;
  }
  bot.tls->receive(bytes);
  const std::size_t size = bot.tls->read(text_);
  if (bot.tls->state() == referee::TlsStream::State::failed) {
    throw std::runtime_error(bot.name + ": " + bot.tls->why());
  }
  if (!bot.hello.empty() && bot.tls->state() == referee::TlsStream::State::open) {
    send(bot, encoded(bot, std::exchange(bot.hello, {})));
  } else if (!bot.tls->outgoing().empty()) {
    send(bot, encoded(bot, ""));
  }
  return {text_.data(), size};
}

std::string_view Generator::take_lines(std::size_t number, std::string_view bytes, const StampedRead& read) {
  Heard received{read.stamp == 0 ? now() : read.stamp, read.stamp != 0, false};
  const bool followed = bots_[number].tls != nullptr && bots_[number].tls->has_later_bytes();
  std::size_t begin = 0;
  for (std::size_t end = bytes.find('\n'); end != std::string_view::npos; end = bytes.find('\n', begin)) {
    received.last = end + 1 == bytes.size() && !followed;
    on_line(number, bytes.substr(begin, end - begin), received);
    begin = end + 1;
  }
  return bytes.substr(begin);
}

}  // namespace load
