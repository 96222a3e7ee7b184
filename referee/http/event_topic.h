#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace referee::web {

/// A server-sent event, as the bytes that all its readers share.
struct Event {
  /// The event is read in order with others, none is left out.
  static constexpr int kInOrder = -1;

  std::shared_ptr<const std::string> text;
  /// Not kInOrder: the newest event of this number takes the place of an older one that still waits, because
  /// only the newest state matters. 0..7.
  int state = kInOrder;
};

/// `data` may have several lines. REQUIRES: no line break in `name` and `id`. `id` comes back as
/// last_event_id when the client reconnects.
Event make_event(std::string_view name, std::string_view data, int state = Event::kInOrder,
                 std::string_view id = {});

/// What waits for one reader of a topic, bounded: a reader that does not read gets the newest state of each
/// kind; if too many events wait that are read in order, they are left out, and it gets `reset` instead. Then
/// it fetches anew. Memory: pointers to at most kMostEvents texts, which other readers share, and which are
/// kMostBytes together at most; beside them one text that is being sent.
class EventQueue {
 public:
  static constexpr std::size_t kMostEvents = 64;
  static constexpr std::size_t kMostBytes = 256 * 1024;
  static constexpr int kStates = 8;

  void push(const Event& event, const Event& reset);
  /// The next text to send; null if nothing waits.
  std::shared_ptr<const std::string> pop();
  bool empty() const { return events_.empty(); }
  std::size_t size() const { return events_.size(); }
  std::size_t bytes() const { return bytes_; }
  /// How often events were left out.
  std::uint64_t resets() const { return resets_; }

 private:
  std::deque<Event> events_;
  std::size_t bytes_ = 0;
  std::uint64_t resets_ = 0;
};

/// What one of the server's connections implements to read a topic.
class EventReader {
 public:
  virtual ~EventReader() = default;
  virtual void on_event(const Event& event, const Event& reset) = 0;
  /// The topic has ended: the stream ends after what waits.
  virtual void on_end() = 0;
};

/// Events for any number of readers: a text is kept once however many read it. A handler's response
/// subscribes its connection. Everything on the server's thread.
class EventTopic {
 public:
  /// `reset` is what a reader gets in place of events that were left out.
  explicit EventTopic(Event reset = make_event("reset", "{}")) : reset_(std::move(reset)) {}
  ~EventTopic() { end(); }
  EventTopic(const EventTopic&) = delete;
  EventTopic& operator=(const EventTopic&) = delete;

  void publish(const Event& event);
  /// All streams end after what waits for them; one who subscribes later gets its first events only.
  void end();
  std::size_t readers() const { return readers_.size(); }

  // ---- for the server ----

  void subscribe(EventReader& reader);
  void unsubscribe(EventReader& reader) { readers_.erase(&reader); }
  bool has_ended() const { return ended_; }
  const Event& reset() const { return reset_; }

 private:
  Event reset_;
  std::set<EventReader*> readers_;
  bool ended_ = false;
};

}  // namespace referee::web
