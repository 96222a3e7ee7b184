#include "referee/http/http_server.h"

#include <gmock/gmock.h>
#include <sys/resource.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "tests/referee/http/http_fixture.h"
#include "tests/support/complaint.h"

// Requests and responses over real sockets.

namespace referee::web {
namespace {

using test_support::HttpClient;
using test_support::ReceivedResponse;

class HttpServerTest : public test_support::HttpFixture {
 protected:
  /// Pages that tell what was asked; /large has 8 MiB, /api/fault throws.
  void serve_pages() {
    serve([large = large_](const HttpRequest& request) {
      if (request.path.empty()) {
        return html_response(make_body("<p>home</p>"));
      }
      if (request.path.front() == "large") {
        return html_response(large);
      }
      if (request.path.back() == "fault") {
        throw std::runtime_error("a secret of the operator");
      }
      if (request.path.front() == "forged") {
        HttpResponse response = text_response("a");
        response.headers.emplace_back("X", "a\r\nSet-Cookie: b");
        return response;
      }
      if (request.path.front() == "echo") {
        return text_response(request.path.back());
      }
      return error_response(request, 404, "no such page");
    });
  }
  HttpClient client_of_pages() {
    serve_pages();
    return client();
  }

  const SharedBody large_ = make_body(std::string(8 * 1024 * 1024, 'x'));
};

// ---- requests ----

TEST_F(HttpServerTest, ConnectionServesRequestAfterRequest) {
  HttpClient client = client_of_pages();
  for (int i = 0; i < 100; ++i) {
    const ReceivedResponse response = client.ask("/echo/" + std::to_string(i));
    ASSERT_EQ(response.status, 200);
    ASSERT_EQ(response.body, std::to_string(i));
  }
  EXPECT_EQ(value("referee_http_connections"), 1);
}

TEST_F(HttpServerTest, ClientMayEndItsSideBeforeItReads) {
  HttpClient client = client_of_pages();
  client.get("/large");
  client.end_sending();
  EXPECT_EQ(client.response().body.size(), large_->bytes()->size());
  EXPECT_EQ(client.rest(), "");
}

TEST_F(HttpServerTest, OldClientsThatAskForItKeepTheirConnection) {
  HttpClient client = client_of_pages();
  for (const char* target : {"/echo/one", "/nowhere", "/large", "/echo/two"}) {
    client.send(std::string("GET ") + target + " HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n");
    const ReceivedResponse response = client.response();
    ASSERT_EQ(response.header("Connection"), "keep-alive") << target;
    ASSERT_EQ(std::to_string(response.body.size()), response.header("Content-Length")) << target;
  }
  client.send("GET /echo/last HTTP/1.0\r\n\r\n");
  EXPECT_EQ(client.response().body, "last");
  EXPECT_EQ(client.rest(), "");
}

// ---- errors ----

TEST_F(HttpServerTest, ErrorsTellWhatIsWrongAndNoSecret) {
  HttpClient client = client_of_pages();
  EXPECT_EQ(client.ask("/nowhere").status, 404);
  EXPECT_EQ(client.ask("/api/nowhere").header("Content-Type"), "application/problem+json");
  const ReceivedResponse fault = client.ask("/api/fault");
  EXPECT_EQ(fault.status, 500);
  EXPECT_EQ(fault.body.find("secret"), std::string::npos);
  const ReceivedResponse forged = client.ask("/forged");
  EXPECT_EQ(forged.status, 500);
  EXPECT_EQ(forged.header("Set-Cookie"), "");
  EXPECT_EQ(client.ask("/").status, 200);
}

TEST_F(HttpServerTest, RefusedRequestIsToldWhyAndTheConnectionEnds) {
  serve_pages();
  const std::vector<std::pair<std::string, int>> table = {
      {"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 200000\r\n\r\n" + std::string(200'000, 'x'),
       405},
      {"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello", 413},
      {"GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", 400},
      {"GET /" + std::string(100'000, 'a') + " HTTP/1.1\r\n\r\n", 414},
      {"GET / HTTP/1.1\r\nX: " + std::string(100'000, 'a') + "\r\n\r\n", 431},
      {"GET / HTTP/3.0\r\n\r\n", 505},
      {std::string(100'000, '\0'), 400},
      {"\x16\x03\x01", 400},
      {"GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\nHost: localhost\r\n\r\n", 400},
  };
  for (const auto& [request, status] : table) {
    HttpClient client = this->client();
    client.send(request);
    const ReceivedResponse response = client.response();
    EXPECT_EQ(response.status, status) << request.substr(0, 60);
    EXPECT_EQ(response.header("Connection"), "close");
    EXPECT_EQ(response.header("Allow"), status == 405 ? "GET, HEAD" : "");
    EXPECT_EQ(client.rest(), "") << request.substr(0, 60);
  }
}

// ---- time ----

TEST_F(HttpServerTest, SlowHeadersAreNotWaitedFor) {
  options_.limits.header_time = Milliseconds(50);
  serve_pages();
  HttpClient silent = client();
  EXPECT_EQ(silent.rest(), "") << "closed without a word";
  HttpClient slow = client();
  slow.send("GET / HTTP/1.1\r\n");
  EXPECT_EQ(slow.response().status, 408);
  EXPECT_EQ(slow.rest(), "");
  HttpClient dripping = client();
  while (dripping.send("a")) {  // a byte at a time puts nothing off
  }
}

TEST_F(HttpServerTest, HeaderTimeHoldsForEachRequestOfAConnection) {
  options_.limits.header_time = Milliseconds(50);
  HttpClient client = client_of_pages();
  EXPECT_EQ(client.ask("/").status, 200);
  client.send("GET / HT");
  EXPECT_EQ(client.response().status, 408);
}

TEST_F(HttpServerTest, IdleConnectionIsClosed) {
  options_.limits.idle_time = Milliseconds(50);
  HttpClient client = client_of_pages();
  EXPECT_EQ(client.ask("/").status, 200);
  EXPECT_EQ(client.rest(), "");
}

TEST_F(HttpServerTest, ClientThatDoesNotReadItsResponseIsDropped) {
  options_.limits.stall_time = Milliseconds(50);
  serve_pages();
  HttpClient client = this->client(4096);
  client.get("/large");
  until([&] { return count("referee_http_dropped_total") == 1; });
  EXPECT_LT(client.rest().size(), large_->bytes()->size());
}

TEST_F(HttpServerTest, RefusedClientThatDoesNotCloseIsClosed) {
  options_.limits.linger_time = Milliseconds(50);
  HttpClient client = client_of_pages();
  client.send("x\n");
  EXPECT_EQ(client.response().status, 400);
  until([&] { return server_->connections() == 0; });
}

// ---- limits ----

TEST_F(HttpServerTest, ThousandConnectionsAreServed) {
  rlimit files{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &files), 0);
  files.rlim_cur = files.rlim_max;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &files), 0);
  ASSERT_GE(files.rlim_cur, 2100U);
  serve_pages();
  std::vector<HttpClient> clients;
  for (int i = 0; i < 1000; ++i) {
    clients.push_back(client());
  }
  for (HttpClient& client : clients) {
    client.get("/echo/hello");
  }
  for (HttpClient& client : clients) {
    ASSERT_EQ(client.response().body, "hello");
  }
  EXPECT_EQ(value("referee_http_connections"), 1000);
  clients.clear();
  until([&] { return server_->connections() == 0; });
  EXPECT_EQ(value("referee_http_connections"), 0);
}

TEST_F(HttpServerTest, ConnectionsBeyondTheLimitAreRefusedWhileNoneIsIdle) {
  options_.limits.connections = 2;
  serve_pages();
  HttpClient busy = client(4096);
  busy.get("/large");
  HttpClient idle = client();
  EXPECT_EQ(idle.ask("/").status, 200);
  HttpClient third = client();
  EXPECT_EQ(third.ask("/").status, 200) << "in place of the idle one";
  EXPECT_EQ(idle.rest(), "");
  third.get("/large");
  ASSERT_EQ(third.head().status, 200);
  HttpClient fourth = client();
  const ReceivedResponse refused = fourth.response();
  EXPECT_EQ(refused.status, 503);
  EXPECT_EQ(refused.header("Retry-After"), "5");
  EXPECT_EQ(fourth.rest(), "");
  EXPECT_EQ(busy.response().body, *large_->bytes()) << "others lose nothing";
}

TEST_F(HttpServerTest, OneAddressHasItsShareOnly) {
  options_.limits.of_loopback = 2;
  serve_pages();
  HttpClient one = client(4096);
  one.get("/large");
  ASSERT_EQ(one.head().status, 200);
  {
    HttpClient idle = client();
    EXPECT_EQ(idle.ask("/").status, 200);
    HttpClient two = client(4096);
    two.get("/large");
    ASSERT_EQ(two.head().status, 200) << "in place of the idle one";
    EXPECT_EQ(idle.rest(), "");
    HttpClient three = client();
    const ReceivedResponse refused = three.response();
    EXPECT_EQ(refused.status, 429);
    EXPECT_EQ(refused.header("Retry-After"), "5");
  }
  until([&] { return server_->connections() == 1; });
  HttpClient four = client();
  EXPECT_EQ(four.ask("/").status, 200);
}

TEST_F(HttpServerTest, StreamsThatNobodyReadsKeepNobodyOut) {
  options_.limits.connections = 4;
  options_.limits.of_loopback = 100;
  const auto topic = std::make_shared<EventTopic>();
  serve([topic](const HttpRequest& request) {
    return request.path.empty() ? text_response("page") : event_response(topic);
  });
  std::vector<HttpClient> streams;
  for (int i = 0; i < 4; ++i) {
    streams.push_back(client());
    streams.back().get("/events");
    ASSERT_EQ(streams.back().head().status, 200);
  }
  HttpClient visitor = client();
  EXPECT_EQ(visitor.ask("/").body, "page");
  EXPECT_EQ(streams[0].rest(), "") << "the oldest is closed, and connects again by itself";
  EXPECT_EQ(value("referee_http_event_streams"), 3);
  on_thread([&] { topic->end(); });
}

TEST_F(HttpServerTest, StreamsHaveAShareOfTheConnections) {
  options_.limits.streams = 2;
  const auto topic = std::make_shared<EventTopic>();
  serve([topic](const HttpRequest&) { return event_response(topic); });
  std::vector<HttpClient> streams;
  for (int i = 0; i < 3; ++i) {
    streams.push_back(client());
    streams.back().get("/events");
    ASSERT_EQ(streams.back().head().status, 200);
  }
  EXPECT_EQ(streams[0].rest(), "");
  EXPECT_EQ(value("referee_http_event_streams"), 2);
  on_thread([&] { topic->end(); });
}

TEST_F(HttpServerTest, WhoSaysNothingGivesWayToOthers) {
  options_.limits.connections = 2;
  serve_pages();
  HttpClient silent = client();
  silent.send("GET / HTTP/1.1\r\n");
  HttpClient busy = client(4096);
  busy.get("/large");
  ASSERT_EQ(busy.head().status, 200);
  HttpClient third = client();
  EXPECT_EQ(third.ask("/").status, 200);
  EXPECT_EQ(silent.rest(), "");
}

TEST_F(HttpServerTest, OtherNamesThanItsOwnAreRefused) {
  options_.hosts = HostNames({"Class.example.org"});
  HttpClient client = client_of_pages();
  const auto status = [&](const std::string& host) {
    client.send("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
    return client.response().status;
  };
  for (const char* host : {"127.0.0.1:7880", "[::1]:7880", "192.0.2.7", "localhost:1", "class.EXAMPLE.org.",
                           "class.example.org:80"}) {
    EXPECT_EQ(status(host), 200) << host;
  }
  for (const char* host :
       {"evil.example", "evil.example:7880", "127.0.0.1.evil.example", "class.example.org.evil",
        "localhost.evil.example", "[::1].evil.example", "[::1"}) {
    EXPECT_EQ(status(host), 421) << host;
  }
}

TEST_F(HttpServerTest, WhereNoNamesAreGivenItAnswersToAddressesOnly) {
  serve(metrics_handler(metrics_));
  HttpClient client = this->client();
  client.send("GET /metrics HTTP/1.1\r\nHost: evil.example:9100\r\n\r\n");
  EXPECT_EQ(client.response().status, 421);
  client.send("GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:9100\r\n\r\n");
  EXPECT_EQ(client.response().status, 200);
}

TEST_F(HttpServerTest, AProxyMayNameAny) {
  options_.trusted_proxies = TrustedProxies({"127.0.0.1"});
  HttpClient client = client_of_pages();
  client.send("GET / HTTP/1.1\r\nHost: class.example.org\r\n\r\n");
  EXPECT_EQ(client.response().status, 200);
}

TEST_F(HttpServerTest, BehindAProxyLimitsAreThoseOfItsClients) {
  options_.limits.per_address = 1;
  options_.trusted_proxies = TrustedProxies({"127.0.0.1"});
  const auto topic = std::make_shared<EventTopic>();
  serve([topic](const HttpRequest& request) {
    return request.path.empty() ? text_response(request.client.text()) : event_response(topic);
  });
  HttpClient proxy = client();
  EXPECT_EQ(proxy.ask("/", "X-Forwarded-For: 198.51.100.7\r\n").body, "198.51.100.7");
  EXPECT_EQ(proxy.ask("/", "X-Forwarded-For: 198.51.100.7\r\n").status, 200) << "one after the other";
  HttpClient stream = client();
  stream.get("/events", "X-Forwarded-For: 198.51.100.7\r\n");
  ASSERT_EQ(stream.head().status, 200);
  const ReceivedResponse refused = proxy.ask("/", "X-Forwarded-For: 198.51.100.7\r\n");
  EXPECT_EQ(refused.status, 429);
  EXPECT_EQ(refused.header("Connection"), "") << "the proxy has others to ask for";
  EXPECT_EQ(proxy.ask("/", "X-Forwarded-For: 198.51.100.8\r\n").body, "198.51.100.8");
  on_thread([&] { topic->end(); });
}

// ---- listening ----

TEST_F(HttpServerTest, NextFreePortIsTakenIfThatIsWanted) {
  const HttpServer first(thread_.tasks(), options_, {}, metrics_);
  options_.address.port = first.port();
  EXPECT_THAT(test_support::complaint<std::system_error>(
                  [&] { const HttpServer second(thread_.tasks(), options_, {}, metrics_); }),
              AllOf(testing::HasSubstr(first.address()), testing::HasSubstr("in use")));
  options_.next_ports = 100;
  const HttpServer second(thread_.tasks(), options_, {}, metrics_);
  EXPECT_GT(second.port(), first.port());
  EXPECT_TRUE(second.is_loopback());
  EXPECT_EQ(second.url(), "http://127.0.0.1:" + std::to_string(second.port()) + "/");
}

TEST_F(HttpServerTest, StoppingItClosesAllConnections) {
  serve_pages();
  HttpClient idle = client();
  EXPECT_EQ(idle.ask("/").status, 200);
  HttpClient busy = client(4096);
  busy.get("/large");
  ASSERT_EQ(busy.head().status, 200);
  thread_.stop(test_support::kLong);
  EXPECT_EQ(idle.rest(), "");
  EXPECT_LT(busy.rest().size(), large_->bytes()->size());
  EXPECT_EQ(server_->connections(), 0U);
}

TEST_F(HttpServerTest, MetricsAreServedAsText) {
  serve(metrics_handler(metrics_));
  HttpClient client = this->client();
  EXPECT_EQ(client.ask("/").status, 404);
  const ReceivedResponse response = client.ask("/metrics");
  EXPECT_EQ(response.header("Content-Type"), "text/plain; version=0.0.4; charset=utf-8");
  EXPECT_NE(response.body.find("referee_http_requests_total{server=\"web\",code=\"404\"} 1\n"),
            std::string::npos)
      << response.body;
}

}  // namespace
}  // namespace referee::web
