#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace referee::comparison {

/// What a test is told on the command line: "elo0=0,elo1=20,model=logistic". Each function throws
/// std::invalid_argument, which says the key, what was got and what was expected.
class KeyValues {
 public:
  /// Throws for text of another form, a key that is not in `known`, and one that is given twice.
  KeyValues(std::string_view text, std::initializer_list<std::string_view> known);

  /// A finite number; nothing if the key is not given. Throws for other text.
  std::optional<double> number(std::string_view key) const;
  /// A finite number. Throws for other text, and if the key is not given.
  double required_number(std::string_view key) const;
  /// How often a test may err: above 0 and below 1/2; 0.05 if the key is not given.
  double error_rate(std::string_view key) const;
  std::optional<std::string> text(std::string_view key) const;

 private:
  std::map<std::string, std::string, std::less<>> values_;
};

}  // namespace referee::comparison
