#pragma once

#include <map>
#include <string>

#include "referee/http/metrics.h"

namespace referee::web {

/// What one server counts. On the server's thread.
class HttpMetrics {
 public:
  /// `server` is their label; `metrics` outlives it.
  HttpMetrics(Metrics& metrics, std::string server);

  void count_request(int status);

  Gauge& connections;    ///< open ones
  Gauge& event_streams;  ///< open ones
  Counter& dropped;      ///< connections that were closed because the client did not read
  Counter& resets;       ///< event streams that were told to fetch anew
  Counter& refused;      ///< connections beyond the limits, in all or of an address

 private:
  Metrics& metrics_;
  std::string server_;
  std::map<int, Counter*> requests_;  // by status
};

}  // namespace referee::web
