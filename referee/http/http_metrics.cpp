#include "referee/http/http_metrics.h"

#include <utility>

namespace referee::web {

HttpMetrics::HttpMetrics(Metrics& metrics, std::string server)
    : connections(metrics.gauge("referee_http_connections", "Open connections of a web server.",
                                {{"server", server}})),
      event_streams(metrics.gauge("referee_http_event_streams", "Open event streams of a web server.",
                                  {{"server", server}})),
      dropped(metrics.counter("referee_http_dropped_total",
                              "Connections closed because the client did not read.", {{"server", server}})),
      resets(metrics.counter("referee_http_event_resets_total",
                             "Event streams that left events out for a slow reader.", {{"server", server}})),
      refused(metrics.counter("referee_http_refused_total",
                              "Connections refused because there were too many.", {{"server", server}})),
      metrics_(metrics),
      server_(std::move(server)) {}

void HttpMetrics::count_request(int status) {
  Counter*& counter = requests_[status];
  if (counter == nullptr) {
    counter = &metrics_.counter("referee_http_requests_total", "Requests by status.",
                                {{"server", server_}, {"code", std::to_string(status)}});
  }
  counter->add();
}

}  // namespace referee::web
