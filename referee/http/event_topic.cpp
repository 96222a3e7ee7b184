#include "referee/http/event_topic.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "protocol/require.h"

namespace referee::web {

Event make_event(std::string_view name, std::string_view data, int state, std::string_view id) {
  REQUIRE(name.find_first_of("\r\n") == std::string_view::npos &&
          id.find_first_of("\r\n") == std::string_view::npos);
  REQUIRE(state < EventQueue::kStates);
  std::string text;
  text.reserve(name.size() + data.size() + id.size() + 32);
  if (!id.empty()) {
    text.append("id: ").append(id).append("\n");
  }
  text.append("event: ").append(name).append("\n");
  // A line of its own for each line of data; a carriage return ends a line too.
  for (std::size_t begin = 0; begin <= data.size();) {
    const std::size_t end = std::min(data.find_first_of("\r\n", begin), data.size());
    text.append("data: ").append(data.substr(begin, end - begin)).append("\n");
    begin = end + (data.substr(end, 2) == "\r\n" ? 2 : 1);
  }
  text.append("\n");
  return {std::make_shared<const std::string>(std::move(text)), state};
}

// ---- the queue of one reader ----

void EventQueue::push(const Event& event, const Event& reset) {
  if (event.state != Event::kInOrder) {
    const auto older = std::find_if(events_.begin(), events_.end(),
                                    [&](const Event& waiting) { return waiting.state == event.state; });
    if (older != events_.end()) {
      bytes_ -= older->text->size();
      events_.erase(older);
    }
  }
  bytes_ += event.text->size();
  events_.push_back(event);
  if (events_.size() > kMostEvents || (bytes_ > kMostBytes && events_.size() > 1)) {
    ++resets_;
    events_.assign(1, reset);
    bytes_ = reset.text->size();
  }
}

std::shared_ptr<const std::string> EventQueue::pop() {
  if (events_.empty()) {
    return nullptr;
  }
  auto text = std::move(events_.front().text);
  events_.pop_front();
  bytes_ -= text->size();
  return text;
}

// ---- the topic ----

void EventTopic::publish(const Event& event) {
  // A copy: a reader whose connection has ended unsubscribes in its call.
  const std::vector<EventReader*> readers(readers_.begin(), readers_.end());
  for (EventReader* const reader : readers) {
    if (readers_.contains(reader)) {
      reader->on_event(event, reset_);
    }
  }
}

void EventTopic::end() {
  ended_ = true;
  while (!readers_.empty()) {
    EventReader* const reader = *readers_.begin();
    readers_.erase(readers_.begin());
    reader->on_end();
  }
}

void EventTopic::subscribe(EventReader& reader) {
  if (ended_) {
    reader.on_end();
  } else {
    readers_.insert(&reader);
  }
}

}  // namespace referee::web
