#pragma once

#include <filesystem>
#include <optional>
#include <ostream>
#include <string>

#include "referee/join/http_exchange.h"
#include "referee/tls/tls_client.h"

namespace referee {

struct SubmitSpec {
  HttpPlace place;
  std::string token;
  std::filesystem::path bot;    ///< a folder, an archive or a file
  std::optional<TlsTrust> tls;  ///< REQUIRES: given exactly if place.tls
  bool wait = true;             ///< for the build and the trial
};

enum class SubmitEnd {
  plays,   ///< it is ready; or it is taken, and nobody waits for more
  refused  ///< the referee does not take it, or it does not build or play
};

/// Hands in a version of a bot, waits for what becomes of it, and prints what the build and the trial say.
/// Refusals go to `complaints`. Throws NoConnection, std::invalid_argument for a bot that cannot be packed,
/// and what TlsClient throws.
SubmitEnd submit(const SubmitSpec& spec, std::ostream& out, std::ostream& complaints);

}  // namespace referee
