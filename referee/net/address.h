#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace referee {

/// HOST:PORT as given on a command line or in a file.
struct Address {
  std::string host = "127.0.0.1";
  std::uint16_t port = 0;  ///< 0: any free port

  /// Throws std::invalid_argument, naming the text and what was expected.
  static Address parse(const std::string& text);
  /// Reads one or more addresses with commas between: HOST:PORT,HOST:PORT. Throws std::invalid_argument,
  /// naming the text and what was expected.
  static std::vector<Address> parse_list(const std::string& text);
  /// "HOST:PORT"
  std::string text() const { return host + ":" + std::to_string(port); }
};

}  // namespace referee
