#include "referee/http/spare_connection.h"

#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "referee/http/http_connection.h"

namespace referee::web {
namespace {

bool is_stream(Spare::Kind kind) { return kind == Spare::Kind::stream || kind == Spare::Kind::stuck_stream; }

}  // namespace

HttpConnection* spare_connection(const std::set<HttpConnection*>& connections,
                                 const std::optional<PeerAddress>& of, bool streams) {
  std::vector<std::pair<HttpConnection*, Spare>> spares;
  std::map<std::pair<Spare::Kind, PeerAddress>, std::size_t> counts;
  for (HttpConnection* const connection : connections) {
    const auto spare = connection->spare();
    if (spare && (!of || spare->client == *of) && (!streams || is_stream(spare->kind))) {
      spares.emplace_back(connection, *spare);
      ++counts[{spare->kind, spare->client}];
    }
  }
  const auto order = [&counts](const Spare& spare) {
    const std::size_t count = spare.kind == Spare::Kind::idle ? 0 : counts.at({spare.kind, spare.client});
    return std::tuple(spare.kind, -static_cast<std::int64_t>(count), spare.since);
  };
  HttpConnection* best = nullptr;
  std::optional<Spare> least;
  for (const auto& [connection, spare] : spares) {
    if (!least || order(spare) < order(*least)) {
      best = connection;
      least = spare;
    }
  }
  return best;
}

}  // namespace referee::web
