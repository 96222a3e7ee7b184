#include "referee/http/http_response.h"

#include <algorithm>
#include <array>
#include <utility>

#include "protocol/json_writer.h"

namespace referee::web {
namespace {

constexpr const char* kPlainText = "text/plain; charset=utf-8";

struct Reason {
  int status;
  std::string_view text;
};
constexpr std::array kReasons = {
    Reason{200, "OK"},
    Reason{202, "Accepted"},
    Reason{301, "Moved Permanently"},
    Reason{302, "Found"},
    Reason{303, "See Other"},
    Reason{304, "Not Modified"},
    Reason{308, "Permanent Redirect"},
    Reason{400, "Bad Request"},
    Reason{401, "Unauthorized"},
    Reason{403, "Forbidden"},
    Reason{404, "Not Found"},
    Reason{405, "Method Not Allowed"},
    Reason{408, "Request Timeout"},
    Reason{409, "Conflict"},
    Reason{410, "Gone"},
    Reason{411, "Length Required"},
    Reason{413, "Content Too Large"},
    Reason{414, "URI Too Long"},
    Reason{417, "Expectation Failed"},
    Reason{421, "Misdirected Request"},
    Reason{429, "Too Many Requests"},
    Reason{431, "Request Header Fields Too Large"},
    Reason{500, "Internal Server Error"},
    Reason{503, "Service Unavailable"},
    Reason{505, "HTTP Version Not Supported"},
    Reason{507, "Insufficient Storage"},
};

/// RFC 9457. Without a type of its own a problem is what its status says.
std::string problem_json(int status, std::string_view detail) {
  return R"({"type":"about:blank","title":)" + protocol::json_string(reason_of(status)) +
         ",\"status\":" + std::to_string(status) + ",\"detail\":" + protocol::json_string(detail) + "}\n";
}

HttpResponse response(int status, std::string content_type, SharedBody body) {
  HttpResponse response;
  response.status = status;
  response.content_type = std::move(content_type);
  response.body = std::move(body);
  return response;
}

}  // namespace

std::string_view reason_of(int status) {
  const auto reason = std::ranges::find(kReasons, status, &Reason::status);
  return reason == kReasons.end() ? "" : reason->text;
}

HttpResponse html_response(SharedBody body) {
  return response(200, "text/html; charset=utf-8", std::move(body));
}

HttpResponse json_response(SharedBody body) { return response(200, "application/json", std::move(body)); }

HttpResponse text_response(std::string text) { return response(200, kPlainText, make_body(std::move(text))); }

HttpResponse event_response(std::shared_ptr<EventTopic> topic, std::vector<Event> first_events) {
  HttpResponse response;
  response.topic = std::move(topic);
  response.first_events = std::move(first_events);
  return response;
}

HttpResponse error_response(const HttpRequest& request, int status, std::string_view detail) {
  HttpResponse error =
      request.is_api() ? response(status, "application/problem+json", make_body(problem_json(status, detail)))
                       : response(status, kPlainText, make_body(std::string(detail) + "\n"));
  error.cache_control = "no-store";
  return error;
}

}  // namespace referee::web
