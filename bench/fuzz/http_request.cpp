#include <algorithm>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "bench/fuzz/targets.h"
#include "referee/http/body_reader.h"
#include "referee/http/request_reader.h"

// What a client of the web server sends: as one text, and in pieces whose lengths the first byte decides.
namespace fuzz {
namespace {

using referee::web::BodyReader;
using referee::web::HttpRequest;
using referee::web::Refusal;
using referee::web::RequestReader;

constexpr std::size_t kMost = 1024;  // bytes of a request

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

/// Text that a page or a log may show.
void promise_clean(const std::string& text) {
  promise(std::ranges::none_of(text, is_control), "texts of a request have no control characters");
}

/// What one client has sent so far: requests, and the body of the latest one.
struct Client {
  explicit Client() : reader(kMost) {}
  RequestReader reader;
  std::optional<BodyReader> body;
  bool refused = false;
};

/// Reads of the body what has arrived; false: more of it is to come.
bool read_body(Client& client, std::string& line) {
  const std::string input = client.reader.take_rest();
  std::string_view rest = input;
  while (!client.body->is_done() && !rest.empty()) {
    const BodyReader::Piece piece = client.body->take(rest);
    if (piece.refusal) {
      promise(piece.refusal->status == 400 && !piece.refusal->why.empty(), "a refusal has a reason");
      client.refused = true;
      return false;
    }
    promise(piece.used <= rest.size(), "no byte is taken that was not shown");
    line += piece.content;
    rest.remove_prefix(piece.used);
  }
  client.reader.receive(rest);
  return client.body->is_done();
}

/// A line for each request, for each body, in pieces, and for each refusal.
std::vector<std::string> outcomes(Client& client) {
  std::vector<std::string> lines;
  while (!client.refused) {
    if (client.body) {
      std::string line = "body ";
      const bool whole = read_body(client, line);
      lines.push_back(std::move(line));
      if (client.refused) {
        lines.emplace_back("refused 400");
      }
      if (!whole) {
        return lines;
      }
      client.body.reset();
      continue;
    }
    const auto result = client.reader.next();
    if (!result) {
      return lines;
    }
    if (const auto* refusal = std::get_if<Refusal>(&*result)) {
      promise(refusal->status >= 400 && refusal->status <= 505 && !refusal->why.empty(),
              "a refusal has a status and a reason");
      lines.push_back("refused " + std::to_string(refusal->status));
      client.refused = true;
      continue;
    }
    const auto& request = std::get<HttpRequest>(*result);
    std::string line = (request.head   ? "HEAD "
                        : request.put  ? "PUT "
                        : request.post ? "POST "
                                       : "GET ") +
                       request.host + " " + request.bearer;
    for (const std::string& part : request.path) {
      promise(part != "." && part != ".." && part.find('/') == std::string::npos,
              "no part of a path leads elsewhere");
      promise_clean(part);
      line += " /" + part;
    }
    for (const auto& [name, value] : request.query) {
      promise_clean(name);
      promise_clean(value);
      line += " ?" + name + "=" + value;
    }
    promise_clean(request.host);
    promise_clean(request.bearer);
    promise_clean(request.last_event_id);
    promise(!request.http_1_0 || !request.keep_alive, "old clients are closed");
    lines.push_back(std::move(line));
    if (request.has_body()) {
      client.body.emplace(request.content_length);
    }
  }
  return lines;
}

/// The lines as one text, with the pieces of a body joined.
std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) {
    text += line.starts_with("body ") ? line.substr(5) : "\n" + line + "\n";
  }
  return text;
}

}  // namespace

void http_request(std::string_view input) {
  if (input.empty()) {
    return;
  }
  const std::size_t piece = static_cast<unsigned char>(input.front()) % 64 + 1;
  input.remove_prefix(1);
  Client whole;
  whole.reader.receive(input);
  const std::vector<std::string> expected = outcomes(whole);
  Client cut;
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < input.size(); at += piece) {
    cut.reader.receive(input.substr(at, piece));
    const auto more = outcomes(cut);
    lines.insert(lines.end(), more.begin(), more.end());
  }
  promise(joined(lines) == joined(expected), "requests do not depend on the pieces");
  promise(std::ranges::count_if(lines, [](const auto& line) { return line.starts_with("refused"); }) <= 1,
          "nothing follows a refusal");
}

}  // namespace fuzz
