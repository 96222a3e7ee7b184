#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
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
#include "tests/support/captured_log.h"
#include "tests/support/collecting_owner.h"
#include "tests/support/early_packet.h"
#include "tests/support/random_cases.h"
#include "tests/support/world.h"

// PROTOCOL.md, "Wall time": what an answer is charged, against a model that knows when each of its bytes was
// sent and when the referee read them.

namespace referee {
namespace {

using test_support::CollectingOwner;
using test_support::EarlyPacket;
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
  /// Sends `bytes` as those that follow after the next `skipped` ones; see EarlyPacket.
  void send_packet(std::string_view bytes, std::ptrdiff_t skipped) {
    if (!packets_) {
      packets_.emplace();
    }
    is_in_order_ &= skipped <= 0;
    packets_->send(peer_.get(), bytes, skipped);
  }
  /// No byte has come before one that belongs in front of it.
  bool is_in_order() const { return is_in_order_; }
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
  std::optional<EarlyPacket> packets_;
  bool is_in_order_ = true;
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

/// One answer of a bot that makes packets by hand: a later part of the answer comes before its beginning,
/// before the turn or after it, again, and with other bytes; and what has come long ago is sent again.
class DisturbedAnswer {
 public:
  DisturbedAnswer(CuttingBot& bot, std::mt19937& random) : bot_(bot), random_(random) {}

  void play(const ClockSpec& spec, const SeatClock& clock) {
    bot_.lines().clear();
    bot_.read();
    const bool polled = !bot_.is_in_order();  // every millisecond, because of an answer before
    const std::string bytes = bot_.bytes_of(R"({"type":"move","match":"m1","turn":7,"move":"forward"})"
                                            "\n");
    const std::size_t from = 1 + random_() % (bytes.size() - 2);
    const std::string_view begin = std::string_view(bytes).substr(0, from);
    const std::string_view early =
        std::string_view(bytes).substr(from, 1 + random_() % (bytes.size() - from));
    const std::string_view end = std::string_view(bytes).substr(from + early.size());  // may be empty
    const bool is_early = odds(2);
    const bool before_turn = odds(2);
    repeat();
    if (is_early && before_turn) {
      send_early(early, from);
    }
    const Moment asked = Moment::now();
    sent_ = Span::of([&] { bot_.session().send_turn("{\"type\":\"turn\"}"); });
    ASSERT_TRUE(bot_.session().all_sent());
    if (is_early && !before_turn) {
      send_early(early, from);
    }
    held_ = Nanoseconds{0};
    const std::size_t part = odds(2) ? random_() % begin.size() : 0;
    send_part(begin.substr(0, part), {});
    think();
    if (end.empty()) {
      end_ = Span::of([&] {
        bot_.send(begin.substr(part));
        bot_.send(early);  // the sender's kernel counts these bytes, ours may have them already
      });
    } else {
      send_part(begin.substr(part), early);
      end_ = Span::of([&] { bot_.send(end); });
    }
    bot_.until_readable();
    const TimePoint late = now() + Microseconds(odds(3) ? 3000 : 0);
    while (now() < late) {
    }
    const Span looked = latest_;  // the last time before the answer was there
    while (bot_.lines().empty()) {
      ASSERT_TRUE(bot_.session().is_open());
      poll();
    }
    bot_.session().count_as_answer();
    const Arrival& arrival = bot_.lines().front().arrival;
    EXPECT_EQ(arrival.source, bot_.is_in_order() ? StampSource::kernel : StampSource::read);
    OpenTurn turn(0, 7, asked, Microseconds{0}, Microseconds{0});
    TurnClock::Terms terms;
    terms.sent = bot_.session().sent_at();
    terms.measure = Measure::wall;
    turn.start_clock(spec, clock, terms);
    check(turn.charge(arrival, Microseconds{0}).spent, looked, polled);
  }

 private:
  bool odds(unsigned of) { return random_() % of == 0; }
  void poll() {
    latest_ = Span::of([&] { bot_.poll(); });
    longest_ = std::max(longest_, latest_.after - latest_.before);
  }
  void think() {
    const TimePoint until = now() + Microseconds(random_() % 1500);
    do {
      poll();
    } while (now() < until);
  }
  /// Sends `bytes`, which follow after `from` bytes that have not been sent.
  void send_early(std::string_view bytes, std::size_t from) {
    const auto skipped = static_cast<std::ptrdiff_t>(from);
    bot_.send_packet(bytes, skipped);
    if (bytes.size() > 2 && odds(2)) {  // the kernel keeps the bytes that it has
      bot_.send_packet(std::string(bytes.size() - 2, '!'), skipped + 1);
    }
    if (odds(2)) {
      bot_.send_packet(bytes, skipped);
    }
  }
  /// Sends bytes again that the referee has read, as after a loss of its acknowledgement.
  void repeat() {
    if (was_sent_ && odds(2)) {
      bot_.send_packet("????\n", -5);
    }
    was_sent_ = true;
  }
  /// The referee reads `bytes`, and `early` with them, which may have come before.
  void send_part(std::string_view bytes, std::string_view early) {
    if (bytes.empty()) {
      return;
    }
    poll();
    const TimePoint looked = latest_.before;
    bot_.send(bytes);
    bot_.send(early);
    bot_.until_readable();
    poll();
    held_ = latest_.after - looked;
  }
  /// `looked`: the last time that the referee did so before the answer was there; `polled`: it did so at
  /// least every millisecond if it could.
  void check(Microseconds spent, const Span& looked, bool polled) {
    Nanoseconds busy{0};
    TimePoint latest = end_.after;
    if (!bot_.is_in_order()) {
      busy = std::max(Nanoseconds{0}, end_.before - looked.before) + longest_;
      latest = polled ? std::min(latest_.after, looked.after + Milliseconds(1)) : latest_.after;
    }
    EXPECT_GE(spent + kExactness, end_.before - sent_.after - held_ - busy) << "charged too little";
    EXPECT_LE(spent - kExactness, std::max(Nanoseconds{0}, latest - sent_.before)) << "charged too much";
  }

  CuttingBot& bot_;
  std::mt19937& random_;
  bool was_sent_ = false;
  Span sent_{};
  Span end_{};     // what was missing of the answer
  Span latest_{};  // the referee's loop ran
  Nanoseconds longest_{0};
  Nanoseconds held_{0};  // the most that a part can have waited to be read
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

TEST_P(WallTime, NobodyIsChargedLessThanItsThinkingHoweverItsPacketsAreReorderedOrRepeated) {
  if (!EarlyPacket::is_allowed()) {
    GTEST_SKIP() << "only root makes packets by hand";
  }
  test_support::CapturedLog log;
  std::mt19937 random(GetParam() ? 4 : 3);
  const ClockSpec spec = clock_of(ClockKind::bank);
  for (int connection = 0; connection < test_support::random_cases(20, 5) && !HasFailure(); ++connection) {
    CuttingBot bot(GetParam());
    const SeatClock clock(spec);
    DisturbedAnswer answer(bot, random);
    for (int turn = 0; turn < 8 && !HasFailure(); ++turn) {
      answer.play(spec, clock);
    }
    EXPECT_EQ(log.take().find("packets of 127.0.0.1 came out of order") == std::string::npos,
              bot.is_in_order());
  }
}

INSTANTIATE_TEST_SUITE_P(TcpAndTls, WallTime, testing::Bool());

}  // namespace
}  // namespace referee
