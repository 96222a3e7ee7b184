#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "referee/base/units.h"
#include "referee/clocks/stamp.h"
#include "referee/net/line_trace.h"

namespace referee {

/// One connection between a referee and a bot in a trace, seen from the end that this process has.
class TracedConnection {
 public:
  enum class End : std::uint8_t { referee, bot };
  enum class Why : std::uint8_t {
    bot,      ///< its side has closed, reset or died
    referee,  ///< its side has closed
    flood,    ///< the referee closed: far more lines than turns
    unread    ///< the referee closed: the bot does not read
  };

  /// Tells that there is a connection. `times`: how arrivals are measured. REQUIRES: `trace` is not null.
  TracedConnection(std::shared_ptr<LineTrace> trace, TraceLabel label, End ours, StampSource times);

  const std::shared_ptr<LineTrace>& trace() const { return trace_; }
  void set_label(TraceLabel label) { label_ = std::move(label); }

  /// We have queued `line`; `unsent` bytes wait for the kernel.
  void sent(std::string_view line, TimePoint at, std::size_t unsent);
  /// The kernel has taken what waited.
  void all_sent();
  /// The other side has said `line`. `ignored`: we had closed before.
  void received(std::string_view line, TimePoint at, bool oversize, bool ignored = false);
  /// `unfinished`: what has come after the last newline. To be called once, at the end.
  void closed(Why why, std::string_view unfinished);

 private:
  LineTrace::Direction outward() const;
  LineTrace::Direction inward() const;

  std::shared_ptr<LineTrace> trace_;
  TraceLabel label_;
  End ours_;
  int number_;
};

}  // namespace referee
