#pragma once

#include <string>
#include <string_view>

#include "referee/http/http_request.h"

namespace referee::web {

/// Reads the path and the query of a request: "/matches/r1t1g1?a=1" or the same behind "http://HOST". False
/// if it is neither, or if what it says, decoded, is no UTF-8 or has control characters, a slash within a
/// part, or a part "." or "..".
bool read_target(std::string_view target, HttpRequest& request);

/// The text if it is UTF-8 without control characters; otherwise "".
std::string clean_text(std::string_view text);

}  // namespace referee::web
