#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <ctime>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "referee/net/secure_layer.h"
#include "referee/net/session.h"
#include "referee/record/open_turn.h"
#include "referee/tls/tls_client.h"
#include "tests/referee/tls/certificates.h"
#include "tests/support/collecting_owner.h"
#include "tests/support/random_cases.h"
#include "tests/support/world.h"

// PROTOCOL.md, "Wall time": what an answer is charged, against a model that knows when each of its bytes was
// sent and when the referee read them.

namespace referee {
namespace {

using test_support::CollectingOwner;
using test_support::World;

constexpr Microseconds kExactness{20};  // as PROTOCOL.md states it

TimePoint now() { return std::chrono::steady_clock::now(); }

/// Between two readings of the clock something happened.
struct Span {
  TimePoint before, after;

  template <class Action>
  static Span of(Action action) {
    const TimePoint before = now();
    action();
    return {before, now()};
  }
};

/// A bot on the other end of a session, which sends an answer in any pieces at any times.
class CuttingBot {
 public:
  explicit CuttingBot(bool tls) {
    Loopback::Pair pair = world_.loopback().make_pair();
    ours_ = FileDescriptor(::dup(pair.ours.get()));
    peer_ = std::move(pair.theirs);
    disable_nagle(peer_.get());
    auto bytes = std::make_unique<StampedConnection>(std::move(pair.ours));
    session_ = Session::open(
        world_.tasks(),
        tls ? Connection(std::move(bytes), std::make_unique<SecureLayer>(server_, limits_, false))
            : Connection(std::move(bytes)),
        owner_);
    if (tls) {
      shake_hands();
    }
  }
  ~CuttingBot() { session_->close(); }

  Session& session() { return *session_; }
  /// The bytes of `text` on this connection.
  std::string bytes_of(std::string_view text) {
    if (client_ == nullptr) {
      return std::string(text);
    }
    EXPECT_TRUE(client_->write(text));
    return take_outgoing();
  }
  void send(std::string_view bytes) {
    ASSERT_EQ(::send(peer_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
  }
  /// Waits until the kernel has bytes for the referee.
  void until_readable() {
    pollfd ready{ours_.get(), POLLIN, 0};
    ASSERT_EQ(::poll(&ready, 1, -1), 1);
  }
  void poll() { world_.poll(); }
  /// Reads all that the referee has sent.
  void read() {
    std::array<char, 4096> bytes{};
    while (::recv(peer_.get(), bytes.data(), bytes.size(), MSG_DONTWAIT) > 0) {
    }
  }
  std::vector<CollectingOwner::Line>& lines() { return owner_.lines; }

 private:
  std::string take_outgoing() {
    std::string bytes(client_->outgoing());
    client_->sent(bytes.size());
    return bytes;
  }
  void shake_hands() {
    client_ = TlsClient({.ca = {}, .pin = files_.made.fingerprint}).connect("localhost");
    client_->begin();
    while (client_->state() != TlsStream::State::open) {
      send(take_outgoing());
      world_.poll();
      std::array<char, 4096> bytes{};
      const ssize_t size = ::recv(peer_.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
      if (size > 0) {
        client_->receive({bytes.data(), static_cast<std::size_t>(size)});
        (void)client_->read(bytes);
      }
    }
    send(take_outgoing());
    send(bytes_of("ready\n"));
    world_.until([&] { return !owner_.lines.empty(); });
    owner_.lines.clear();
  }

  World world_;
  const test_support::TempFolder folder_;
  const test_support::CertificateFiles files_{folder_.path()};
  const std::shared_ptr<const TlsServer> server_ =
      std::make_shared<TlsServer>(files_.spec, std::time(nullptr));
  const std::shared_ptr<HandshakeLimits> limits_ = std::make_shared<HandshakeLimits>();
  std::unique_ptr<TlsStream> client_;  // null: without TLS
  CollectingOwner owner_;
  FileDescriptor ours_;  // a second descriptor of the session's socket
  FileDescriptor peer_;
  std::shared_ptr<Session> session_;
};

/// One answer, cut anywhere, of which some bytes may be sent before the turn; and what the model makes of it.
class CutAnswer {
 public:
  CutAnswer(CuttingBot& bot, std::mt19937& random) : bot_(bot), random_(random) {}

  /// Plays it under `spec`, whose seat has used `clock` so far, and checks the charge.
  void play(const ClockSpec& spec, SeatClock& clock) {
    bot_.lines().clear();
    bot_.read();
    const std::string bytes = bot_.bytes_of(R"({"type":"move","match":"m1","turn":7,"move":"forward"})"
                                            "\n");
    const std::size_t last = 1 + random_() % bytes.size();  // bytes of the last piece
    const std::size_t early = odds(3) ? random_() % (bytes.size() - last + 1) : 0;
    pieces(std::string_view(bytes).substr(0, early));
    const Moment asked = Moment::now();
    sent_ = Span::of([&] { bot_.session().send_turn("{\"type\":\"turn\"}"); });
    ASSERT_TRUE(bot_.session().all_sent());
    part_ = part_ && part_->sent.before > sent_.after ? part_ : std::nullopt;
    pieces(std::string_view(bytes).substr(early, bytes.size() - last - early));
    think();
    const Span end = Span::of([&] { bot_.send(std::string_view(bytes).substr(bytes.size() - last)); });
    unread_.reset();  // it is read with the last piece, and the stamp is that one's
    bot_.until_readable();
    think();  // the referee reads late
    while (bot_.lines().empty()) {
      ASSERT_TRUE(bot_.session().is_open());
      bot_.poll();
    }
    bot_.session().count_as_answer();
    check(spec, clock, asked, end, bot_.lines().front().arrival);
  }

 private:
  /// A piece that has been sent, and when it was read.
  struct Piece {
    Span sent;
    Span read;
  };

  bool odds(unsigned of) { return random_() % of == 0; }
  /// Lets some time pass.
  void think() {
    const TimePoint until = now() + Microseconds(odds(2) ? random_() % 60 : 0);
    while (now() < until) {
    }
  }
  void pieces(std::string_view bytes) {
    while (!bytes.empty()) {
      const std::size_t size = 1 + random_() % bytes.size();
      think();
      unread_ = Span::of([&] { bot_.send(bytes.substr(0, size)); });
      bytes.remove_prefix(size);
      if (odds(2)) {
        read();
      }
    }
  }
  /// The referee reads what has come, which has the stamp of the newest piece.
  void read() {
    bot_.until_readable();
    think();
    const Span reading = Span::of([&] { bot_.poll(); });
    part_ = Piece{*std::exchange(unread_, std::nullopt), reading};
  }

  void check(const ClockSpec& spec, SeatClock& clock, const Moment& asked, const Span& end,
             const Arrival& arrival) {
    ASSERT_EQ(arrival.source, StampSource::kernel);
    OpenTurn turn(0, 7, asked, Microseconds{0}, Microseconds{0});
    TurnClock::Terms terms;
    terms.sent = bot_.session().sent_at();
    terms.measure = Measure::wall;
    turn.start_clock(spec, clock, terms);
    const TurnClock::Charge charge = turn.charge(arrival, Microseconds{0});
    const Nanoseconds least_thought = end.before - sent_.after;
    const Nanoseconds most_thought = end.after - sent_.before;
    Nanoseconds least_held{0};
    Nanoseconds most_held{0};
    if (part_) {
      least_held = std::min(end.before - part_->sent.after, part_->read.before - part_->sent.after);
      most_held = std::min(end.after - part_->sent.before, part_->read.after - part_->sent.before);
    }
    EXPECT_GE(charge.spent + kExactness, least_thought - most_held) << "charged too little";
    EXPECT_LE(charge.spent - kExactness, std::max(Nanoseconds{0}, most_thought - least_held))
        << "charged too much";
    EXPECT_EQ(charge.ruling == Ruling::in_time, charge.spent <= clock.limit(0));
    clock.charge(charge.spent);
  }

  CuttingBot& bot_;
  std::mt19937& random_;
  Span sent_{};
  std::optional<Span> unread_;  // the newest piece, while nobody has read it
  std::optional<Piece> part_;   // of the pieces before the last, the newest at the last read before it
};

ClockSpec clock_of(ClockKind kind) {
  ClockSpec spec;
  spec.kind = kind;
  spec.ms = kind == ClockKind::bank ? 60'000 : 1000;
  spec.floor_ms = 60'000;
  return spec;
}

class WallTime : public testing::TestWithParam<bool> {};  // whether over TLS

TEST_P(WallTime, NobodyIsChargedLessThanItsThinkingOrMoreHoweverItCutsItsAnswer) {
  std::mt19937 random(GetParam() ? 2 : 1);
  for (const ClockKind kind :
       {ClockKind::per_move, ClockKind::mean, ClockKind::bank, ClockKind::score_rate}) {
    const ClockSpec spec = clock_of(kind);
    CuttingBot bot(GetParam());
    SeatClock clock(spec);
    for (int answer = 0; answer < test_support::random_cases(60, 15) && !HasFailure(); ++answer) {
      CutAnswer(bot, random).play(spec, clock);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(TcpAndTls, WallTime, testing::Bool());

}  // namespace
}  // namespace referee
