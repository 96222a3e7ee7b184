#pragma once

#include <ctime>
#include <memory>
#include <string>

#include "referee/base/units.h"
#include "referee/http/http_request.h"
#include "referee/http/http_response.h"

namespace referee::web {

/// A response as bytes for the connection.
struct ReadyResponse {
  int status = 200;
  std::string head;                         ///< status line and headers, with the empty line
  std::shared_ptr<const std::string> body;  ///< null: no bytes follow
  bool keep_alive = true;                   ///< the connection stays open for further requests
};

/// `now` is for the header Date. An event stream has a head only: its events
/// follow until the connection is closed. Throws std::invalid_argument for a header with a line break, and
/// std::runtime_error without memory.
ReadyResponse ready_response(const HttpRequest& request, const HttpResponse& response, SystemTime now);

/// Names a file for Content-Disposition (RFC 6266), without folders and characters that harm.
std::string disposition_of(std::string_view file_name);

/// Whether If-None-Match, a list of entity tags or "*", names the tag, compressed or not.
bool matches_tag(std::string_view if_none_match, std::string_view tag);

}  // namespace referee::web
