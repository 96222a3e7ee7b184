#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace referee {

/// Replaces secrets in lines of the protocol by "***": the values of keys that end with "token" or
/// "registration_code", in JSON and, as far as it can be told, in text that is none; and every value that was
/// found so before, wherever it stands in a later line, such as an error that quotes a bot's line.
class SecretMask {
 public:
  static constexpr std::string_view kMasked = "***";
  /// Shorter values are replaced behind their key only: they may stand in other texts by chance.
  static constexpr std::size_t kLeastKnown = 6;
  /// The most values that are remembered; the newest stay.
  static constexpr std::size_t kMostKnown = 64;

  /// Remembers `secret`. No effect if it is shorter than kLeastKnown or longer than kMostBytes.
  void learn(std::string_view secret);
  static constexpr std::size_t kMostBytes = 4096;

  /// `text` without secrets.
  std::string masked(std::string_view text);
  /// Takes the secrets out of `value`, at any depth of it. Returns whether there were any.
  bool mask(nlohmann::json& value);

 private:
  std::string without_named(std::string_view text);
  bool mask_object(nlohmann::json& object);

  std::deque<std::string> known_;
};

}  // namespace referee
