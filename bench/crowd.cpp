#include "bench/crowd.h"

#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "bench/sockets.h"

namespace bench {
namespace {

void write_all(int fd, std::string_view text) {
  if (::write(fd, text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
    throw std::runtime_error("the crowd: the referee does not listen");
  }
}

}  // namespace

Crowd::Crowd(std::uint16_t port, std::string move)
    : port_(port), move_(std::move(move)), epoll_(::epoll_create1(EPOLL_CLOEXEC)) {
  if (epoll_ < 0) {
    throw std::runtime_error("the crowd: no epoll");
  }
}

Crowd::~Crowd() {
  for (const Member& member : members_) {
    if (member.fd >= 0) {
      ::close(member.fd);
    }
  }
  ::close(epoll_);
}

void Crowd::join() {
  say_hello();
  while (!members_.back().welcome) {
    wait_and_read();
  }
}

void Crowd::join(std::size_t count) {
  constexpr std::size_t kAtATime = 100;
  const std::size_t all = members_.size() + count;
  while (welcome_ < all) {
    while (members_.size() < std::min(all, welcome_ + kAtATime)) {
      say_hello();
    }
    wait_and_read();
  }
}

void Crowd::until_started() {
  answers_ = false;
  while (started_ < members_.size()) {
    wait_and_read();
  }
  answers_ = true;
}

void Crowd::say_hello() {
  const std::size_t number = members_.size();
  members_.push_back({dial(port_), {}});
  ++connected_;
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = number;
  ::epoll_ctl(epoll_, EPOLL_CTL_ADD, members_[number].fd, &event);
  write_all(members_[number].fd,
            R"({"type":"hello","protocol":1,"name":"p)" + std::to_string(number) + "\"}\n");
}

void Crowd::play() {
  while (connected_ > 0) {
    wait_and_read();
  }
}

void Crowd::wait_and_read() {
  std::array<epoll_event, 64> events{};
  const int count = ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), -1);
  for (int i = 0; i < count; ++i) {
    Member& member = members_[events[static_cast<std::size_t>(i)].data.u64];
    if (!read(member)) {
      ::close(member.fd);
      member.fd = -1;
      --connected_;
    }
  }
}

/// False at the end of the connection.
bool Crowd::read(Member& member) {
  std::array<char, 16 * 1024> bytes{};
  const ssize_t size = ::read(member.fd, bytes.data(), bytes.size());
  if (size <= 0) {
    return false;
  }
  member.unread.append(bytes.data(), static_cast<std::size_t>(size));
  std::string_view rest = member.unread;
  for (std::size_t end = rest.find('\n'); end != rest.npos; end = rest.find('\n')) {
    take(member, rest.substr(0, end));
    rest.remove_prefix(end + 1);
  }
  member.unread.erase(0, member.unread.size() - rest.size());
  return true;
}

void Crowd::take(Member& member, std::string_view line) {
  if (line.starts_with(R"({"type":"turn")")) {
    if (!answers_) {
      return;
    }
    const std::size_t begin = line.find(R"("match")");
    const std::string_view address = line.substr(begin, line.find(R"("view")") - begin);
    write_all(member.fd, R"({"type":"move",)" + std::string(address) + R"("move":)" + move_ + "}\n");
    ++turns_;
  } else if (line.starts_with(R"({"type":"welcome")")) {
    member.welcome = true;
    ++welcome_;
  } else if (line.starts_with(R"({"type":"start")")) {
    started_ += member.started ? 0 : 1;
    member.started = true;
  } else if (line.starts_with(R"({"type":"error")")) {
    throw std::runtime_error("the crowd is told: " + std::string(line));
  }
}

}  // namespace bench
