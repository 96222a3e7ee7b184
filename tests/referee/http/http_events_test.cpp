

#include <malloc.h>

#include <string>
#include <vector>

#include "tests/referee/http/http_fixture.h"

// Event streams over real sockets.

namespace referee::web {
namespace {

using test_support::HttpClient;

class HttpEventsTest : public test_support::HttpFixture {
 protected:
  void serve_topic() {
    serve([topic = topic_](const HttpRequest& request) {
      return event_response(topic, {make_event("hello", request.last_event_id)});
    });
  }
  HttpClient reader(int receive_buffer = 0) {
    HttpClient client = this->client(receive_buffer);
    client.get("/events");
    EXPECT_EQ(client.head().header("Content-Type"), "text/event-stream");
    EXPECT_EQ(client.until("\n\n"), "event: hello\ndata: \n\n");
    return client;
  }
  void publish(const Event& event) {
    on_thread([&] { topic_->publish(event); });
  }

  const std::shared_ptr<EventTopic> topic_ = std::make_shared<EventTopic>();
};

TEST_F(HttpEventsTest, ReaderGetsFirstEventsAndThenWhatIsPublished) {
  serve_topic();
  HttpClient client = reader();
  publish(make_event("turns", "1"));
  publish(make_event("turns", "2"));
  EXPECT_EQ(client.until("\n\n"), "event: turns\ndata: 1\n\n");
  EXPECT_EQ(client.until("\n\n"), "event: turns\ndata: 2\n\n");
  EXPECT_EQ(value("referee_http_event_streams"), 1);
}

TEST_F(HttpEventsTest, ReconnectingReaderSaysWhatItGotLast) {
  serve_topic();
  HttpClient client = this->client();
  client.get("/events", "Last-Event-ID: 41\r\n");
  client.head();
  EXPECT_EQ(client.until("\n\n"), "event: hello\ndata: 41\n\n");
}

TEST_F(HttpEventsTest, EndOfTheTopicEndsTheStreams) {
  serve_topic();
  HttpClient client = reader();
  publish(make_event("end", "{}"));
  on_thread([&] { topic_->end(); });
  EXPECT_EQ(client.rest(), "event: end\ndata: {}\n\n");
  HttpClient late = this->client();
  late.get("/events");
  late.head();
  EXPECT_EQ(late.rest(), "event: hello\ndata: \n\n");
}

TEST_F(HttpEventsTest, HeadOfAStreamSubscribesNobody) {
  serve_topic();
  HttpClient client = this->client();
  client.send("HEAD /events HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(client.head().header("Content-Type"), "text/event-stream");
  EXPECT_EQ(client.rest(), "");
  EXPECT_EQ(on_thread([&] { return topic_->readers(); }), 0U);
}

TEST_F(HttpEventsTest, ReaderThatLeavesIsForgotten) {
  serve_topic();
  {
    const HttpClient client = reader();
    EXPECT_EQ(on_thread([&] { return topic_->readers(); }), 1U);
  }
  until([&] { return topic_->readers() == 0; });
  EXPECT_EQ(value("referee_http_event_streams"), 0);
}

TEST_F(HttpEventsTest, QuietStreamGetsComments) {
  options_.limits.heartbeat = Milliseconds(20);
  serve_topic();
  HttpClient client = reader();
  EXPECT_EQ(client.until("\n\n"), ":\n\n");
  EXPECT_EQ(client.until("\n\n"), ":\n\n");
}

TEST_F(HttpEventsTest, ReaderThatTalksIsClosed) {
  serve_topic();
  HttpClient client = reader();
  while (client.send(std::string(1000, 'x'))) {
  }
  until([&] { return topic_->readers() == 0; });
}

// ---- readers that do not read ----

TEST_F(HttpEventsTest, ReaderThatDoesNotReadSkipsAheadWhileOthersGetAll) {
  serve_topic();
  HttpClient slow = reader(4096);
  HttpClient quick = reader();
  constexpr int kEvents = 2000;
  for (int i = 0; i < kEvents; ++i) {
    const Event turns = make_event("turns", std::to_string(i) + std::string(10'000, 'x'));
    publish(turns);
    ASSERT_EQ(quick.until("\n\n"), *turns.text);
  }
  EXPECT_GT(count("referee_http_event_resets_total"), 0U);
  on_thread([&] { topic_->end(); });
  const std::string got = slow.rest();
  EXPECT_NE(got.find("event: reset\ndata: {}\n\n"), std::string::npos);
  EXPECT_LE(got.size(), 2 * HttpServer::kSendBuffer + 2 * 4096 + EventQueue::kMostBytes + 20'000U)
      << "the kernel's buffers on both sides, one text on its way, and the queue: of 20 MB";
  EXPECT_TRUE(got.ends_with("xx\n\n")) << "the newest events come at the end";
  const std::size_t last = got.rfind("data: ");
  EXPECT_EQ(got.substr(last + 6, 4), std::to_string(kEvents - 1));
}

TEST_F(HttpEventsTest, ReaderThatTakesNothingForTooLongIsDropped) {
  options_.limits.stall_time = Milliseconds(50);
  serve_topic();
  HttpClient slow = reader(4096);
  HttpClient quick = reader();
  while (on_thread([&] { return topic_->readers(); }) == 2) {
    const Event turns = make_event("turns", std::string(10'000, 'x'));
    publish(turns);
    ASSERT_EQ(quick.until("\n\n"), *turns.text);
  }
  EXPECT_EQ(count("referee_http_dropped_total"), 1U);
  publish(make_event("turns", "last"));
  EXPECT_EQ(quick.until("\n\n"), "event: turns\ndata: last\n\n");
}

TEST_F(HttpEventsTest, ReaderThatAcknowledgesNothingForTooLongIsGivenUpByTheKernel) {
  options_.limits.unacknowledged_time = Milliseconds(50);
  serve_topic();
  const HttpClient slow = reader(4096);
  for (int i = 0; i < 200; ++i) {
    publish(make_event("turns", std::string(10'000, 'x')));
  }
  until([&] { return topic_->readers() == 0; });
  EXPECT_EQ(count("referee_http_dropped_total"), 0U) << "it was not the server";
}

TEST_F(HttpEventsTest, ManyReadersWhoReadNothingShareTheirTexts) {
  serve_topic();
  constexpr int kReaders = 200;
  std::vector<HttpClient> readers;
  for (int i = 0; i < kReaders; ++i) {
    readers.push_back(reader(4096));
  }
  std::vector<std::weak_ptr<const std::string>> texts;
  for (int i = 0; i < 1000; ++i) {
    const Event event = make_event("turns", std::to_string(i) + std::string(10'000, 'x'));
    texts.push_back(event.text);
    publish(event);
  }
  // All readers wait at about the same place, and together keep what one of them may keep, and a text on its
  // way.
  std::size_t kept = 0;
  for (const auto& text : texts) {
    if (const auto alive = text.lock()) {
      kept += alive->size();
    }
  }
  EXPECT_LE(kept, 2 * EventQueue::kMostBytes + 20'000);
}

TEST_F(HttpEventsTest, ReaderTakesFewBytesOfTheHeap) {
  serve_topic();
  const HttpClient first = reader();
  constexpr std::size_t kReaders = 300;
  const auto heap = [] { return ::mallinfo2().uordblks; };
  const std::size_t before = on_thread(heap);
  std::vector<HttpClient> readers;
  for (std::size_t i = 0; i < kReaders; ++i) {
    readers.push_back(reader());
  }
  EXPECT_LE(on_thread(heap), before + kReaders * 4 * 1024)
      << "with what the clients of this test take themselves";
}

}  // namespace
}  // namespace referee::web
