#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/net/address.h"
#include "referee/tls/tls_client.h"

namespace referee {

/// Nobody answers, or not in a way that can be understood.
class NoConnection : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Where requests go: "https://HOST:PORT/".
struct HttpPlace {
  Address address;
  bool tls = false;

  /// Without a port 443 and 80 are meant; what is behind the port is not heeded. Throws
  /// std::invalid_argument, naming the text.
  static HttpPlace parse(const std::string& url);
};

/// The answer to a request.
struct HttpAnswer {
  int status = 0;
  std::string reason;       ///< "Not Found"
  std::string retry_after;  ///< seconds; "" if it does not say
  std::string body;
};

/// Sends one request on a connection of its own, and waits for its answer: at most kPatience without a byte,
/// and at most kMostAnswer bytes. `tls`: null without TLS. The body is sent once the referee says that it
/// wants it. Throws NoConnection, std::system_error if the machine fails.
HttpAnswer ask_over_http(const HttpPlace& place, const TlsClient* tls, std::string_view method,
                         const std::string& target, const std::string& token,
                         std::optional<std::string_view> body = std::nullopt);

}  // namespace referee
