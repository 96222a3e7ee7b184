#include "referee/tournament/run/registration.h"

#include <algorithm>
#include <chrono>
#include <string_view>

#include "protocol/sha256.h"
#include "referee/base/secret_file.h"
#include "referee/base/secrets.h"

namespace referee {
namespace {

namespace error_code = protocol::error_code;

constexpr Nanoseconds kWindow = std::chrono::minutes(1);
constexpr std::size_t kMostRates = 10'000;  // addresses whose rates are kept

/// 12 characters in groups of 4, to be read aloud and typed: of a random seed, 53 bits.
std::string drawn_code() {
  constexpr std::string_view kLetters = "23456789abcdefghjkmnpqrstuvwxyz";  // none that looks like another
  constexpr std::size_t kGroups = 3;
  constexpr std::size_t kGroup = 4;
  std::string code;
  for (std::size_t i = 0; i < kGroups * kGroup; ++i) {
    code += i > 0 && i % kGroup == 0 ? "-" : "";
    code += kLetters[random_seed() % kLetters.size()];
  }
  return code;
}

std::string code_of(const RegistrationSpec& spec, const std::filesystem::path& file) {
  switch (spec.code_needed) {
    case RegistrationSpec::Code::none:
      return "";
    case RegistrationSpec::Code::generated:
      if (auto kept = read_secret_file(file)) {
        write_secret_file(file, *kept);  // whatever its mode was
        return *std::move(kept);
      }
      break;
    case RegistrationSpec::Code::given:
      write_secret_file(file, spec.code);
      return spec.code;
  }
  std::string code = drawn_code();
  write_secret_file(file, code);
  return code;
}

}  // namespace

Milliseconds NameRate::wait_at(TimePoint now) {
  const TimePoint begin = std::max(taken_until_, now);
  const TimePoint free_at = begin + interval_ - kWindow;
  if (free_at <= now) {
    taken_until_ = begin + interval_;
    return Milliseconds{0};
  }
  const TimePoint next = std::max(free_at, promised_ + interval_);
  promised_ = std::min(next, now + kWindow);
  return std::max(Milliseconds{1}, std::chrono::ceil<Milliseconds>(promised_ - now));
}

Registration::Registration(const RegistrationSpec& spec, const std::filesystem::path& code_file)
    : spec_(spec), code_(code_of(spec, code_file)) {}

std::optional<protocol::Error> Registration::closed_to(const EntrantDirectory::Applicant& applicant) const {
  if (!spec_.open) {
    return protocol::Error{
        .code = error_code::kBadName,
        .message = "name '" + applicant.name + "': it is not among the entrants, and registration is closed"};
  }
  const std::string& shown = applicant.registration_code;
  // Hashes are compared, so that the time it takes tells nothing about the code.
  if (code_.empty() || protocol::Sha256::hex_of(shown) == protocol::Sha256::hex_of(code_)) {
    return std::nullopt;
  }
  return protocol::Error{
      .code = error_code::kBadCode,
      .message = shown.empty()
                     ? "name '" + applicant.name +
                           "' is new here, and new names need the registration code of your class: ask your "
                           "instructor for it, put it into a file and add --code-file FILE (it goes into "
                           "hello.registration_code)"
                     : "this is not the registration code of this tournament: ask your instructor for it"};
}

std::optional<protocol::Error> Registration::no_room_for(const EntrantDirectory::Applicant& applicant,
                                                         const Counts& counts, TimePoint now) {
  if (counts.in_all >= spec_.names) {
    return protocol::Error{.code = error_code::kTooManyNames,
                           .message = "the tournament takes no more new names, it has " +
                                      std::to_string(counts.in_all) + ": ask your instructor"};
  }
  if (counts.of_address >= spec_.names_per_address) {
    return protocol::Error{.code = error_code::kTooManyNames,
                           .message = std::to_string(counts.of_address) +
                                      " names have been registered from your address, and it gets no more: "
                                      "use the name that you have, or ask your instructor"};
  }
  if (rates_.size() >= kMostRates) {
    rates_.clear();  // the bounds of names stay
  }
  NameRate& rate = rates_.try_emplace(applicant.address, spec_.names_per_minute).first->second;
  const Milliseconds wait = rate.wait_at(now);
  if (wait.count() == 0) {
    return std::nullopt;
  }
  return protocol::Error{.code = error_code::kTooFast,
                         .message = "many new names come from your address: dial again when " +
                                    std::to_string(wait.count()) + " ms are over, and yours is taken",
                         .retry_after_ms = wait.count()};
}

}  // namespace referee
