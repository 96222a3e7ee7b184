#include "referee/http/event_topic.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace referee::web {
namespace {

using Texts = std::vector<std::string>;

Event in_order(std::size_t bytes) {
  return {std::make_shared<const std::string>(bytes, 'x'), Event::kInOrder};
}

Texts taken(EventQueue& queue) {
  Texts texts;
  while (const auto text = queue.pop()) {
    texts.push_back(*text);
  }
  return texts;
}

TEST(Event, IsWrittenAsTheStandardSays) {
  EXPECT_EQ(*make_event("turns", "{}").text, "event: turns\ndata: {}\n\n");
  EXPECT_EQ(*make_event("turns", "{}", Event::kInOrder, "7").text, "id: 7\nevent: turns\ndata: {}\n\n");
  EXPECT_EQ(*make_event("a", "").text, "event: a\ndata: \n\n");
}

TEST(Event, LinesOfDataCannotForgeAnEvent) {
  EXPECT_EQ(*make_event("a", "x\n\nevent: b\rdata: y\r\nz\n").text,
            "event: a\ndata: x\ndata: \ndata: event: b\ndata: data: y\ndata: z\ndata: \n\n");
}

// ---- the queue ----

TEST(EventQueue, KeepsTheOrder) {
  EventQueue queue;
  const Event reset = make_event("reset", "{}");
  const Event one = make_event("one", "1");
  const Event two = make_event("two", "2");
  queue.push(one, reset);
  queue.push(two, reset);
  EXPECT_EQ(taken(queue), (Texts{*one.text, *two.text}));
  EXPECT_EQ(queue.bytes(), 0U);
}

TEST(EventQueue, NewestStateTakesThePlaceOfAnOlderOne) {
  EventQueue queue;
  const Event reset = make_event("reset", "{}");
  const Event end = make_event("end", "{}");
  for (int i = 0; i < 10'000; ++i) {
    queue.push(make_event("boards", std::to_string(i), 0), reset);
    queue.push(make_event("tournament", std::to_string(i), 1), reset);
  }
  queue.push(end, reset);
  EXPECT_EQ(taken(queue),
            (Texts{*make_event("boards", "9999").text, *make_event("tournament", "9999").text, *end.text}));
  EXPECT_EQ(queue.resets(), 0U);
}

TEST(EventQueue, OnlyAnOlderStateOfTheKindIsLeftOutAndTheNewestWaitsBehindWhatCameBefore) {
  EventQueue queue;
  const Event reset = make_event("reset", "{}");
  const Event first = make_event("turns", "1");
  const Event second = make_event("turns", "2");
  const Event newest = make_event("boards", "newest", 0);
  queue.push(first, reset);
  queue.push(make_event("boards", "older", 0), reset);
  queue.push(second, reset);
  queue.push(newest, reset);
  EXPECT_EQ(queue.bytes(), first.text->size() + second.text->size() + newest.text->size());
  EXPECT_EQ(taken(queue), (Texts{*first.text, *second.text, *newest.text}));
}

TEST(EventQueue, TooManyEventsBecomeAReset) {
  EventQueue queue;
  const Event reset = make_event("reset", "{}");
  for (std::size_t i = 0; i < EventQueue::kMostEvents; ++i) {
    queue.push(in_order(10), reset);
  }
  EXPECT_EQ(queue.resets(), 0U);
  queue.push(in_order(10), reset);
  EXPECT_EQ(queue.resets(), 1U);
  const Event later = make_event("turns", "later");
  queue.push(later, reset);
  EXPECT_EQ(taken(queue), (Texts{*reset.text, *later.text}));
}

TEST(EventQueue, NeverHoldsMoreBytesThanItMay) {
  EventQueue queue;
  const Event reset = make_event("reset", "{}");
  for (std::size_t i = 0; i < 1000; ++i) {
    queue.push(in_order(i * 37 % 100'000), reset);
    ASSERT_LE(queue.bytes(), EventQueue::kMostBytes);
    ASSERT_LE(queue.size(), EventQueue::kMostEvents);
  }
  EXPECT_GT(queue.resets(), 0U);
}

TEST(EventQueue, OneLargeEventPasses) {
  EventQueue queue;
  queue.push(in_order(EventQueue::kMostBytes + 1), make_event("reset", "{}"));
  EXPECT_EQ(queue.resets(), 0U);
  EXPECT_EQ(taken(queue).front().size(), EventQueue::kMostBytes + 1);
}

// ---- the topic ----

struct Reader : EventReader {
  void on_event(const Event& event, const Event&) override {
    texts.push_back(event.text.get());
    if (leaves != nullptr) {
      leaves->unsubscribe(*this);
    }
  }
  void on_end() override { ended = true; }
  std::vector<const std::string*> texts;
  EventTopic* leaves = nullptr;
  bool ended = false;
};

TEST(EventTopic, AllReadersShareOneText) {
  EventTopic topic;
  std::vector<Reader> readers(500);
  for (Reader& reader : readers) {
    topic.subscribe(reader);
  }
  const Event event = make_event("a", "1");
  topic.publish(event);
  for (const Reader& reader : readers) {
    EXPECT_EQ(reader.texts, std::vector{event.text.get()});
  }
  topic.end();
}

TEST(EventTopic, ReaderMayLeaveWhileItIsTold) {
  EventTopic topic;
  std::vector<Reader> readers(3);
  for (Reader& reader : readers) {
    reader.leaves = &topic;
    topic.subscribe(reader);
  }
  topic.publish(make_event("a", "1"));
  topic.publish(make_event("a", "2"));
  EXPECT_EQ(topic.readers(), 0U);
  EXPECT_EQ(readers[2].texts.size(), 1U);
}

TEST(EventTopic, EndIsToldOnceAndAlsoToThoseWhoComeLater) {
  EventTopic topic;
  Reader early;
  Reader late;
  topic.subscribe(early);
  topic.end();
  topic.subscribe(late);
  EXPECT_TRUE(early.ended);
  EXPECT_TRUE(late.ended);
  EXPECT_EQ(topic.readers(), 0U);
}

}  // namespace
}  // namespace referee::web
