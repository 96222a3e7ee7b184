#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include "referee/base/units.h"
#include "referee/net/peer_address.h"
#include "referee/tournament/config/submission_spec.h"
#include "referee/tournament/standings/history.h"

namespace referee::versions {

/// Why nothing is taken, as an answer of HTTP.
struct HandInRefusal {
  int status = 503;
  std::string why;                                 ///< for people
  std::optional<std::chrono::seconds> retry = {};  ///< when to try again; nothing: that helps only later
};

/// Whether a version may be handed in now: its size, the rate of its entrant, the queue and the disk, and how
/// many files arrive at the same time. While all places are taken, a file that has been arriving for kLong
/// gives its place to another one; those of entrants who have never handed in a version that was taken go
/// first, and give it to others at once. For any thread. Held by its places, too.
class HandInDesk : public std::enable_shared_from_this<HandInDesk> {
 public:
  using Time = SystemTime;
  static constexpr std::size_t kAtOnce = 16;    ///< files that arrive at the same time, of all entrants
  static constexpr std::size_t kOfAddress = 8;  ///< of one address
  static constexpr std::chrono::seconds kLong{10};
  static constexpr std::size_t kTriesPerVersion =
      10;  ///< files that break off or are refused, within an hour

  /// REQUIRES: it is made by std::make_shared().
  explicit HandInDesk(const SubmissionSpec& spec) : spec_(spec) {}

  /// Who hands in, and from where.
  struct Applicant {
    Entrant entrant;
    PeerAddress address = {};
  };

  /// One file that arrives: its bytes are counted as used until it is destroyed.
  class Place {
   public:
    Place(std::shared_ptr<HandInDesk> desk, std::uint64_t id) : desk_(std::move(desk)), id_(id) {}
    Place(Place&& other) noexcept = default;
    Place& operator=(Place&&) = delete;
    ~Place() {
      if (desk_ != nullptr) {
        desk_->leave(id_);
      }
    }

    /// Why no more of the file is to be received; nothing: it may go on.
    std::optional<HandInRefusal> taken_away() const;

   private:
    std::shared_ptr<HandInDesk> desk_;  // null once moved from
    std::uint64_t id_;
  };

  /// `bytes`: of the file, if the client says so.
  std::variant<Place, HandInRefusal> enter(Applicant applicant, std::optional<std::uint64_t> bytes, Time now);
  /// That a version of the entrant was taken: it counts towards the entrant's rate.
  void note(Applicant applicant, Time when);
  /// What waits to be built, and the bytes of all kept files.
  void set_state(std::size_t waiting, std::uint64_t disk_bytes);
  const SubmissionSpec& spec() const { return spec_; }

 private:
  /// Who goes first.
  enum class Rank {
    unknown,  ///< no version of the entrant was ever taken
    has_version,
    from_there  ///< one was, from the same address, since the start of the program
  };
  struct Arrival {
    Applicant applicant;
    std::uint64_t bytes;  // reserved
    Rank rank;
    Time since;
  };
  using Arrivals = std::map<std::uint64_t, Arrival>;  // in the order in which they began

  void leave(std::uint64_t id);
  bool has(std::uint64_t id);
  Rank rank_of(const Applicant& applicant) const;
  std::optional<HandInRefusal> too_often(Entrant entrant, Time now);
  std::optional<HandInRefusal> make_room(const Applicant& applicant, Time now);
  bool make_room_among(const Applicant& applicant, bool of_address, Time now);

  const SubmissionSpec spec_;
  std::mutex mutex_;
  // Guarded by mutex_:
  std::map<Entrant, std::deque<Time>> latest_;  // versions that were taken, of the last hour, oldest first
  std::map<Entrant, std::deque<Time>> tries_;   // files that began to arrive, of the last hour
  std::map<Entrant, std::set<PeerAddress>> known_;  // where versions that were taken came from
  Arrivals arriving_;
  std::uint64_t next_id_ = 0;
  std::uint64_t arriving_bytes_ = 0;
  std::size_t waiting_ = 0;
  std::uint64_t disk_bytes_ = 0;
};

}  // namespace referee::versions
