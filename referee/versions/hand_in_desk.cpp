#include "referee/versions/hand_in_desk.h"

#include <algorithm>

namespace referee::versions {
namespace {

using std::chrono::seconds;

constexpr std::chrono::hours kWindow{1};
constexpr seconds kSoon{5};
constexpr seconds kLater{60};

}  // namespace

std::variant<HandInDesk::Place, HandInRefusal> HandInDesk::enter(Entrant entrant,
                                                                 std::optional<std::uint64_t> bytes,
                                                                 Time now) {
  const std::scoped_lock lock(mutex_);
  if (bytes.value_or(0) > spec_.max_bytes) {
    return HandInRefusal{413, "a version may have " + std::to_string(spec_.max_bytes) +
                                  " bytes (submissions.max_bytes of the tournament)"};
  }
  if (arriving_[entrant] > 0) {
    return HandInRefusal{429, "another version of yours is being handed in right now", kSoon};
  }
  if (auto refused = too_often(entrant, now)) {
    return *std::move(refused);
  }
  if (arriving_in_all_ >= kAtOnce) {
    return HandInRefusal{503, "many versions are being handed in right now: try again", kSoon};
  }
  if (waiting_ + arriving_in_all_ >= spec_.queue) {
    return HandInRefusal{503, std::to_string(waiting_) + " versions wait to be built: try again later",
                         kLater};
  }
  const std::uint64_t reserved = bytes.value_or(spec_.max_bytes);
  if (disk_bytes_ + arriving_bytes_ + reserved > spec_.disk_bytes) {
    return HandInRefusal{507,
                         "the place for versions (submissions.disk_bytes of the tournament) is full: "
                         "tell your instructor",
                         kLater};
  }
  latest_[entrant].push_back(now);
  ++arriving_[entrant];
  ++arriving_in_all_;
  arriving_bytes_ += reserved;
  return Place(shared_from_this(), entrant, reserved);
}

std::optional<HandInRefusal> HandInDesk::too_often(Entrant entrant, Time now) {
  std::deque<Time>& latest = latest_[entrant];
  while (!latest.empty() && now - latest.front() >= kWindow) {
    latest.pop_front();
  }
  if (latest.size() < spec_.per_hour) {
    return std::nullopt;
  }
  const auto wait = std::chrono::ceil<seconds>(latest.front() + kWindow - now);
  return HandInRefusal{429,
                       "you have handed in " + std::to_string(latest.size()) +
                           " versions within an hour, as many as you may: wait " +
                           std::to_string(wait.count()) + " s",
                       std::max(wait, seconds(1))};
}

void HandInDesk::note(Entrant entrant, Time when) {
  const std::scoped_lock lock(mutex_);
  std::deque<Time>& latest = latest_[entrant];
  latest.insert(std::ranges::upper_bound(latest, when), when);
}

void HandInDesk::set_state(std::size_t waiting, std::uint64_t disk_bytes) {
  const std::scoped_lock lock(mutex_);
  waiting_ = waiting;
  disk_bytes_ = disk_bytes;
}

void HandInDesk::leave(Entrant entrant, std::uint64_t bytes) {
  const std::scoped_lock lock(mutex_);
  --arriving_[entrant];
  --arriving_in_all_;
  arriving_bytes_ -= bytes;
}

}  // namespace referee::versions
