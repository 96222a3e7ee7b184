#include "referee/tls/tls_stream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/ssl.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <memory>
#include <string>

#include "referee/tls/openssl.h"
#include "referee/tls/tls_client.h"
#include "referee/tls/tls_server.h"
#include "tests/referee/tls/certificates.h"

namespace referee {
namespace {

using State = TlsStream::State;

class TlsStreams : public testing::Test {
 protected:
  void connect(const TlsTrust& trust, const std::string& host = "localhost") {
    client_ = TlsClient(trust).connect(host);
    server_ = TlsServer(files_.spec, std::time(nullptr)).accept();
    client_->begin();
    carry();
  }
  void connect() { connect({.ca = {}, .pin = files_.made.fingerprint}); }

  /// Carries bytes both ways until both sides are silent; keeps the text.
  void carry() {
    while (!client_->outgoing().empty() || !server_->outgoing().empty()) {
      to_server_ += pass(*client_, *server_);
      to_client_ += pass(*server_, *client_);
    }
  }
  static std::string pass(TlsStream& from, TlsStream& to) {
    to.receive(from.outgoing());
    from.sent(from.outgoing().size());
    return text(to);
  }
  static std::string text(TlsStream& stream) {
    std::array<char, 100> some{};
    std::string all;
    while (const std::size_t size = stream.read(some)) {
      all.append(some.data(), size);
    }
    return all;
  }
  /// What the client encrypts `text` to.
  std::string sealed(const std::string& text) {
    EXPECT_TRUE(client_->write(text));
    std::string bytes(client_->outgoing());
    client_->sent(bytes.size());
    return bytes;
  }

  const test_support::TempFolder folder_;
  const test_support::CertificateFiles files_{folder_.path()};
  std::unique_ptr<TlsStream> client_;
  std::unique_ptr<TlsStream> server_;
  std::string to_server_;
  std::string to_client_;
};

TEST_F(TlsStreams, TextPassesBothWays) {
  connect();
  EXPECT_EQ(server_->state(), State::open);
  EXPECT_EQ(client_->state(), State::open) << client_->why();
  const std::string much(100'000, 'x');
  EXPECT_TRUE(client_->write("hello\n" + much));
  EXPECT_TRUE(server_->write("welcome\n"));
  carry();
  EXPECT_EQ(to_server_, "hello\n" + much);
  EXPECT_EQ(to_client_, "welcome\n");
}

TEST_F(TlsStreams, HandshakeGoesOnByteByByte) {
  client_ = TlsClient({.ca = {}, .pin = files_.made.fingerprint}).connect("localhost");
  server_ = TlsServer(files_.spec, std::time(nullptr)).accept();
  client_->begin();
  const std::string first(client_->outgoing());
  client_->sent(first.size());
  for (const char byte : first) {
    EXPECT_TRUE(server_->outgoing().empty());
    server_->receive({&byte, 1});
    EXPECT_EQ(text(*server_), "");
  }
  carry();
  EXPECT_EQ(server_->state(), State::open);
}

TEST_F(TlsStreams, KnowsWhichBytesAreBehindTheNewestText) {
  connect();
  const std::string one = sealed("one\n");
  const std::string two = sealed("two\n");
  server_->receive(one);
  EXPECT_EQ(text(*server_), "one\n");
  EXPECT_FALSE(server_->has_later_bytes());
  EXPECT_FALSE(server_->in_record());

  server_->receive(two.substr(0, 7));
  EXPECT_EQ(text(*server_), "");
  EXPECT_TRUE(server_->in_record());
  server_->receive(two.substr(7) + sealed("three\n").substr(0, 3));
  EXPECT_EQ(text(*server_), "two\n");
  EXPECT_TRUE(server_->has_later_bytes());
  EXPECT_TRUE(server_->in_record());
}

TEST_F(TlsStreams, CloseNotifyBehindTextIsLaterBytes) {
  connect();
  const std::string last = sealed("last\n");
  client_->end();
  server_->receive(last + std::string(client_->outgoing()));
  EXPECT_EQ(text(*server_), "last\n");
  EXPECT_TRUE(server_->has_later_bytes());
  EXPECT_EQ(server_->state(), State::ended);
}

TEST_F(TlsStreams, GarbageAfterTheFirstMessageFails) {
  client_ = TlsClient({.ca = {}, .pin = files_.made.fingerprint}).connect("localhost");
  server_ = TlsServer(files_.spec, std::time(nullptr)).accept();
  client_->begin();
  server_->receive(client_->outgoing());
  EXPECT_EQ(text(*server_), "");
  server_->sent(server_->outgoing().size());
  server_->receive(std::string(200, 'g'));
  EXPECT_EQ(text(*server_), "");
  EXPECT_EQ(server_->state(), State::failed);
  EXPECT_FALSE(server_->outgoing().empty());  // the alert that tells the client
  EXPECT_FALSE(server_->write("too late"));
}

TEST_F(TlsStreams, ChangedByteFails) {
  connect();
  std::string bytes = sealed("hello\n");
  bytes.back() ^= 1;
  server_->receive(bytes);
  EXPECT_EQ(text(*server_), "");
  EXPECT_EQ(server_->state(), State::failed);
}

// ---- which certificate a client accepts ----

TEST_F(TlsStreams, AnotherPinFailsBeforeAnyTextIsSent) {
  connect({.ca = {}, .pin = std::string(64, '0')});
  EXPECT_EQ(client_->state(), State::failed);
  EXPECT_EQ(client_->why(), "its certificate has another SHA-256 than the one that was given");
  EXPECT_FALSE(client_->write("hello"));
  EXPECT_EQ(server_->state(), State::failed);
}

TEST_F(TlsStreams, CertificateIsAcceptedForItsNamesOnly) {
  const TlsTrust trust{.ca = files_.spec.certificate, .pin = {}};
  for (const char* const host : {"localhost", "127.0.0.1"}) {
    connect(trust, host);
    EXPECT_EQ(client_->state(), State::open) << client_->why();
  }
  connect(trust, "localhost.example.org");
  EXPECT_EQ(client_->why(), "its certificate is not accepted: hostname mismatch");
  connect(trust, "127.0.0.2");
  EXPECT_EQ(client_->why(), "its certificate is not accepted: IP address mismatch");
}

TEST_F(TlsStreams, UnknownCertificateIsNotAccepted) {
  connect({});
  EXPECT_EQ(client_->why(), "its certificate is not accepted: self-signed certificate");
}

TEST_F(TlsStreams, ServerWithoutTlsIsNamedAsSuch) {
  client_ = TlsClient({.ca = {}, .pin = files_.made.fingerprint}).connect("localhost");
  client_->begin();
  client_->receive(R"({"type":"error","code":"timeout"})"
                   "\n");
  EXPECT_EQ(text(*client_), "");
  EXPECT_EQ(client_->why(), "the other side does not speak TLS");
}

TEST(Fingerprint, IsReadAsPeopleCopyIt) {
  const std::string digits(60, '7');
  EXPECT_EQ(read_fingerprint(digits + "abcd"), digits + "abcd");
  EXPECT_EQ(read_fingerprint("AB:CD:" + digits), "abcd" + digits);
  EXPECT_EQ(read_fingerprint(digits), "");
  EXPECT_EQ(read_fingerprint(digits + "wxyz"), "");
}

// ---- what other clients may try ----

class OtherClient : public TlsStreams {
 protected:
  /// A client of OpenSSL itself, for `version` only.
  explicit OtherClient(int version = TLS1_2_VERSION) : context_(SSL_CTX_new(TLS_client_method())) {
    SSL_CTX_set_security_level(context_.get(), 0);  // lets it offer old versions
    SSL_CTX_set_min_proto_version(context_.get(), version);
    SSL_CTX_set_max_proto_version(context_.get(), version);
  }
  SSL* begin() {
    SSL* const ssl = SSL_new(context_.get());
    client_ = std::make_unique<TlsStream>(ssl);
    server_ = TlsServer(files_.spec, std::time(nullptr)).accept();
    SSL_set_connect_state(ssl);
    client_->begin();
    carry();
    return ssl;
  }
  OpenSslPtr<SSL_CTX> context_;
};
class OldClient : public OtherClient {
 protected:
  OldClient() : OtherClient(TLS1_1_VERSION) {}
};
class NewClient : public OtherClient {
 protected:
  NewClient() : OtherClient(TLS1_3_VERSION) {}
};

TEST_F(OtherClient, CannotNegotiateAnew) {
  SSL* const ssl = begin();
  ASSERT_EQ(server_->state(), State::open);
  ASSERT_EQ(SSL_renegotiate(ssl), 1);
  SSL_do_handshake(ssl);
  (void)text(*client_);  // takes the request out
  carry();
  EXPECT_EQ(client_->state(), State::failed);
  EXPECT_THAT(client_->why(), testing::HasSubstr("no renegotiation"));
}

TEST_F(OtherClient, GetsNoTicket) {
  SSL* const ssl = begin();
  ASSERT_EQ(server_->state(), State::open);
  EXPECT_FALSE(SSL_SESSION_has_ticket(SSL_get0_session(ssl)));
}

TEST_F(NewClient, GetsNoTicket) {
  SSL* const ssl = begin();
  server_->write("welcome\n");
  carry();
  ASSERT_EQ(to_client_, "welcome\n");
  EXPECT_FALSE(SSL_SESSION_is_resumable(SSL_get0_session(ssl)));
}

TEST_F(NewClient, UpdatesItsKeys) {
  SSL* const ssl = begin();
  SSL_key_update(ssl, SSL_KEY_UPDATE_REQUESTED);
  client_->write("hello\n");
  carry();
  server_->write("welcome\n");
  carry();
  EXPECT_EQ(to_server_, "hello\n");
  EXPECT_EQ(to_client_, "welcome\n");
}

TEST_F(OldClient, IsRefused) {
  begin();
  EXPECT_EQ(server_->state(), State::failed);
  EXPECT_EQ(client_->state(), State::failed);
}

}  // namespace
}  // namespace referee
