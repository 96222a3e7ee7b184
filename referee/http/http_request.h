#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/net/peer_address.h"

namespace referee::web {

/// A request, without its body, as a handler gets it. Every text is UTF-8 without control characters, and may
/// say anything else: the client wrote it.
struct HttpRequest {
  bool head = false;  ///< HEAD; otherwise GET. Handlers answer both alike: the server leaves the body out
  /// PUT or POST, which have a body: an UploadHandler gets them, and no other handler does.
  bool put = false;
  bool post = false;
  /// The path, decoded and cut at its slashes: "/" is {}, "/matches/r1t1g1" {"matches", "r1t1g1"}, "/a/"
  /// {"a", ""}. No part is "." or "..", or has a slash in it.
  std::vector<std::string> path;
  std::vector<std::pair<std::string, std::string>>
      query;                  ///< decoded: "?projector&a=1" {{"projector",""},{"a","1"}}
  std::string bearer;         ///< the token of "Authorization: Bearer TOKEN", or ""
  std::string last_event_id;  ///< of an event stream that reconnects, or ""
  std::string host;           ///< "Host", or ""
  PeerAddress client;         ///< who asks: behind a trusted proxy the address that the proxy names

  std::optional<std::uint64_t> content_length = {};  ///< of a body; nothing: it comes in chunks

  /// What HTTP itself asks for; handlers need not look at this and the members after it.
  bool expects_continue = false;  ///< the client sends the body once it is told to go on
  std::string if_none_match;
  std::string forwarded_for;  ///< all of X-Forwarded-For, joined by commas
  bool accepts_gzip = false;
  bool keep_alive = true;  ///< the client sends further requests on the connection
  bool http_1_0 = false;

  bool has_body() const { return put || post; }
  /// The first value of that name in the query.
  std::optional<std::string_view> parameter(std::string_view name) const;
  /// Whether this is a path of programs, whose errors are problem details in JSON.
  bool is_api() const { return has_body() || (!path.empty() && path.front() == "api"); }
};

}  // namespace referee::web
