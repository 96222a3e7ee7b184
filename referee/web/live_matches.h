#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>

#include "referee/base/units.h"
#include "referee/http/event_topic.h"
#include "referee/web/match_feed.h"
#include "referee/web/running_match.h"
#include "referee/web/tournament_reader.h"

namespace referee::web {

/// The matches that are being played now, as spectators may see them. What the store's snapshot does not know
/// yet as running is not shown, because what of it is secret is not known either.
class LiveMatches {
 public:
  static constexpr std::size_t kMostBoards = 16;
  /// Boards are published at most so often, and less often where their readers together would get more than
  /// kMostBoardBytes a second.
  static constexpr Milliseconds kBoardsEvery{500};
  static constexpr std::size_t kMostBoardBytes = 20 * 1000 * 1000;
  /// How long a match that is over is shown at least if the store's snapshot does not have its result. It
  /// goes then once the snapshot tells nothing of its attempt, or would be read anew for whoever asks. How
  /// long readers of a void attempt wait at most for the next one.
  static constexpr Milliseconds kEndWithin{10'000};
  /// The number that a "boards" event has among the states of a topic: see Event::state.
  static constexpr int kBoardsState = 1;

  /// `reader` outlives it. `boards`: where "boards" events are published.
  LiveMatches(TournamentReader& reader, ShowDelay delay, std::shared_ptr<EventTopic> boards)
      : reader_(reader), delay_(delay), boards_(std::move(boards)) {}

  /// Takes over what has happened. `now` is when it did.
  void take(MatchFeed::Batch batch, TimePoint now);
  /// Shows what may be shown by now: to be called about ten times a second as long as is_busy().
  void step(TimePoint now);
  /// Whether anything is running.
  bool is_busy() const { return !running_.empty() || adopt_; }
  /// Whether somebody reads the events of a running match.
  bool has_readers() const;

  /// A running match that spectators may see, whose turns are followed; nullptr if there is none.
  RunningMatch* find(const std::string& match);
  /// The "boards" event as it stands, perhaps from up to kBoardsEvery ago: those who come at one time share
  /// it.
  const Event& boards(TimePoint now);

 private:
  struct Running {
    std::unique_ptr<RunningMatch> match;
    bool over = false;
    bool is_void = false;
    TimePoint over_since{};
  };

  void begin(const MatchNews& news, TimePoint now);
  void adopt_others(TimePoint now);
  void reload(const std::string& id, RunningMatch& match, TimePoint now);
  bool may_be_seen(const std::string& id, const RunningMatch& match) const;
  bool has_ended(const std::string& id, const Running& running, TimePoint now) const;
  void publish_boards(TimePoint now);
  void make_boards(TimePoint now);
  std::string boards_text();

  TournamentReader& reader_;
  const ShowDelay delay_;
  std::shared_ptr<EventTopic> boards_;
  std::map<std::string, Running> running_;
  bool adopt_ = false;       // matches of the snapshot may be running that this object has not heard of
  std::string boards_data_;  // of boards_event_
  Event boards_event_;
  std::shared_ptr<const std::string> boards_published_;  // the text that all readers have had
  TimePoint boards_made_ = TimePoint::min();
  TimePoint boards_due_ = TimePoint::min();
};

}  // namespace referee::web
