#include "referee/play/input_watch.h"

#include <sys/epoll.h>

#include <cerrno>
#include <utility>

#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "referee/base/file_descriptor.h"
#include "referee/loop/event.h"

namespace referee::play {

InputWatch::InputWatch(Tasks& tasks, int fd, std::function<void()> readable)
    : tasks_(tasks), readable_(std::move(readable)), ready_(tasks.io()) {
  FileDescriptor set(::epoll_create1(EPOLL_CLOEXEC));
  if (set.get() < 0) {
    throw_errno("waiting for input");
  }
  epoll_event event{};
  event.events = EPOLLIN;
  if (::epoll_ctl(set.get(), EPOLL_CTL_ADD, fd, &event) != 0) {
    always_ = errno == EPERM;
    if (!always_) {
      throw_errno("waiting for input");
    }
  }
  ready_.assign(set.release());
  tasks_.start("input", watch());
}

void InputWatch::close() {
  closed_ = true;
  ready_.close();
}

Task<> InputWatch::watch() {
  while (!closed_) {
    if (always_) {
      co_await boost::asio::post(tasks_.io(), boost::asio::use_awaitable);
    } else {
      (void)co_await ready_.async_wait(boost::asio::posix::stream_descriptor::wait_read, kAwait);
    }
    if (!closed_) {
      readable_();
    }
  }
}

}  // namespace referee::play
