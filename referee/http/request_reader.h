#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "referee/http/http_request.h"

namespace referee::web {

/// Why a request is refused. The connection is closed then, because what follows cannot be told from it.
struct Refusal {
  int status = 400;
  std::string why;   ///< for people
  bool api = false;  ///< the path is one of the API
};

/// Cuts what a client sends into requests, without sockets. Strict: what two readers could understand
/// differently is refused (bare line feeds, bodies of other methods than PUT and POST, two lengths, two
/// hosts).
class RequestReader {
 public:
  /// `most_bytes`: of one request. It keeps at most these, and what was received beyond them in one call of
  /// receive().
  explicit RequestReader(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  void receive(std::string_view bytes) { input_.append(bytes); }
  using Result = std::variant<HttpRequest, Refusal>;
  /// The next request; nothing if more has to be received. After a refusal there is nothing more. After a PUT
  /// or POST its body follows: the caller takes it with take_rest(), and gives back what is behind it.
  std::optional<Result> next();
  /// What was received behind the latest request.
  std::string take_rest() { return std::exchange(input_, {}); }
  /// A request has begun, and is not complete.
  bool in_request() const { return !input_.empty(); }

 private:
  std::optional<Refusal> scan();
  Result refused(Refusal refusal);

  std::size_t most_bytes_;
  std::string input_;        // from the first byte of the next request on
  std::size_t scanned_ = 0;  // bytes of it that scan() has seen
  std::size_t end_ = 0;      // behind the empty line; 0: not there yet
  bool refused_ = false;
};

}  // namespace referee::web
