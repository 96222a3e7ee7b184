#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "referee/net/peer_address.h"
#include "referee/net/secure_layer.h"
#include "referee/net/session.h"
#include "referee/tls/tls_client.h"
#include "tests/referee/tls/certificates.h"
#include "tests/support/collecting_owner.h"
#include "tests/support/world.h"

// TLS between a session and the kernel, over real sockets.

namespace referee {
namespace {

using test_support::CollectingOwner;
using test_support::World;
using Texts = std::vector<std::string>;

/// Does something else for so long.
void stall(Milliseconds time) {
  const TimePoint until = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < until) {
  }
}

/// CLOCK_REALTIME now, as stamps have it.
Nanoseconds real_now() {
  timespec time{};
  ::clock_gettime(CLOCK_REALTIME, &time);
  return std::chrono::seconds(time.tv_sec) + Nanoseconds(time.tv_nsec);
}

class SecureSession : public testing::Test {
 protected:
  SecureSession() { open(false); }
  ~SecureSession() override { session_->close(); }

  void open(bool optional) {
    Loopback::Pair pair = world_.loopback().make_pair();
    ours_ = FileDescriptor(::dup(pair.ours.get()));
    peer_ = std::move(pair.theirs);
    set_nonblocking(peer_.get());
    if (session_ != nullptr) {
      session_->close();
    }
    session_ = Session::open(world_.tasks(),
                             Connection(std::make_unique<StampedConnection>(std::move(pair.ours)),
                                        std::make_unique<SecureLayer>(server_, limits_, optional)),
                             owner_);
  }

  /// Runs both ends until `condition` holds.
  template <class Condition>
  void until(Condition condition) {
    while (!condition()) {
      world_.poll();
      carry();
    }
  }
  void until_lines(std::size_t count) {
    until([&] { return owner_.lines.size() >= count; });
  }
  /// To the end of the handshake on both sides: until then the session says nothing.
  void shake_hands() {
    client_->begin();
    until([&] { return client_->state() == TlsStream::State::open; });
    client_->write("ready\n");
    until_lines(1);
    owner_.lines.clear();
  }
  /// What the client encrypts `text` to.
  std::string sealed(const std::string& text) {
    EXPECT_TRUE(client_->write(text));
    std::string bytes(client_->outgoing());
    client_->sent(bytes.size());
    return bytes;
  }
  void send_bytes(std::string_view bytes) {
    ASSERT_EQ(::send(peer_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
  }
  /// Waits until the kernel has something for the session, without running the loop.
  void until_readable() {
    pollfd ready{ours_.get(), POLLIN, 0};
    ASSERT_EQ(::poll(&ready, 1, -1), 1);
  }

  World world_;
  const test_support::TempFolder folder_;
  const test_support::CertificateFiles files_{folder_.path()};
  const std::shared_ptr<const TlsServer> server_ =
      std::make_shared<TlsServer>(files_.spec, std::time(nullptr));
  const std::shared_ptr<HandshakeLimits> limits_ = std::make_shared<HandshakeLimits>();
  const std::unique_ptr<TlsStream> client_ =
      TlsClient({.ca = {}, .pin = files_.made.fingerprint}).connect("localhost");
  CollectingOwner owner_;
  FileDescriptor ours_;  // a second descriptor of the session's socket
  FileDescriptor peer_;
  std::shared_ptr<Session> session_;
  std::string received_;  // text that the client got
  bool reads_ = true;     // the client
  bool at_end_ = false;

 private:
  void carry() {
    const std::string_view out = client_->outgoing();
    if (const ssize_t sent = ::send(peer_.get(), out.data(), out.size(), MSG_NOSIGNAL); sent > 0) {
      client_->sent(static_cast<std::size_t>(sent));
    }
    std::array<char, 16 * 1024> chunk{};
    const ssize_t size = reads_ ? ::recv(peer_.get(), chunk.data(), chunk.size(), 0) : -1;
    if (size > 0) {
      client_->receive({chunk.data(), static_cast<std::size_t>(size)});
      std::array<char, 34 * 1024> text{};
      while (const std::size_t more = client_->read(text)) {
        received_.append(text.data(), more);
      }
    }
    at_end_ |= size == 0;
  }
};

// ---- stamps ----

TEST_F(SecureSession, LineHasTheKernelsStampAndNotTheTimeOfDecrypting) {
  shake_hands();
  const std::string bytes = sealed("hello\n");
  const Nanoseconds before = real_now();
  send_bytes(bytes);
  until_readable();
  const Nanoseconds arrived = real_now();
  stall(Milliseconds(20));
  until_lines(1);
  const Arrival& arrival = owner_.lines.front().arrival;
  EXPECT_EQ(owner_.lines.front().text, "hello");
  EXPECT_EQ(arrival.source, StampSource::kernel);
  EXPECT_EQ(arrival.earliest, arrival.at);
  EXPECT_GE(arrival.real, before);
  EXPECT_LE(arrival.real, arrived);
  EXPECT_GE(arrival.lag, Milliseconds(20));
}

TEST_F(SecureSession, StampIsThatOfTheSegmentThatCompletesTheRecord) {
  shake_hands();
  const std::string bytes = sealed("hello\n");
  send_bytes(bytes.substr(0, bytes.size() - 1));
  until_readable();
  world_.poll();
  EXPECT_TRUE(owner_.lines.empty());
  stall(Milliseconds(5));
  const Nanoseconds before = real_now();
  send_bytes(bytes.substr(bytes.size() - 1));
  until_lines(1);
  EXPECT_EQ(owner_.lines.front().arrival.source, StampSource::kernel);
  EXPECT_GE(owner_.lines.front().arrival.real, before);
}

TEST_F(SecureSession, WhatTheRefereeLeftLyingOfARecordInTwoPartsIsTold) {
  shake_hands();
  const std::string bytes = sealed("hello\n");
  send_bytes(bytes.substr(0, 8));
  until_readable();
  const TimePoint stalled_until = std::chrono::steady_clock::now() + Milliseconds(20);
  stall(Milliseconds(20));
  world_.poll();
  send_bytes(bytes.substr(8));
  until_lines(1);
  EXPECT_GE(owner_.lines.front().arrival.part_lag, Milliseconds(20));
  EXPECT_LT(owner_.lines.front().arrival.part_at, stalled_until - Milliseconds(19));
}

TEST_F(SecureSession, LineIsNotStampedExactlyIfALaterRecordWasReadWithIt) {
  shake_hands();
  const std::string two = sealed("two\n");
  const std::string three = sealed("three\n");
  send_bytes(two + three.substr(0, 4));
  until_lines(1);
  EXPECT_EQ(owner_.lines[0].arrival.source, StampSource::upper);
  EXPECT_LT(owner_.lines[0].arrival.earliest, owner_.lines[0].arrival.at);
  send_bytes(three.substr(4));
  until_lines(2);
  EXPECT_EQ(owner_.texts(), (Texts{"two", "three"}));
  EXPECT_EQ(owner_.lines[1].arrival.source, StampSource::kernel);
}

// ---- who speaks TLS ----

TEST_F(SecureSession, PlaintextIsDeliveredAndMarkedWhereTlsIsDemanded) {
  send_bytes("hello\n");
  until_lines(1);
  EXPECT_EQ(owner_.texts(), Texts{"hello"});
  EXPECT_TRUE(session_->lacks_tls());
  EXPECT_EQ(owner_.lines.front().arrival.source, StampSource::kernel);
  session_->send("no");
  std::array<char, 10> answer{};
  until([&] { return ::recv(peer_.get(), answer.data(), answer.size(), MSG_PEEK) == 3; });
}

TEST_F(SecureSession, PlaintextIsWelcomeWhereTlsIsOptional) {
  open(true);
  send_bytes("hello\n");
  until_lines(1);
  EXPECT_FALSE(session_->lacks_tls());
}

TEST_F(SecureSession, GarbageAfterTheFirstMessageEndsTheConnection) {
  client_->begin();
  send_bytes(client_->outgoing());
  client_->sent(client_->outgoing().size());
  send_bytes(std::string(100, 'g'));
  until([&] { return !owner_.closed.empty(); });
  EXPECT_EQ(owner_.closed, std::vector{CloseReason::peer});
  EXPECT_TRUE(owner_.lines.empty());
}

TEST_F(SecureSession, ClientThatLeavesInMidHandshakeIsGone) {
  client_->begin();
  send_bytes(client_->outgoing().substr(0, 20));
  ::shutdown(peer_.get(), SHUT_WR);
  until([&] { return !owner_.closed.empty(); });
}

TEST_F(SecureSession, NothingIsSaidInPlaintextOnceTheClientSpeaksTls) {
  client_->begin();
  send_bytes(client_->outgoing().substr(0, 20));
  until_readable();
  world_.poll();
  session_->send("too early");
  session_->finish();
  std::array<char, 100> answer{};
  until([&] { return ::recv(peer_.get(), answer.data(), answer.size(), 0) == 0; });
}

// ---- the end ----

TEST_F(SecureSession, FinishSaysCloseNotifyBehindTheLastLine) {
  shake_hands();
  session_->send("bye");
  session_->finish();
  until([&] { return client_->state() == TlsStream::State::ended; });
  EXPECT_EQ(received_, "bye\n");
}

TEST_F(SecureSession, HalfClosedConnectionIsGoneAfterItsLastLine) {
  shake_hands();
  const std::string last = sealed("last\n");
  client_->end();
  send_bytes(last + std::string(client_->outgoing()));
  until([&] { return !owner_.closed.empty(); });
  EXPECT_EQ(owner_.texts(), Texts{"last"});
}

TEST_F(SecureSession, EndWithoutCloseNotifyMakesNoLineOfAPart) {
  shake_hands();
  send_bytes(sealed("whole\npart"));
  ::shutdown(peer_.get(), SHUT_WR);
  until([&] { return !owner_.closed.empty(); });
  EXPECT_EQ(owner_.texts(), Texts{"whole"});
}

// ---- much to say ----

TEST_F(SecureSession, WhatTheClientDoesNotReadWaitsAndArrivesWhole) {
  shake_hands();
  reads_ = false;
  std::string said;
  for (int i = 0; i < 60; ++i) {
    const std::string line(100'000, static_cast<char>('a' + i % 26));
    session_->send(line);
    said += line + "\n";
  }
  world_.poll();
  EXPECT_FALSE(session_->all_sent());
  EXPECT_EQ(owner_.sent, 0);
  reads_ = true;
  until([&] { return received_.size() >= said.size(); });
  EXPECT_TRUE(received_ == said);
  until([&] { return owner_.sent == 1; });
  EXPECT_TRUE(session_->all_sent());
}

TEST_F(SecureSession, ClientThatNeverReadsIsClosed) {
  shake_hands();
  reads_ = false;
  const std::string line(1'000'000, 'x');
  for (int i = 0; i < 30; ++i) {
    session_->send(line);
  }
  EXPECT_EQ(owner_.closed, std::vector{CloseReason::unread});
}

// ---- limits ----

TEST_F(SecureSession, HandshakeBeyondTheLimitTakesPlaceWhenItsTurnComes) {
  const TimePoint now = std::chrono::steady_clock::now();
  for (int i = 0; i < HandshakeLimits::kBurst + 5; ++i) {
    const auto slot = limits_->enter(PeerAddress::of(peer_of(peer_.get())).text(), now);
    slot->turn(now);
    slot->begin();
  }
  shake_hands();
  send_bytes(sealed("hello\n"));
  until_lines(1);
}

TEST_F(SecureSession, WhatIsSentWhileAHandshakeWaitsIsBounded) {
  const std::string address = PeerAddress::of(peer_of(peer_.get())).text();
  const TimePoint never = std::chrono::steady_clock::now() + std::chrono::hours(1);
  for (int i = 0; i < HandshakeLimits::kBurst + 1; ++i) {
    const auto slot = limits_->enter(address, never);
    slot->turn(never);
    slot->begin();
  }
  client_->begin();
  send_bytes(client_->outgoing());
  const std::string more(16 * 1024, 'm');
  until([&] {
    (void)::send(peer_.get(), more.data(), more.size(), MSG_NOSIGNAL);
    return !owner_.closed.empty();
  });
  EXPECT_EQ(owner_.closed, std::vector{CloseReason::peer});
  EXPECT_EQ(client_->state(), TlsStream::State::handshake) << "the referee has not answered";
}

TEST_F(SecureSession, TooManyHandshakesOfOneAddressAreRefused) {
  std::vector<std::unique_ptr<HandshakeLimits::Slot>> slots;
  while (auto slot = limits_->enter(PeerAddress::of(peer_of(peer_.get())).text(), TimePoint{})) {
    slots.push_back(std::move(slot));
  }
  client_->begin();
  until([&] { return !owner_.closed.empty(); });
  EXPECT_EQ(client_->state(), TlsStream::State::handshake);
}

}  // namespace
}  // namespace referee
