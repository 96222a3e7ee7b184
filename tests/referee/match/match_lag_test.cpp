#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <string>

#include "referee/base/file_descriptor.h"
#include "referee/match/match.h"
#include "tests/support/match_table.h"
#include "tests/support/sums.h"

namespace referee {
namespace {

using test_support::kSums;
using test_support::MatchTable;
using test_support::move_line;
using test_support::one_seat;
using test_support::Peer;
using testing::ElementsAre;

/// Blocks the loop, like a referee on a loaded machine.
void stand_still(Milliseconds time) {
  const TimePoint over = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < over) {
  }
}

TEST(MatchLag, AnUpperBoundIsMarkedInTheRecord) {
  // "mark it `"stamp":"upper"`"
  MatchTable table(kSums, one_seat(1));
  table.seat([](Peer& peer, const Json& message) {
    if (message["type"] == "turn") {
      peer.send_bytes(move_line(message, 1) + "\n" + R"({"type":"chat"})" + "\n");
    }
  });
  table.play();
  EXPECT_EQ(table.answer(0, 0)["stamp"], "upper");
}

/// A player over a pair of pipes, whose bytes have no stamps.
class PipedBot {
 public:
  explicit PipedBot(MatchTable& table) : table_(table) {
    table_.seat_nobody();
    Player& player = table_.player(0);
    StampedConnection connection(std::move(answers_.read), std::move(turns_.write));
    player.attach(Session::open(table_.world().tasks(), std::move(connection), player), {});
  }

  /// Plays until the bot receives the first turn, and answers it.
  void answer_first_turn() {
    std::string received;
    table_.play_until([&] {
      std::array<char, 4096> bytes;  // NOLINT: filled by the kernel
      pollfd ready{turns_.read.get(), POLLIN, 0};
      if (::poll(&ready, 1, 0) == 1) {
        const ssize_t size = ::read(turns_.read.get(), bytes.data(), bytes.size());
        received.append(bytes.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
      }
      return received.find(R"("type":"turn")") != std::string::npos;
    });
    write_all(answers_.write, "{\"type\":\"move\",\"match\":\"m1\",\"turn\":0,\"move\":1}\n", "the pipe");
  }

 private:
  MatchTable& table_;
  Pipe turns_ = make_pipe();
  Pipe answers_ = make_pipe();
};

TEST(MatchLag, WithoutStampsARefereeThatStandsStillFlagsNobody) {
  // "A turn whose verdict could have been changed by the referee's own lag (no stamp and lag over 1 ms) is
  // never a forfeit."
  for (const char* clock : {R"({"kind":"per_move","ms":500})", R"({"kind":"mean","ms":500})",
                            R"({"kind":"per_move","ms":60000,"silence_ms":500})"}) {
    MatchTable table(kSums, one_seat(1));
    table.set_clock(clock);
    PipedBot bot(table);
    bot.answer_first_turn();
    stand_still(Milliseconds(600));
    EXPECT_THAT(table.play().scores, ElementsAre(1)) << clock;
    const Json answer = table.answer(0, 0);
    EXPECT_EQ(answer["verdict"], "ok") << clock;
    EXPECT_EQ(table.record().front()["stamp"], Json::array({"read"}));
    EXPECT_FALSE(answer.contains("stamp")) << "the header has it";
    EXPECT_LE(answer["spent_us"], 500'000) << "only what can be proven is charged";
    EXPECT_GE(answer["loop_lag_us"], 500'000);
  }
}

TEST(MatchLag, WithoutStampsSilenceIsStillLate) {
  MatchTable table(kSums, one_seat(1));
  table.set_clock(R"({"kind":"per_move","ms":1})");
  const PipedBot bot(table);
  table.play();
  EXPECT_EQ(table.verdict(0), "late");
  EXPECT_EQ(table.answer(0, 0)["spent_us"], 1001);
}

}  // namespace
}  // namespace referee
