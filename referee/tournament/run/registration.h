#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "protocol/messages.h"
#include "protocol/require.h"
#include "referee/base/units.h"
#include "referee/match/lobby.h"
#include "referee/net/peer_address.h"
#include "referee/tournament/config/registration_spec.h"

namespace referee {

/// How fast new names may come from one address: `per_minute` at once, and as many in each minute after that.
/// A name that has to wait is told a time of its own, so that a class that comes all at once returns one by
/// one. Pure arithmetic on time points.
class NameRate {
 public:
  /// REQUIRES: at least 1.
  explicit NameRate(std::size_t per_minute)
      : interval_(Nanoseconds(std::chrono::minutes(1)) / static_cast<std::int64_t>(per_minute)) {
    REQUIRE(per_minute >= 1);
  }

  /// How long a name at `now` has to wait, at most a minute; zero: it is taken, and counts.
  Milliseconds wait_at(TimePoint now);

 private:
  Nanoseconds interval_;     // between two names
  TimePoint taken_until_{};  // the names taken so far, one an interval, end here
  TimePoint promised_{};     // the latest time that was told to a name
};

/// Whether a new name may enter by dialling in: registration is open, the code is right, and the bounds leave
/// room.
class Registration {
 public:
  /// Registered entrants that are not withdrawn.
  struct Counts {
    std::size_t in_all = 0;
    std::size_t of_address = 0;  ///< from the applicant's address since the start of the referee
  };

  /// `code_file` receives the registration code, if one is needed, and only its owner may read it; one that
  /// the referee has drawn before is kept. Throws std::system_error or std::invalid_argument, naming the
  /// file.
  Registration(const RegistrationSpec& spec, const std::filesystem::path& code_file);

  bool open() const { return spec_.open; }
  /// Whether new names wait for the arbiter.
  bool approval() const { return spec_.approval; }
  /// Empty: none is needed.
  const std::string& code() const { return code_; }

  /// Why a new name is refused, whichever it is: the registration is closed, or the code is not right.
  std::optional<protocol::Error> closed_to(const EntrantDirectory::Applicant& applicant) const;
  /// Why there is no room for it now; nothing: there is, and it counts towards the rate.
  std::optional<protocol::Error> no_room_for(const EntrantDirectory::Applicant& applicant,
                                             const Counts& counts, TimePoint now);

 private:
  RegistrationSpec spec_;
  std::string code_;
  std::map<PeerAddress, NameRate> rates_;
};

}  // namespace referee
