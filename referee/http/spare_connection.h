#pragma once

#include <cstdint>
#include <optional>
#include <set>

#include "referee/base/units.h"
#include "referee/net/peer_address.h"

namespace referee::web {

class HttpConnection;

/// What may be closed when others need room, the least loss first. Who reads events connects again by itself.
struct Spare {
  enum class Kind : std::uint8_t {
    idle,          ///< between two requests
    stuck_stream,  ///< a stream of events whose client takes nothing
    stream,        ///< of events
    header         ///< a request has not come yet
  };
  Kind kind = Kind::idle;
  PeerAddress client;
  TimePoint since{};
};

/// The one among `connections` to close for another: of the least kind, and among those of the client that
/// has most of that kind, the oldest. Null if there is none. `of`: only connections of that client.
/// `streams`: only streams.
HttpConnection* spare_connection(const std::set<HttpConnection*>& connections,
                                 const std::optional<PeerAddress>& of = std::nullopt, bool streams = false);

}  // namespace referee::web
