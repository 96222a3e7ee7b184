#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "referee/http/body.h"
#include "referee/http/event_topic.h"
#include "referee/http/http_request.h"

namespace referee::web {

/// What a handler answers: bytes, or a stream of events. The server adds the headers of HTTP and of security,
/// the entity tag, compression, and 304 for a client that has the same bytes already.
struct HttpResponse {
  int status = 200;
  std::string content_type;  ///< "text/html; charset=utf-8"
  SharedBody body;           ///< null: no bytes
  /// By default a client keeps the bytes and asks each time whether they have changed (304).
  std::string cache_control = "no-cache";
  /// Not empty: the bytes are a download, to be saved under this name. It may hold any text.
  std::string download_name;
  /// Not empty: a page that runs this script, too, in a frame, and starts workers there. A source of a
  /// Content-Security-Policy, "'sha256-...'".
  std::string frame_script;
  /// A page that compiles WebAssembly, in workers that it makes of its own text.
  bool compiles = false;
  /// A page that pages of others may have in a frame: nothing on it changes anything, or tells a secret.
  bool may_be_framed = false;
  /// Further headers. REQUIRES: no line break in them.
  std::vector<std::pair<std::string, std::string>> headers;

  /// Not null: the response is an event stream (text/event-stream) which first sends `first_events`, and then
  /// what is published on the topic. `body` and `status` have no meaning then. `first_events` wait in full
  /// until the client takes them: much of it belongs into a plain response that the client asks for.
  std::shared_ptr<EventTopic> topic;
  std::vector<Event> first_events;
};

/// Called on the server's thread, one request after the other: it must not wait. An exception is logged, and
/// answered by 500 without its text.
using HttpHandler = std::function<HttpResponse(const HttpRequest&)>;

/// Takes the body of one request as it arrives, on the server's thread; it must not wait. It is destroyed
/// before end() if the client goes away, is too slow, or breaks the rules of HTTP.
class BodyReceiver {
 public:
  using Reply = std::function<void(HttpResponse)>;

  virtual ~BodyReceiver() = default;
  /// The next bytes. A response: no more are wanted; the server sends it and closes the connection.
  virtual std::optional<HttpResponse> take(std::string_view bytes) = 0;
  /// The body is complete. `reply` is to be called once, on the server's thread: at once, or until
  /// HttpLimits::answer_time has passed; later calls have no effect.
  virtual void end(Reply reply) = 0;
};

/// Who gets the body of a PUT or POST; or the response of one that is refused before its body is read. The
/// same rules as for HttpHandler.
using Upload = std::variant<HttpResponse, std::unique_ptr<BodyReceiver>>;
using UploadHandler = std::function<Upload(const HttpRequest&)>;

HttpResponse html_response(SharedBody body);
HttpResponse json_response(SharedBody body);
HttpResponse text_response(std::string text);
HttpResponse event_response(std::shared_ptr<EventTopic> topic, std::vector<Event> first_events = {});
/// An error, or any other status: problem details (RFC 9457) for a path of the API, otherwise a line of text.
/// `detail` is for people.
HttpResponse error_response(const HttpRequest& request, int status, std::string_view detail);

/// "Not Found" for 404; "" for a number that is no status.
std::string_view reason_of(int status);

}  // namespace referee::web
