#include "referee/store/postgres_session.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <thread>

#include "referee/base/kernel_time.h"
#include "referee/store/store.h"

namespace referee {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kFirstPause{50};
constexpr milliseconds kLongestPause{2000};

std::string seconds_since(TimePoint then) {
  return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(kernel_now() - then).count());
}

}  // namespace

PostgresConnection& PostgresSession::connection() {
  if (!connection_) {
    connection_.emplace(uri_, terms_.statements);
    try {
      begin_(*connection_);
    } catch (const std::exception&) {
      connection_.reset();
      throw;
    }
  }
  return *connection_;
}

void PostgresSession::repeat(const std::string& what, const Step& step) {
  const auto fail = [&](const std::string& why) {
    throw StoreError("store " + uri_.text() + ": cannot " + what + ": " + why);
  };
  std::optional<TimePoint> away;  // since when
  for (milliseconds pause{0};; pause = std::clamp(2 * pause, kFirstPause, kLongestPause)) {
    std::this_thread::sleep_for(pause);
    const bool is_first = !away && connection_.has_value();
    try {
      step(connection());
      if (away && !terms_.meanwhile.empty()) {
        spdlog::info("store {}: the database is back after {} s", uri_.text(), seconds_since(*away));
      }
      return;
    } catch (const PostgresError& error) {
      if (!error.away) {
        fail(error.what());
      }
      connection_.reset();
      if (!away) {
        away = kernel_now();
        if (!terms_.meanwhile.empty()) {
          spdlog::warn("store {}: the database is away, and {}: {}", uri_.text(), terms_.meanwhile,
                       error.what());
        }
      }
      if (!is_first && kernel_now() - *away >= terms_.patience) {
        fail("the database was away for " + seconds_since(*away) + " s: " + error.what());
      }
    } catch (const SqlRefusal& error) {
      fail(error.what());
    }
  }
}

}  // namespace referee
