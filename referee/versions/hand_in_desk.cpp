#include "referee/versions/hand_in_desk.h"

#include <algorithm>

namespace referee::versions {
namespace {

using std::chrono::seconds;

constexpr std::chrono::hours kWindow{1};
constexpr seconds kSoon{5};
constexpr seconds kLater{60};
constexpr std::size_t kMostAddresses = 100;  // of an entrant: they only decide who goes first

/// What is left of `times` within the window before `now`.
std::deque<HandInDesk::Time>& within_window(std::deque<HandInDesk::Time>& times, HandInDesk::Time now) {
  while (!times.empty() && now - times.front() >= kWindow) {
    times.pop_front();
  }
  return times;
}

HandInRefusal wait_for_window(const std::deque<HandInDesk::Time>& times, HandInDesk::Time now,
                              const std::string& what) {
  const auto wait = std::max(std::chrono::ceil<seconds>(times.front() + kWindow - now), seconds(1));
  return {429,
          "you have sent " + std::to_string(times.size()) + " " + what +
              " within an hour, and more are not allowed: wait " + std::to_string(wait.count()) + " s",
          wait};
}

}  // namespace

std::variant<HandInDesk::Place, HandInRefusal> HandInDesk::enter(Applicant applicant,
                                                                 std::optional<std::uint64_t> bytes,
                                                                 Time now) {
  const std::scoped_lock lock(mutex_);
  if (bytes.value_or(0) > spec_.max_bytes) {
    return HandInRefusal{413, "a submission may have at most " + std::to_string(spec_.max_bytes) +
                                  " bytes (submissions.max_bytes of the tournament)"};
  }
  if (auto refused = too_often(applicant.entrant, now)) {
    return *std::move(refused);
  }
  if (auto refused = make_room(applicant, now)) {
    return *std::move(refused);
  }
  if (waiting_ + arriving_.size() >= spec_.queue) {
    return HandInRefusal{503, std::to_string(waiting_) + " submissions wait to be built: try again later",
                         kLater};
  }
  const std::uint64_t reserved = bytes.value_or(spec_.max_bytes);
  if (disk_bytes_ + arriving_bytes_ + reserved > spec_.disk_bytes) {
    return HandInRefusal{507,
                         "the space for submissions (submissions.disk_bytes of the tournament) is full: "
                         "tell your instructor",
                         kLater};
  }
  tries_[applicant.entrant].push_back(now);
  arriving_bytes_ += reserved;
  arriving_.emplace(next_id_, Arrival{applicant, reserved, rank_of(applicant), now});
  return Place(shared_from_this(), next_id_++);
}

HandInDesk::Rank HandInDesk::rank_of(const Applicant& applicant) const {
  const auto known = known_.find(applicant.entrant);
  if (known == known_.end()) {
    return Rank::unknown;
  }
  return known->second.contains(applicant.address) ? Rank::from_there : Rank::has_version;
}

std::optional<HandInRefusal> HandInDesk::too_often(Entrant entrant, Time now) {
  if (std::ranges::any_of(
          arriving_, [entrant](const auto& entry) { return entry.second.applicant.entrant == entrant; })) {
    return HandInRefusal{429, "another submission of yours is arriving now: wait until it is complete",
                         kSoon};
  }
  if (const auto& taken = within_window(latest_[entrant], now); taken.size() >= spec_.per_hour) {
    return wait_for_window(taken, now, "submissions");
  }
  if (const auto& tries = within_window(tries_[entrant], now);
      tries.size() >= kTriesPerVersion * spec_.per_hour) {
    return wait_for_window(tries, now, "files, and most of them were no valid submissions,");
  }
  return std::nullopt;
}

std::optional<HandInRefusal> HandInDesk::make_room(const Applicant& applicant, Time now) {
  const auto of_address = std::ranges::count_if(
      arriving_, [&](const auto& entry) { return entry.second.applicant.address == applicant.address; });
  if (static_cast<std::size_t>(of_address) >= kOfAddress && !make_room_among(applicant, true, now)) {
    return HandInRefusal{429, "many submissions are arriving from your address now: try again in a moment",
                         kSoon};
  }
  if (arriving_.size() >= kAtOnce && !make_room_among(applicant, false, now)) {
    return HandInRefusal{503, "many submissions are arriving now: try again in a moment", kSoon};
  }
  return std::nullopt;
}

/// Takes the place of the lowest rank that has been taken longest, among those of the applicant's address or
/// all, if its file has to give way to the applicant's.
bool HandInDesk::make_room_among(const Applicant& applicant, bool of_address, Time now) {
  auto lowest = arriving_.end();
  for (auto at = arriving_.begin(); at != arriving_.end(); ++at) {
    const bool counts = !of_address || at->second.applicant.address == applicant.address;
    if (counts && (lowest == arriving_.end() || at->second.rank < lowest->second.rank)) {
      lowest = at;
    }
  }
  const Rank rank = rank_of(applicant);
  const bool gives_way =
      lowest != arriving_.end() &&
      (lowest->second.rank < rank || (lowest->second.rank == rank && now - lowest->second.since >= kLong));
  if (gives_way) {
    arriving_bytes_ -= lowest->second.bytes;
    arriving_.erase(lowest);
  }
  return gives_way;
}

void HandInDesk::note(Applicant applicant, Time when) {
  const std::scoped_lock lock(mutex_);
  std::deque<Time>& latest = latest_[applicant.entrant];
  latest.insert(std::ranges::upper_bound(latest, when), when);
  std::set<PeerAddress>& known = known_[applicant.entrant];
  if (applicant.address != PeerAddress() && known.size() < kMostAddresses) {
    known.insert(applicant.address);
  }
}

void HandInDesk::set_state(std::size_t waiting, std::uint64_t disk_bytes) {
  const std::scoped_lock lock(mutex_);
  waiting_ = waiting;
  disk_bytes_ = disk_bytes;
}

void HandInDesk::leave(std::uint64_t id) {
  const std::scoped_lock lock(mutex_);
  if (const auto found = arriving_.find(id); found != arriving_.end()) {
    arriving_bytes_ -= found->second.bytes;
    arriving_.erase(found);
  }
}

bool HandInDesk::has(std::uint64_t id) {
  const std::scoped_lock lock(mutex_);
  return arriving_.contains(id);
}

std::optional<HandInRefusal> HandInDesk::Place::taken_away() const {
  if (desk_->has(id_)) {
    return std::nullopt;
  }
  return HandInRefusal{503, "your file arrived too slowly, and others are waiting: try again", kSoon};
}

}  // namespace referee::versions
