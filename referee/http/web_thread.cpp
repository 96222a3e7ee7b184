#include "referee/http/web_thread.h"

#include <spdlog/spdlog.h>

#include <utility>

#include <boost/asio/post.hpp>

#include "protocol/require.h"
#include "referee/base/failure_text.h"
#include "referee/base/threads.h"

namespace referee::web {

WebThread::WebThread(Metrics& metrics)
    : lag_(io_, metrics.histogram("referee_loop_lag_seconds", "How late an event loop makes its calls.",
                                  seconds_bounds(), {{"loop", "web"}})),
      work_(io_.get_executor()) {}

WebThread::~WebThread() { stop(); }

void WebThread::start(std::function<void()> close) {
  REQUIRE(!thread_.joinable());
  close_ = std::move(close);
  lag_.begin();
  const auto work = [this] {
    run();
    ended_.set_value();
  };
  thread_ = start_thread("the web server's thread", work, ThreadPriority::lowest);
}

void WebThread::run() {
  for (int failures = 0; failures < kMostFailures;) {
    try {
      io_.run();
      return;
    } catch (const std::exception& failure) {
      ++failures;
      spdlog::error("web server: {}; it goes on", failure_text(failure));
    }
  }
  spdlog::error("web server: {} failures: it is switched off", kMostFailures);
  stopped_ = true;
  close_servers();
}

void WebThread::close_servers() {
  try {
    lag_.end();
    work_.reset();
    if (close_) {
      close_();
    }
  } catch (const std::exception& failure) {
    spdlog::error("web server: closing it: {}", failure_text(failure));
  }
}

bool WebThread::post(std::function<void()> call) {
  if (stopped_) {
    return false;
  }
  if (posted_.fetch_add(1) >= kMostPosted) {
    posted_.fetch_sub(1);
    return false;
  }
  boost::asio::post(io_, [this, call = std::move(call)] {
    posted_.fetch_sub(1);
    call();
  });
  return true;
}

void WebThread::stop(Milliseconds patience) {
  if (!thread_.joinable()) {
    return;
  }
  stopped_ = true;
  boost::asio::post(io_, [this] { close_servers(); });
  if (ended_.get_future().wait_for(patience) != std::future_status::ready) {
    spdlog::warn("the web server has not ended within {} ms: it is stopped", patience.count());
    io_.stop();
  }
  thread_.join();
}

}  // namespace referee::web
