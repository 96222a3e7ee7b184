#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "referee/tournament/config/submission_spec.h"
#include "referee/tournament/standings/history.h"

namespace referee::versions {

/// Why nothing is taken, as an answer of HTTP.
struct HandInRefusal {
  int status = 503;
  std::string why;                                 ///< for people
  std::optional<std::chrono::seconds> retry = {};  ///< when to try again; nothing: that helps only later
};

/// Whether a version may be handed in now: its size, the rate of its entrant, the queue and the disk. For
/// any thread. Held by its places, too.
class HandInDesk : public std::enable_shared_from_this<HandInDesk> {
 public:
  using Time = std::chrono::system_clock::time_point;
  static constexpr std::size_t kAtOnce = 16;  ///< files that arrive at the same time, of all entrants

  /// REQUIRES: it is made by std::make_shared().
  explicit HandInDesk(const SubmissionSpec& spec) : spec_(spec) {}

  /// One file that arrives: its bytes are counted as used until it is destroyed.
  class Place {
   public:
    Place(std::shared_ptr<HandInDesk> desk, Entrant entrant, std::uint64_t bytes)
        : desk_(std::move(desk)), entrant_(entrant), bytes_(bytes) {}
    Place(Place&& other) noexcept = default;
    Place& operator=(Place&&) = delete;
    ~Place() {
      if (desk_ != nullptr) {
        desk_->leave(entrant_, bytes_);
      }
    }

   private:
    std::shared_ptr<HandInDesk> desk_;  // null once moved from
    Entrant entrant_;
    std::uint64_t bytes_;
  };

  /// `bytes`: of the file, if the client says so. What is admitted counts towards the entrant's rate.
  std::variant<Place, HandInRefusal> enter(Entrant entrant, std::optional<std::uint64_t> bytes, Time now);
  /// That the entrant has handed in before: for the start of the program.
  void note(Entrant entrant, Time when);
  /// What waits to be built, and the bytes of all kept files.
  void set_state(std::size_t waiting, std::uint64_t disk_bytes);
  const SubmissionSpec& spec() const { return spec_; }

 private:
  void leave(Entrant entrant, std::uint64_t bytes);
  std::optional<HandInRefusal> too_often(Entrant entrant, Time now);

  const SubmissionSpec spec_;
  std::mutex mutex_;
  // Guarded by mutex_:
  std::map<Entrant, std::deque<Time>> latest_;  // of the last hour, oldest first
  std::map<Entrant, std::size_t> arriving_;
  std::size_t arriving_in_all_ = 0;
  std::uint64_t arriving_bytes_ = 0;
  std::size_t waiting_ = 0;
  std::uint64_t disk_bytes_ = 0;
};

}  // namespace referee::versions
