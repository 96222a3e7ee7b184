#pragma once

#include <cstddef>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace referee {

/// Which new names may enter a tournament by dialling in.
struct RegistrationSpec {
  /// Whether a new name has to show a code that the instructor has given to the class.
  enum class Code {
    none,
    generated,  ///< the referee draws one
    given       ///< `code`
  };
  /// The largest of the bounds below, and the most entrants that a tournament can have, withdrawn ones too.
  static constexpr std::size_t kMostNames = 20'000;

  bool open = false;  ///< otherwise only entrants of the tournament file, and those that the arbiter adds
  Code code_needed = Code::none;
  std::string code;       ///< with Code::given
  bool approval = false;  ///< a new name plays only once the arbiter has approved it
  /// Bounds of entrants that have registered and are not withdrawn: in all, and from one address since the
  /// referee was started. The defaults are for a class that is behind one address of a campus.
  std::size_t names = 1000;
  std::size_t names_per_address = 500;
  std::size_t names_per_minute = 240;  ///< new ones from one address; so many may come at once

  /// Reads "registration": "closed", "open", or an object, which means open. Throws fields::Exception at or
  /// below `path`.
  static RegistrationSpec read(const nlohmann::json& json, const std::string& path);
};

}  // namespace referee
