#include "referee/web/site_routes.h"

#include <charconv>
#include <chrono>
#include <utility>

#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"
#include "referee/pages/assets.h"
#include "referee/pages/entrant_page.h"
#include "referee/pages/game_painter.h"
#include "referee/pages/lab_page.h"
#include "referee/pages/match_script.h"
#include "referee/pages/page_template.h"
#include "referee/pages/tournament_data.h"
#include "referee/pages/tournament_page.h"
#include "referee/pages/verify_page.h"

namespace referee::web {
namespace {

constexpr const char* kNothingHere = "there is nothing at this address";

/// The elements of a page that load its styles and scripts; `root`: the relative address of "/".
std::string styles_html(const std::string& root) {
  return R"(<link rel="stylesheet" href=")" + root + R"(assets/pages.css">)";
}
std::string scripts_html(const std::string& root, const std::string& page) {
  return R"(<script src=")" + root + "assets/" + page + R"(.js"></script>)";
}

/// The relative address of "/" from that of the request.
std::string root_of(const HttpRequest& request) {
  std::string root;
  for (std::size_t i = 1; i < request.path.size(); ++i) {
    root += "../";
  }
  return root;
}

}  // namespace

SiteRoutes::SiteRoutes(TournamentReader& reader, LiveMatches* live, std::shared_ptr<EventTopic> events,
                       OwnRoutes::StderrPath stderr_path)
    : reader_(reader),
      live_(live),
      events_(std::move(events)),
      tokens_(reader),
      matches_(reader, live),
      own_(reader, tokens_, matches_, std::move(stderr_path)) {}

void SiteRoutes::take_submissions(SubmissionTerms terms, SubmissionRoutes::Post post) {
  submissions_.emplace(reader_, tokens_, std::move(terms), std::move(post));
}

Upload SiteRoutes::upload(const HttpRequest& request) {
  if (begin_ && request.post && request.path == std::vector<std::string>{"api", "begin"}) {
    return begin_->upload(request);
  }
  if (submissions_ && request.put && request.path == std::vector<std::string>{"submissions"}) {
    return submissions_->upload(request);
  }
  HttpResponse response = error_response(
      request, 405, submissions_ ? "expected GET or HEAD, or PUT /submissions" : "expected GET or HEAD");
  response.headers.emplace_back("Allow", "GET, HEAD");
  return response;
}

HttpResponse SiteRoutes::answer(const HttpRequest& request) {
  HttpResponse response = found(request);
  if (response.status != 404 || request.is_api()) {
    return response;
  }
  // People get a page with a way back.
  const std::string root = root_of(request);
  pages::PageParts parts;
  parts.title = "Page not found";
  parts.source = "server";
  parts.styles_html = styles_html(root);
  parts.data_html = "<p>There is nothing at this address.</p>\n<p><a href=\"" + (root.empty() ? "./" : root) +
                    "\">To the tournament</a></p>";
  response.content_type = "text/html; charset=utf-8";
  response.body = make_body(pages::page_of("error", parts));
  return response;
}

HttpResponse SiteRoutes::found(const HttpRequest& request) {
  const std::vector<std::string>& path = request.path;
  const std::string& name = reader_.snapshot().name();
  if (path.empty()) {
    return tournament_page();
  }
  if (path.front() == "api") {
    return api(request);
  }
  if (path.size() == 1 && path.front() == "me") {
    return page_with_boards("me", "My games: " + name, "");
  }
  if (path.size() == 1 && path.front() == "submit" && submissions_) {
    return page("submit", "Submit: " + name, "");
  }
  if (path.size() == 1 && path.front() == "submissions" && submissions_) {
    HttpResponse response = error_response(request, 405, "expected PUT: the page for people is /submit");
    response.headers.emplace_back("Allow", "PUT");
    return response;
  }
  if (path.size() == 1 && path.front() == "workers" && workers_) {
    return page("workers", "Workers: " + name, "", workers_->body_html());
  }
  if (path.size() == 1 && path.front() == "verify" && reader_.snapshot().terms().rules) {
    return verify_page();
  }
  if (path.size() == 1 && path.front() == "play" && pages::can_verify(reader_.snapshot())) {
    return play_page();
  }
  if (path.size() == 1 && path.front() == "lab" && reader_.snapshot().terms().lab) {
    return lab_page();
  }
  if (path.size() == 1 && path.front() == "healthz") {
    return text_response("ok\n");
  }
  if (path.size() == 2 && path.front() == "assets") {
    return asset(request);
  }
  const bool is_embedded = path.front() == "embed";
  if (path.size() == 2 && (path.front() == "matches" || is_embedded) &&
      reader_.snapshot().attempt(path[1]) != nullptr) {
    HttpResponse response = page_with_boards("match", path[1] + ": " + name, "../");
    response.may_be_framed = is_embedded;
    return response;
  }
  if (path.size() == 2 && path.front() == "entrants") {
    return entrant(request);
  }
  return error_response(request, 404, kNothingHere);
}

/// Entrants count from 1.
HttpResponse SiteRoutes::entrant(const HttpRequest& request) {
  const pages::EntrantPages pages(reader_.snapshot());
  const std::string& text = request.path[1];
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 1 || number > pages.size()) {
    return error_response(request, 404, kNothingHere);
  }
  pages::PageParts parts;
  parts.title = pages.title(number - 1);
  parts.source = "server";
  parts.styles_html = styles_html("../");
  parts.data_html = pages.body_html(number - 1, pages::PageLinks::served());
  parts.scripts_html = scripts_html("../", "entrant");
  return html_response(make_body(pages::page_of("entrant", parts)));
}

HttpResponse SiteRoutes::api(const HttpRequest& request) {
  const std::vector<std::string>& path = request.path;
  const std::string what = path.size() > 1 ? path[1] : "";
  if (what == "tournament" && path.size() == 2) {
    return tournament();
  }
  if (what == "events" && path.size() == 2) {
    return events();
  }
  if (what == "matches") {
    return matches_.answer(request);
  }
  if (what == "submissions" && submissions_) {
    return submissions_->answer(request);
  }
  if (what == "workers" && path.size() == 2 && workers_) {
    return workers_->data();
  }
  if (what == "begin" && path.size() == 2 && begin_) {
    return BeginRoute::answer(request);
  }
  if (what == "me") {
    return own_.answer(request);
  }
  return error_response(request, 404, kNothingHere);
}

void SiteRoutes::show_lobby(std::string lobby_html) {
  lobby_html_ = std::move(lobby_html);
  ++lobbies_;
}

HttpResponse SiteRoutes::tournament_page() {
  if (!page_ || page_version_ != version()) {
    page_version_ = version();
    pages::PageParts frame;
    frame.source = "server";  // its policy is in the headers
    frame.styles_html = styles_html("");
    frame.scripts_html = scripts_html("", "tournament");
    frame.more_html["lobby"] = lobby_html_;
    page_ = make_body(pages::tournament_page(reader_.snapshot(), std::move(frame), page_version_));
  }
  return html_response(page_);
}

HttpResponse SiteRoutes::tournament() {
  if (!tournament_ || tournament_version_ != version()) {
    tournament_version_ = version();
    tournament_ = make_body(pages::tournament_data(reader_.snapshot(), tournament_version_));
  }
  return json_response(tournament_);
}

Event SiteRoutes::tournament_event() const {
  return make_event("tournament", R"({"version":)" + std::to_string(version()) + "}", kTournamentState);
}

HttpResponse SiteRoutes::events() {
  std::vector<Event> first{tournament_event()};
  if (live_ != nullptr) {
    first.push_back(live_->boards(reader_.clock().now()));
  }
  return event_response(events_, std::move(first));
}

/// The frame of a game's own painter needs a script more, and a policy that allows it.
HttpResponse SiteRoutes::page_with_boards(const char* name, const std::string& title,
                                          const std::string& root) {
  if (pages::game_painter(reader_.snapshot().game()).empty()) {
    return page(name, title, root);
  }
  HttpResponse response = page(name, title, root, scripts_html(root, "painter"));
  response.frame_script = pages::painter_source();
  return response;
}

HttpResponse SiteRoutes::page(const char* name, const std::string& title, const std::string& root,
                              const std::string& data_html) {
  pages::PageParts parts;
  parts.title = title;
  parts.source = "server";  // its policy is in the headers
  parts.styles_html = styles_html(root);
  parts.data_html = data_html;
  parts.scripts_html = scripts_html(root, name);
  return html_response(make_body(pages::page_of(name, parts)));
}

HttpResponse SiteRoutes::verify_page() const {
  pages::PageParts frame;
  frame.source = "server";  // its policy is in the headers
  frame.styles_html = styles_html("");
  frame.scripts_html = scripts_html("", "rules") + "\n" + scripts_html("", "verify");
  HttpResponse response = html_response(make_body(pages::verify_page(std::move(frame), "./")));
  response.compiles = true;
  return response;
}

HttpResponse SiteRoutes::play_page() const {
  pages::PageParts frame;
  frame.source = "server";  // its policy is in the headers
  frame.styles_html = styles_html("");
  const pages::TournamentSnapshot& snapshot = reader_.snapshot();
  HttpResponse response = html_response(make_body(pages::play_page(
      std::move(frame), {.home = "./", .game = snapshot.game(), .scripts = snapshot.terms().scripts})));
  response.compiles = true;
  return response;
}

HttpResponse SiteRoutes::lab_page() const {
  const pages::TournamentSnapshot& snapshot = reader_.snapshot();
  pages::PageParts frame;
  frame.source = "server";  // its policy is in the headers
  frame.styles_html = styles_html("");
  HttpResponse response =
      html_response(make_body(pages::lab_page(std::move(frame), {.home = "./",
                                                                 .game = snapshot.game(),
                                                                 .scripts = snapshot.terms().scripts,
                                                                 .submissions = submissions_.has_value()})));
  response.compiles = true;
  return response;
}

/// A script that was built beside the program; nullptr if there is none of this name.
const std::string* SiteRoutes::built_script(const std::string& name) const {
  const pages::PageTerms& terms = reader_.snapshot().terms();
  if (name == pages::kRulesScript) {
    return terms.rules.get();
  }
  const auto found = terms.scripts.find(name);
  return found == terms.scripts.end() ? nullptr : found->second.get();
}

HttpResponse SiteRoutes::asset(const HttpRequest& request) {
  const pages::Asset* const asset = pages::find_asset(request.path[1]);
  const std::string* const built = built_script(request.path[1]);
  if (asset == nullptr && built == nullptr) {
    return error_response(request, 404, kNothingHere);
  }
  SharedBody& body = assets_[request.path[1]];
  if (!body) {
    body = make_body(built != nullptr ? *built : asset->text);
  }
  HttpResponse response;
  response.content_type = built == nullptr                           ? asset->content_type
                          : request.path[1] == pages::kScriptNotices ? "text/plain; charset=utf-8"
                                                                     : "text/javascript; charset=utf-8";
  response.body = body;
  return response;
}

}  // namespace referee::web
