#include <array>
#include <string>

#include "referee/tls/tls_client.h"
#include "tests/referee/http/http_fixture.h"
#include "tests/referee/tls/certificates.h"

// HTTP over TLS.

namespace referee::web {
namespace {

using test_support::HttpClient;

/// A client that speaks TLS over an HttpClient's socket.
class SecureClient {
 public:
  SecureClient(HttpClient client, const std::string& pin)
      : client_(std::move(client)), stream_(TlsClient({.ca = {}, .pin = pin}).connect("localhost")) {
    stream_->begin();
    while (stream_->state() == TlsStream::State::handshake && carry()) {
    }
    EXPECT_EQ(stream_->state(), TlsStream::State::open) << stream_->why();
  }

  void send(std::string_view text) {
    EXPECT_TRUE(stream_->write(text));
    flush();
  }
  std::string until(std::string_view end) {
    std::size_t at = received_.find(end);
    while (at == std::string::npos && carry()) {
      at = received_.find(end);
    }
    const std::size_t size = at == std::string::npos ? received_.size() : at + end.size();
    std::string text = received_.substr(0, size);
    received_.erase(0, size);
    return text;
  }
  std::string rest() {
    while (carry()) {
    }
    return std::exchange(received_, "");
  }
  TlsStream::State state() const { return stream_->state(); }

 private:
  void flush() {
    if (client_.send(stream_->outgoing())) {
      stream_->sent(stream_->outgoing().size());
    }
  }
  /// Waits for bytes; false at the end.
  bool carry() {
    flush();
    std::array<char, 16 * 1024> chunk;  // NOLINT: filled by the kernel
    const ssize_t size = ::recv(client_.socket(), chunk.data(), chunk.size(), 0);
    if (size <= 0) {
      return false;
    }
    stream_->receive({chunk.data(), static_cast<std::size_t>(size)});
    std::array<char, 34 * 1024> text;  // NOLINT: filled by the stream
    while (const std::size_t more = stream_->read(text)) {
      received_.append(text.data(), more);
    }
    flush();
    return stream_->state() != TlsStream::State::ended && stream_->state() != TlsStream::State::failed;
  }

  HttpClient client_;
  std::unique_ptr<TlsStream> stream_;
  std::string received_;
};

class HttpTlsTest : public test_support::HttpFixture {
 protected:
  HttpTlsTest() { options_.tls = files_.spec; }
  SecureClient secure() { return {client(), files_.made.fingerprint}; }

  const test_support::TempFolder folder_;
  const test_support::CertificateFiles files_{folder_.path()};
};

TEST_F(HttpTlsTest, PagesAreServedOverTls) {
  const std::string page(3'000'000, 'p');
  serve([body = make_body(page)](const HttpRequest&) { return html_response(body); });
  EXPECT_EQ(server_->url(), "https://" + server_->address() + "/");
  SecureClient client = secure();
  for (int i = 0; i < 2; ++i) {
    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  }
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(client.until("\r\n\r\n").starts_with("HTTP/1.1 200 OK\r\n"));
    EXPECT_EQ(client.until(std::string(page.size(), 'p')), page);
  }
  client.send("GET / HTTP/1.0\r\n\r\n");
  EXPECT_TRUE(client.rest().ends_with("\r\n\r\n" + page));
  EXPECT_EQ(client.state(), TlsStream::State::ended) << "close_notify tells that nothing is missing";
}

TEST_F(HttpTlsTest, ManyPipelinedRequestsInOneRecordAreAllAnswered) {
  serve([](const HttpRequest& request) { return text_response(request.path.back()); });
  SecureClient client = secure();
  std::string requests;
  for (int i = 0; i < 250; ++i) {
    requests += "GET /" + std::to_string(i) + " HTTP/1.1\r\nHost: a\r\n\r\n";
  }
  client.send(requests);
  for (int i = 0; i < 250; ++i) {
    client.until("\r\n\r\n");
    ASSERT_EQ(client.until("").size() + client.until(std::to_string(i)).size(), std::to_string(i).size());
  }
}

TEST_F(HttpTlsTest, EventsAreStreamedOverTls) {
  const auto topic = std::make_shared<EventTopic>();
  serve([topic](const HttpRequest&) { return event_response(topic); });
  SecureClient client = secure();
  client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  client.until("\r\n\r\n");
  on_thread([&] { topic->publish(make_event("a", "1")); });
  EXPECT_EQ(client.until("\n\n"), "event: a\ndata: 1\n\n");
  on_thread([&] { topic->end(); });
  EXPECT_EQ(client.rest(), "");
  EXPECT_EQ(client.state(), TlsStream::State::ended);
}

TEST_F(HttpTlsTest, ClientWithoutTlsIsToldSo) {
  serve([](const HttpRequest&) { return text_response("secret"); });
  HttpClient client = this->client();
  const auto response = client.ask("/");
  EXPECT_EQ(response.status, 400);
  EXPECT_EQ(response.body, "this port speaks TLS: the address begins with https://\n");
  EXPECT_EQ(client.rest(), "");
}

TEST_F(HttpTlsTest, HandshakeThatDoesNotEndIsNotWaitedFor) {
  options_.limits.header_time = Milliseconds(50);
  serve([](const HttpRequest&) { return text_response("a"); });
  HttpClient client = this->client();
  client.send("\x16\x03\x01\x02");
  EXPECT_EQ(client.rest(), "");
}

TEST_F(HttpTlsTest, NewCertificateHoldsForNewConnections) {
  serve([](const HttpRequest&) { return text_response("a"); });
  SecureClient before = secure();
  const test_support::TempFolder other;
  const test_support::CertificateFiles files(other.path());
  std::filesystem::copy_file(files.spec.certificate, files_.spec.certificate,
                             std::filesystem::copy_options::overwrite_existing);
  std::filesystem::remove(files_.spec.key);
  std::filesystem::copy_file(files.spec.key, files_.spec.key);
  on_thread([&] { server_->reload_tls(); });
  SecureClient after(client(), files.made.fingerprint);
  before.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_TRUE(before.until("\r\n\r\n").starts_with("HTTP/1.1 200 OK\r\n"));
}

}  // namespace
}  // namespace referee::web
