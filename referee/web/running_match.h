#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/require.h"
#include "referee/base/units.h"
#include "referee/http/event_topic.h"
#include "referee/http/http_response.h"
#include "referee/pages/live_match.h"
#include "referee/pages/match_data.h"

namespace referee::web {

/// How much later than it is played a running match is shown; both together: whatever is later.
struct ShowDelay {
  std::int64_t turns = 0;
  std::chrono::seconds time{0};
};

/// One running match as spectators see it. It keeps the lines of its record, and plays them again only once
/// somebody looks: then it makes each turn's data once, for all readers of its topic.
class RunningMatch {
 public:
  /// A reader that asks for older turns gets at most this much of them at once; for more it has to fetch the
  /// match anew.
  static constexpr std::size_t kMostCaughtUp = 4 * 1024 * 1024;  // bytes
  /// Whole data are made anew at most so often: readers who fetch them at one time share them.
  static constexpr Milliseconds kDataFor{1000};

  /// `facts`: what pages::LiveMatch takes, made of the header's names; the link of the tournament is added.
  using FactsOf = std::function<pages::MatchFacts(const std::vector<std::string>& names)>;
  RunningMatch(int attempt, ShowDelay delay, FactsOf facts)
      : attempt_(attempt), delay_(delay), facts_(std::move(facts)) {}

  int attempt() const { return attempt_; }
  /// The match's lines are not known: begin() is to be called with the whole journal, from `now` on.
  void lose(TimePoint now);
  bool is_lost() const { return header_.empty(); }
  TimePoint reload_due() const { return reload_due_; }
  /// Takes the record so far, `journal`, from the header on; "" or a part of a line: the match stays lost,
  /// for a while.
  void begin(std::string_view journal, TimePoint now);
  /// Takes further lines of the record. Those that are known already are left out; the match is lost if lines
  /// between them are missing.
  void add(std::string_view lines, TimePoint now);

  /// Shows what may be shown by now, and publishes it to the readers.
  void step(TimePoint now);
  /// From now on its turns are followed, because somebody looks. False if it is lost, or if its record cannot
  /// be followed.
  bool follow();
  bool followed() const { return live_ != nullptr; }

  /// Match data as they stand, perhaps from up to kDataFor ago. REQUIRES: followed().
  SharedBody data(TimePoint now);
  /// A board: see pages::LiveMatch. REQUIRES: followed().
  std::string board() const {
    REQUIRE(followed());
    return live_->board();
  }
  std::size_t turns() const { return live_ ? live_->turns() : 0; }
  /// The stream of its turns from number `from` on. REQUIRES: followed().
  HttpResponse events(std::size_t from);
  const EventTopic& topic() const { return *topic_; }
  /// Tells the readers `event`, and ends their streams.
  void end(std::string_view event);

 private:
  struct Waiting {
    std::string line;
    TimePoint at;
  };

  void take_line(std::string_view line, TimePoint now);
  void publish();
  void cannot_follow(const std::string& why);

  int attempt_;
  ShowDelay delay_;
  FactsOf facts_;
  std::string header_;          // "" while it is lost
  std::string lines_;           // of turns that may be shown, and that are not followed yet
  std::list<Waiting> waiting_;  // turns that are shown later; a list: an empty one takes no memory
  std::size_t known_ = 0;       // turns that lines are known of, shown or waiting
  TimePoint reload_due_ = TimePoint::min();
  bool broken_ = false;
  std::unique_ptr<pages::LiveMatch> live_;
  std::size_t published_ = 0;  // turns
  std::shared_ptr<EventTopic> topic_ = std::make_shared<EventTopic>();
  SharedBody data_;
  TimePoint data_made_ = TimePoint::min();
  std::size_t caught_up_from_ = 0;  // what caught_up_ has
  std::size_t caught_up_to_ = 0;
  Event caught_up_;
};

}  // namespace referee::web
