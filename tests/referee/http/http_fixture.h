#pragma once

#include <gtest/gtest.h>

#include <csignal>
#include <future>
#include <memory>
#include <string>
#include <utility>

#include "referee/http/http_server.h"
#include "referee/http/web_thread.h"
#include "tests/referee/http/http_client.h"
#include "tests/support/patience.h"

namespace test_support {

/// A server on a thread of its own, as in the program; clients are on the test's thread.
class HttpFixture : public testing::Test {
 protected:
  HttpFixture() {
    std::signal(SIGPIPE, SIG_IGN);  // as in the program
    options_.limits.header_time = kLong;
    options_.limits.body_time = kLong;
    options_.limits.answer_time = kLong;
    options_.limits.idle_time = kLong;
    options_.limits.stall_time = kLong;
    options_.limits.unacknowledged_time = kLong;
    options_.limits.linger_time = kLong;
    options_.limits.heartbeat = kLong;
  }
  ~HttpFixture() override { thread_.stop(kLong); }

  void serve(referee::web::HttpHandler handler) {
    server_ =
        std::make_unique<referee::web::HttpServer>(thread_.tasks(), options_, std::move(handler), metrics_);
    thread_.start([this] { server_->close(); });
  }
  HttpClient client(int receive_buffer = 0) const { return HttpClient(server_->port(), receive_buffer); }

  /// The result of `call`, made on the server's thread.
  template <class Call>
  auto on_thread(Call call) {
    std::packaged_task<decltype(call())()> task(std::move(call));
    auto result = task.get_future();
    EXPECT_TRUE(thread_.post([&task] { task(); }));
    return result.get();
  }
  /// Waits until `condition` holds on the server's thread, which has events in between.
  template <class Condition>
  void until(Condition condition) {
    while (!on_thread(condition)) {
    }
  }
  std::int64_t value(const std::string& gauge) {
    return metrics_.gauge(gauge, "", {{"server", "web"}}).value();
  }
  std::uint64_t count(const std::string& counter) {
    return metrics_.counter(counter, "", {{"server", "web"}}).value();
  }

  referee::web::Metrics metrics_;
  referee::web::WebThread thread_{metrics_};
  referee::web::HttpServer::Options options_;
  std::unique_ptr<referee::web::HttpServer> server_;
};

}  // namespace test_support
