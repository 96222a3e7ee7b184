#pragma once

#include <optional>
#include <string>

#include "referee/loop/event.h"
#include "referee/loop/timer.h"
#include "referee/tournament/config/start_spec.h"
#include "referee/tournament/pairing/pairing_requests.h"
#include "referee/tournament/run/roster.h"

namespace referee {

/// Whether a tournament may begin.
class StartGate {
 public:
  /// `changed` is notified when the time to start has come. All must outlive it.
  StartGate(const StartSpec& start, const Roster& roster, const PairingRequests& requests, Condition& changed,
            boost::asio::io_context& io)
      : start_(start), roster_(roster), requests_(requests), changed_(changed), at_(io) {}

  /// Waits for the time to start, if there is one; cancel() ends the waiting, so that the event loop can end.
  void set_timer();
  void cancel() { at_.cancel(); }
  /// `by_hand`: the arbiter starts it, although not all entrants are connected. REQUIRES: by hand only if
  /// there are as many entrants as the format needs.
  bool is_open(bool by_hand) const;
  /// When it opens, for people: "when all entrants are here: 3 of 12 so far". `coming`: an entrant that is
  /// being welcomed, and counts as connected.
  std::string text(std::optional<Entrant> coming) const;

 private:
  /// How many entrants are not withdrawn, how many of them play in round 1, and how many of these are
  /// connected.
  struct Attendance {
    std::size_t playing = 0;
    std::size_t expected = 0;
    std::size_t here = 0;
  };

  bool is_expected(Entrant entrant) const;
  Attendance attendance(std::optional<Entrant> coming) const;

  const StartSpec& start_;
  const Roster& roster_;
  const PairingRequests& requests_;
  Condition& changed_;
  Timer at_;
};

}  // namespace referee
