#include "tests/e2e/swarm.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <deque>
#include <stdexcept>

#include <nlohmann/json.hpp>

namespace e2e {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kKept = 10'000;  // open connections of a flood

sockaddr_in loopback(const std::string& host, std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  if (::inet_pton(AF_INET, host.c_str(), &address.sin_addr) != 1) {
    throw std::invalid_argument("no address: " + host);
  }
  return address;
}

/// -1 if it fails.
int dial(std::uint16_t port, const std::string& from) {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int yes = 1;
  // The port is chosen when it connects: else no port is free for both floods and bots.
  ::setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &yes, sizeof(yes));
  const sockaddr_in source = loopback(from, 0);
  const sockaddr_in target = loopback("127.0.0.1", port);
  if (::bind(fd, reinterpret_cast<const sockaddr*>(&source), sizeof(source)) == 0 &&
      ::connect(fd, reinterpret_cast<const sockaddr*>(&target), sizeof(target)) == 0) {
    return fd;
  }
  ::close(fd);
  return -1;
}

void write_line(int fd, const Json& message) {
  const std::string line = message.dump() + "\n";
  (void)::send(fd, line.data(), line.size(), MSG_NOSIGNAL);
}

}  // namespace

void allow_many_files() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    limit.rlim_cur = limit.rlim_max;
    (void)::setrlimit(RLIMIT_NOFILE, &limit);
  }
}

// ---- bots ----

Swarm::Swarm(std::uint16_t port, std::string from)
    : port_(port), from_(std::move(from)), epoll_(::epoll_create1(EPOLL_CLOEXEC)) {}

Swarm::~Swarm() {
  for (Bot& bot : bots_) {
    close(bot);
  }
  ::close(epoll_);
}

void Swarm::close(Bot& bot) {
  if (bot.fd >= 0) {
    ::close(bot.fd);
    bot.fd = -1;
    --open_;
  }
}

void Swarm::enter(std::size_t count, std::chrono::milliseconds before_hello) {
  std::vector<std::chrono::steady_clock::time_point> due;
  for (std::size_t i = 0; i < count; ++i) {
    Bot bot;
    bot.fd = dial(port_, from_);
    if (bot.fd < 0) {
      throw std::runtime_error(std::string("a bot cannot connect: ") + std::strerror(errno));
    }
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = bots_.size();
    ::epoll_ctl(epoll_, EPOLL_CTL_ADD, bot.fd, &event);
    bots_.push_back(bot);
    ++open_;
    due.push_back(std::chrono::steady_clock::now() + before_hello);
  }
  const std::size_t first = bots_.size() - count;
  for (std::size_t i = 0; i < count; ++i) {
    std::this_thread::sleep_until(due[i]);
    write_line(bots_[first + i].fd,
               {{"type", "hello"}, {"protocol", 1}, {"name", "b" + std::to_string(first + i)}});
  }
  for (std::size_t i = first; i < bots_.size(); ++i) {
    while (!bots_[i].answered) {
      read_some();
    }
  }
}

std::size_t Swarm::welcome() const {
  std::size_t count = 0;
  for (const Bot& bot : bots_) {
    count += bot.welcome ? 1 : 0;
  }
  return count;
}

void Swarm::play() {
  while (open_ > 0) {
    read_some();
  }
}

void Swarm::read_some() {
  std::array<epoll_event, 64> events{};
  const int count = ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), -1);
  for (int i = 0; i < count; ++i) {
    Bot& bot = bots_[events[static_cast<std::size_t>(i)].data.u64];
    if (!read(bot)) {
      bot.answered = true;
      close(bot);
    }
  }
}

/// False at the end of the connection.
bool Swarm::read(Bot& bot) {
  std::array<char, 16 * 1024> bytes{};
  const ssize_t size = ::recv(bot.fd, bytes.data(), bytes.size(), 0);
  if (size <= 0) {
    return false;
  }
  bot.unread.append(bytes.data(), static_cast<std::size_t>(size));
  for (std::size_t end = bot.unread.find('\n'); end != std::string::npos; end = bot.unread.find('\n')) {
    take(bot, bot.unread.substr(0, end));
    bot.unread.erase(0, end + 1);
  }
  return true;
}

void Swarm::take(Bot& bot, const std::string& line) {
  const Json message = Json::parse(line);
  const std::string type = message.at("type");
  if (type == "turn") {
    write_line(
        bot.fd,
        {{"type", "move"}, {"match", message.at("match")}, {"turn", message.at("turn")}, {"move", "left"}});
  } else if (type == "welcome") {
    bot.welcome = true;
    bot.answered = true;
  } else if (type == "error" || (type == "bye" && !bot.welcome)) {
    refusals_.push_back(line);
    bot.answered = true;
  }
}

// ---- floods ----

SilentFlood::SilentFlood(std::uint16_t port, std::string from, int per_second)
    : thread_([this, port, from = std::move(from), per_second] { run(port, from, per_second); }) {}

SilentFlood::~SilentFlood() {
  stop_ = true;
  thread_.join();
}

void SilentFlood::run(std::uint16_t port, const std::string& from, int per_second) {
  std::deque<int> open;
  auto next = std::chrono::steady_clock::now();
  while (!stop_) {
    if (const int fd = dial(port, from); fd >= 0) {
      open.push_back(fd);
      ++connects_;
    }
    if (open.size() > kKept) {
      ::close(open.front());
      open.pop_front();
    }
    next += std::chrono::nanoseconds(std::chrono::seconds(1)) / per_second;
    std::this_thread::sleep_until(next);
  }
  for (const int fd : open) {
    ::close(fd);
  }
}

void SilentFlood::wait_for(std::size_t connects) const {
  while (connects_ < connects) {
    std::this_thread::yield();
  }
}

}  // namespace e2e
