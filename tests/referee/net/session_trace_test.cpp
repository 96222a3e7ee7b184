#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "protocol/limits.h"
#include "referee/net/session.h"
#include "tests/referee/net/megabyte.h"
#include "tests/support/collecting_owner.h"
#include "tests/support/peer.h"
#include "tests/support/read_trace.h"
#include "tests/support/sample_record.h"

// What a session writes to its trace.

namespace referee {
namespace {

using test_support::CollectingOwner;
using test_support::Json;
using test_support::Peer;
using test_support::read_trace;
using test_support::World;
using Texts = std::vector<std::string>;

class SessionTrace : public testing::Test {
 protected:
  SessionTrace() {
    Loopback::Pair pair = world_.loopback().make_pair();
    session_ = Session::open(world_.tasks(), pair.ours.release(), owner_);
    peer_ = std::make_unique<Peer>(world_, std::move(pair.theirs), Peer::Reading::later);
    session_->set_trace(trace_, {.bot = "alice", .seat = 0, .match = "m1"});
  }
  ~SessionTrace() override { session_->close(); }

  void until_lines(std::size_t count) {
    world_.until([&] { return owner_.lines.size() >= count; });
  }
  /// The newest line: those before it have megabytes.
  Json newest() const { return Json::parse(test_support::lines_of(test_support::read_file(file_)).back()); }
  /// The event of each line, or its direction and what was said.
  Texts story() const {
    Texts told;
    for (const Json& entry : read_trace(file_)) {
      if (entry.contains("event")) {
        told.push_back(entry.at("event").get<std::string>() +
                       (entry.contains("why") ? " " + entry.at("why").get<std::string>() : ""));
      } else {
        told.push_back(
            entry.at("dir").get<std::string>() + " " +
            (entry.contains("line") ? entry.at("line").dump() : entry.at("text").get<std::string>()));
      }
    }
    return told;
  }

  test_support::TempFolder folder_;
  const std::filesystem::path file_ = folder_ / "trace.jsonl";
  World world_;
  std::shared_ptr<LineTrace> trace_ = std::make_shared<LineTrace>(world_.tasks().clock(), file_, "match");
  CollectingOwner owner_;
  std::shared_ptr<Session> session_;
  std::unique_ptr<Peer> peer_;
};

TEST_F(SessionTrace, HasBothDirectionsInOrderAndTheEnd) {
  peer_->send(R"({"type":"hello"})");
  until_lines(1);
  session_->send(R"({"type":"welcome"})");
  peer_->send("no JSON");
  until_lines(2);
  peer_->send_bytes("half a line");
  peer_->close();
  world_.until([&] { return !owner_.closed.empty(); });
  EXPECT_EQ(story(), (Texts{"connected", R"(from_bot {"type":"hello"})", R"(to_bot {"type":"welcome"})",
                            "from_bot no JSON", "closed bot"}));
  EXPECT_EQ(read_trace(file_).back().at("unfinished"), "half a line");
  EXPECT_EQ(read_trace(file_).front().at("times"), "kernel");
}

TEST_F(SessionTrace, TimesAreThoseThatClocksUse) {
  session_->send("1");
  peer_->send("2");
  until_lines(1);
  const auto lines = read_trace(file_);
  const auto seconds = [](auto time) { return std::chrono::duration<double>(time).count(); };
  const double between = lines[2].at("t").get<double>() - lines[1].at("t").get<double>();
  EXPECT_NEAR(between, seconds(owner_.lines[0].arrival.at - session_->sent_at()), 2e-6)
      << "whole microseconds";
}

TEST_F(SessionTrace, WhatWaitsForABotThatDoesNotReadIsTold) {
  const std::string big = "\"" + std::string(kMegabyte, 'x') + "\"";
  while (session_->all_sent()) {
    session_->send(big);
  }
  EXPECT_GT(newest().at("unsent"), 0);
  peer_->read();
  world_.until([&] { return owner_.sent > 0; });
  EXPECT_EQ(newest().at("event"), "all_sent");
  peer_->close();
}

TEST_F(SessionTrace, ABotThatReadsNothingIsClosedAsUnread) {
  const std::string big = "\"" + std::string(kMegabyte, 'x') + "\"";
  while (session_->is_open()) {
    session_->send(big);
  }
  EXPECT_EQ(newest().at("event"), "closed");
  EXPECT_EQ(newest().at("why"), "unread");
}

TEST_F(SessionTrace, ALineOverTheLimitIsTextOnce) {
  peer_->send(std::string(3 * protocol::kMaxLineFromBot, '7'));
  peer_->send("8");
  until_lines(2);
  const auto lines = read_trace(file_);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[1].at("oversize"), true);
  EXPECT_EQ(lines[1].at("text"), std::string(LineTrace::kMaxText, '7'));
  EXPECT_EQ(lines[2].at("line"), 8);
}

TEST_F(SessionTrace, WhatComesAfterTheRefereeHasEndedTheConnectionIsIgnored) {
  session_->send("\"bye\"");
  session_->finish();
  peer_->send("\"too late\"");
  world_.until([&] { return read_trace(file_).size() == 3; });
  EXPECT_EQ(read_trace(file_).back().at("ignored"), true);
  peer_->close();
  world_.run_dry();
  EXPECT_EQ(story(), (Texts{"connected", "to_bot \"bye\"", "from_bot \"too late\"", "closed referee"}));
  EXPECT_TRUE(owner_.lines.empty());
}

TEST_F(SessionTrace, AConnectionKeepsItsNumberWhenItsLabelChangesAndLeavesForAnotherTrace) {
  session_->set_trace(trace_, {.bot = "alice", .seat = 1, .match = "m2"});
  session_->send("1");
  const auto other = std::make_shared<LineTrace>(world_.tasks().clock(), folder_ / "other.jsonl", "match");
  session_->set_trace(other, {.bot = "alice"});
  session_->send("2");
  session_->set_trace(nullptr, {});
  session_->send("3");
  const Json sent = read_trace(file_).back();
  EXPECT_EQ(sent.at("line"), 1);
  EXPECT_EQ(sent.at("connection"), 1);
  EXPECT_EQ(sent.at("match"), "m2");
  EXPECT_EQ(sent.at("seat"), 1);
  const auto lines = read_trace(folder_ / "other.jsonl");
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].at("event"), "connected");
  EXPECT_EQ(lines[1].at("line"), 2);
  EXPECT_FALSE(lines[1].contains("seat"));
  peer_->close();
}

}  // namespace
}  // namespace referee
