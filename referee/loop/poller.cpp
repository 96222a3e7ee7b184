#include "referee/loop/poller.h"

#include <algorithm>
#include <span>
#include <utility>

#include "referee/base/file_descriptor.h"

namespace referee {
namespace {

FileDescriptor make_epoll() {
  FileDescriptor epoll(::epoll_create1(EPOLL_CLOEXEC));
  if (epoll.get() < 0) {
    throw_errno("epoll");
  }
  return epoll;
}

void throw_if(const std::exception_ptr& failure) {
  if (failure) {
    std::rethrow_exception(failure);
  }
}

}  // namespace

boost::asio::io_context::id Poller::id;

Poller::Poller(boost::asio::io_context& io)
    : boost::asio::io_context::service(io), epoll_(make_epoll()), waiter_(io, epoll_.get()), beat_(io) {}

void Poller::shutdown() {
  waiter_.release();                                // epoll_ owns it
  const auto watchers = std::exchange(by_fd_, {});  // watchers that are destroyed here call forget()
}

void Poller::watch(int fd, std::uint32_t events, std::shared_ptr<Watcher> watcher, Order order) {
  const auto number = static_cast<std::size_t>(fd);
  if (by_fd_.size() <= number) {
    by_fd_.resize(number + 1);
  }
  const bool known = by_fd_[number].watcher != nullptr;
  set_events(fd, events, known);
  by_fd_[number] = {std::move(watcher), order};
  watched_ += known ? 0 : 1;
  wait();
}

void Poller::forget(int fd) {
  const auto number = static_cast<std::size_t>(fd);
  if (fd < 0 || number >= by_fd_.size() || by_fd_[number].watcher == nullptr) {
    return;
  }
  drop(fd);
  const auto watcher = std::exchange(by_fd_[number].watcher, nullptr);
  if (--watched_ == 0) {
    end_wait();
  }
}

void Poller::set_events(int fd, std::uint32_t events, bool known) {
  epoll_event event{};
  event.events = events;
  event.data.fd = fd;
  if (::epoll_ctl(epoll_.get(), known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, fd, &event) != 0) {
    throw_errno("watching a connection");
  }
}

void Poller::drop(int fd) { ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, fd, nullptr); }

std::size_t Poller::ready(std::span<epoll_event> events) {
  const int found = ::epoll_wait(epoll_.get(), events.data(), static_cast<int>(events.size()), 0);
  return static_cast<std::size_t>(std::max(found, 0));
}

void Poller::end_wait() { waiter_.cancel(); }

void Poller::wait() {
  if (waiting_ || watched_ == 0) {
    return;
  }
  waiting_ = true;
  waiter_.async_wait(boost::asio::posix::descriptor_base::wait_read,
                     [this](const boost::system::error_code& cancelled) {
                       waiting_ = false;
                       const auto failure = cancelled ? nullptr : look();
                       wait();
                       throw_if(failure);
                     });
}

std::exception_ptr Poller::look() {
  const TimePoint previous = std::exchange(look_, beat_.clock().now());
  const bool may_have_waited = beats_ == 0 && look_ - told_ > kBeat;
  unread_since_ = may_have_waited ? look_ : previous;
  const std::size_t found = ready(events_);
  whole_batch_ = found < events_.size();
  std::exception_ptr failure;
  tell(Order::first, found, failure);
  in_batch_ = true;
  tell(Order::usual, found, failure);
  in_batch_ = false;
  told_ = beat_.clock().now();
  return failure;
}

void Poller::tell(Order order, std::size_t ready, std::exception_ptr& failure) {
  for (const epoll_event& event : std::span(events_).first(ready)) {
    const auto number = static_cast<std::size_t>(event.data.fd);
    const Watched watched = by_fd_[number];  // a copy: the watcher may stop watching, and be replaced
    if (watched.watcher == nullptr || watched.order != order) {
      continue;
    }
    try {
      if ((event.events & ~static_cast<std::uint32_t>(EPOLLOUT)) != 0) {
        watched.watcher->on_readable();
      }
      if ((event.events & (EPOLLOUT | EPOLLERR)) != 0 && by_fd_[number].watcher == watched.watcher) {
        watched.watcher->on_writable();
      }
    } catch (const std::exception&) {
      failure = failure ? failure : std::current_exception();
    }
  }
}

// ---- polling every millisecond ----

void Poller::begin_beat() {
  if (++beats_ == 1) {
    look_ = in_batch_ ? look_ : beat_.clock().now();
    run();
  }
}

void Poller::end_beat() {
  if (--beats_ == 0) {
    beat_.cancel();
  }
}

void Poller::run() {
  beat_.set_after(kBeat, [this] {
    const auto failure = look();
    if (beats_ > 0) {
      run();
    }
    throw_if(failure);
  });
}

}  // namespace referee
