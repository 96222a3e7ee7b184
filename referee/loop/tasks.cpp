#include "referee/loop/tasks.h"

#include <spdlog/spdlog.h>

#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>

#include "referee/base/failure_text.h"

namespace referee {

void Tasks::start(std::string name, Task<> task) {
  ++running_;
  boost::asio::post(io_, [this, name = std::move(name), task = std::move(task)]() mutable {
    boost::asio::co_spawn(io_, std::move(task),
                          [this, name = std::move(name)](const std::exception_ptr& failure) {
                            --running_;
                            if (failure) {
                              failed(name, failure);
                            }
                          });
  });
}

void Tasks::failed(const std::string& name, const std::exception_ptr& failure) {
  if (!failure_) {
    failure_ = failure;
  }
  spdlog::error("{} failed: {}", name, failure_text(failure));
  if (failed_) {
    failed_();
  }
}

}  // namespace referee
