#include "referee/net/packet_order.h"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <array>
#include <memory>

#include "referee/net/stamped_connection.h"
#include "tests/support/early_packet.h"
#include "tests/support/stamping_loopback.h"

namespace referee {
namespace {

using test_support::EarlyPacket;

TEST(PacketsOutOfOrder, AreUnknownWhereTheKernelCountsNone) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
  const FileDescriptor one(ends[0]);
  const FileDescriptor other(ends[1]);
  EXPECT_EQ(packets_out_of_order(one.get()), std::nullopt);
}

TEST(PacketsOutOfOrder, AreNoneWherePacketsComeOneAfterTheOther) {
  Loopback loopback = test_support::stamping_loopback();
  const Loopback::Pair pair = loopback.make_pair();
  ASSERT_EQ(::send(pair.theirs.get(), "ab", 2, 0), 2);
  ASSERT_EQ(::send(pair.theirs.get(), "c", 1, 0), 1);
  EXPECT_EQ(packets_out_of_order(pair.ours.get()), 0U);
}

TEST(PacketsOutOfOrder, EndTheStampsOfAConnectionForGoodUnlessOnlyOurKernelMakesThem) {
  if (!EarlyPacket::is_allowed()) {
    GTEST_SKIP() << "only root makes packets by hand";
  }
  Loopback loopback = test_support::stamping_loopback();
  for (const auto packets : {StampedConnection::Packets::anything, StampedConnection::Packets::this_kernel}) {
    Loopback::Pair pair = loopback.make_pair();
    StampedConnection connection(std::move(pair.ours), packets);
    ASSERT_TRUE(connection.is_stamped());
    EarlyPacket().send(pair.theirs.get(), "\n", 2);
    const bool counts = packets == StampedConnection::Packets::this_kernel;
    for (const char* const sent : {"ab", "c", "d"}) {
      const std::string_view text = sent;
      ASSERT_EQ(::send(pair.theirs.get(), text.data(), text.size(), 0), static_cast<ssize_t>(text.size()));
      std::array<char, 16> bytes{};
      Link::Read read;
      do {
        read = connection.read(bytes);
      } while (read.status == Link::Read::Status::nothing_yet && text != "c");  // the kernel has that byte
      EXPECT_EQ(read.real.has_value(), counts && text != "c") << text;
      EXPECT_EQ(read.overtaken.has_value(), !counts && text == "ab") << text;
      EXPECT_EQ(connection.is_stamped(), counts) << text;
    }
  }
}

}  // namespace
}  // namespace referee
