#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/base/units.h"
#include "referee/loop/clock.h"
#include "referee/match/match_observer.h"

namespace world {

/// All that anybody outside of the referee was sent, and the turns of matches, in one order.
class ToldLog final : public referee::MatchObserver {
 public:
  /// A moment in that order: how many starts, turns and ends of matches, and marks, were before it.
  using Stage = std::uint64_t;

  /// Bytes that were sent one after the other.
  struct Stream {
    struct Piece {
      std::size_t end = 0;  ///< in `bytes`, of what was sent then
      Stage stage = 0;
      referee::SystemTime utc;  ///< the latest that the clock has shown by then: it may be set back
      referee::TimePoint at;
    };
    std::uint32_t address = 0;  ///< of a connection's other end; 0: it is no connection
    std::string reader;         ///< whose token was shown; "": anybody may read it
    std::string source;         ///< for people
    std::string bytes;
    std::vector<Piece> pieces;
    /// That which has the byte at this place of `bytes`. REQUIRES: there is one.
    const Piece& piece_of(std::size_t byte) const {
      return *std::ranges::upper_bound(pieces, byte, {}, &Piece::end);
    }
  };
  struct Attempt {
    std::vector<std::string> players;
    engines::Seed seed;
    bool hides = false;    ///< what one seat sees, another must not
    bool counted = false;  ///< it ended with a result
    Stage began = 0;
    Stage latest = 0;  ///< its latest turn, or its beginning: what is told from then on may show its end
    std::optional<Stage> ended{};
    referee::TimePoint began_at{};
    referee::TimePoint ended_at{};
    std::set<std::size_t> absent{};  ///< seats, of one that counted
    referee::SystemTime began_utc{};
    std::map<std::int64_t, referee::TimePoint> turns{};  ///< when they were played, by their numbers
  };
  using Attempts = std::map<std::pair<std::string, int>, Attempt>;

  /// Times are those of `clock` from now on, which outlives what is added.
  void move_to(const referee::Clock& clock) { clock_ = &clock; }
  /// What the clock shows now may have decided what is told later, also if it is set back.
  void note_time();
  /// A stream that begins; what add() takes.
  std::size_t begin(std::string source, std::uint32_t address = 0, std::string reader = "");
  void add(std::size_t stream, std::string_view bytes);
  /// The files that anybody may read in a folder of reports, but those that are as they were.
  void add_reports(const std::filesystem::path& folder);

  const std::vector<Stream>& streams() const { return streams_; }
  const Attempts& attempts() const { return attempts_; }
  Stage now() const { return now_; }
  /// Something else happens: what was told before it has a lower stage than what is told from then on.
  Stage mark() { return ++now_; }

 private:
  void on_start(const referee::ObservedMatch& match) override;
  void on_turn(const referee::ObservedMatch& match, const referee::PlayedTurn& turn) override;
  void on_end(const referee::PlayedAttempt& played) override;

  const referee::Clock* clock_ = nullptr;
  Stage now_ = 0;
  referee::SystemTime latest_utc_{};
  std::vector<Stream> streams_;
  Attempts attempts_;
  std::map<std::filesystem::path, std::string> files_;  // as they were
};

}  // namespace world
