#include "referee/web/web_server.h"

#include <spdlog/spdlog.h>

#include <chrono>
#include <future>
#include <stdexcept>
#include <thread>
#include <utility>

namespace referee::web {
namespace {

/// Names under which a server that listens at `listen` answers.
HostNames hosts_of(const WebSpec& web, const Address& listen) {
  std::vector<std::string> hosts = web.hosts;
  hosts.push_back(listen.host);
  hosts.push_back(own_host_name());
  return HostNames(hosts);
}

HttpServer::Options options_of(const WebSpec& web, const std::optional<TlsSpec>& tls) {
  HttpServer::Options options;
  options.address = *web.listen;
  options.next_ports = web.listen_named ? std::uint16_t{0} : WebServer::kNextPorts;
  options.limits = HttpLimits::of_this_process();
  options.trusted_proxies = TrustedProxies(web.trusted_proxies);
  options.hosts = hosts_of(web, *web.listen);
  options.tls = tls;
  return options;
}

}  // namespace

WebServer::WebServer(const WebSpec& web, const Tournament& tournament, const std::optional<TlsSpec>& tls) {
  if (tournament.workers) {
    workers_ = std::make_unique<WorkerWatch>(thread_.tasks(), open_job_watch(tournament.store), metrics_);
  }
  if (web.listen) {
    reader_ = std::make_unique<TournamentReader>(thread_.tasks().clock(), tournament.store, tournament.terms,
                                                 tournament.turns);
    if (tournament.terms.live) {
      feed_ = std::make_unique<MatchFeed>([this] { wake(); });
      live_ = std::make_unique<LiveMatches>(*reader_, ShowDelay{web.delay_turns, web.delay}, events_);
    }
    site_ = std::make_unique<SiteRoutes>(*reader_, live_.get(), events_, tournament.stderr_path);
    if (workers_) {
      const bool shown_late = web.delay_turns > 0 || web.delay.count() > 0;
      site_->show_workers(*workers_, {.tells_turns = !shown_late});
    }
    HttpServer::Options options = options_of(web, tls);
    const auto post = [this](std::function<void()> call) { return thread_.post(std::move(call)); };
    if (tournament.submissions) {
      site_->take_submissions(*tournament.submissions, post);
    }
    if (tournament.begin) {
      site_->take_begin(*tournament.begin, post);
    }
    options.uploads = [this](const HttpRequest& request) {
      refresh();
      return site_->upload(request);
    };
    server_.emplace(
        thread_.tasks(), std::move(options), [this](const HttpRequest& request) { return answer(request); },
        metrics_);
  }
  if (web.metrics) {
    HttpServer::Options options;
    options.address = *web.metrics;
    options.hosts = hosts_of(web, *web.metrics);
    options.name = "metrics";
    metrics_server_.emplace(thread_.tasks(), std::move(options), metrics_handler(metrics_), metrics_);
  }
}

WebServer::WebServer(const WebSpec& web, const std::filesystem::path& folder) : folder_(folder) {
  server_.emplace(
      thread_.tasks(), options_of(web, std::nullopt),
      [this](const HttpRequest& request) { return folder_->answer(request); }, metrics_);
}

WebServer::~WebServer() { stop(); }

std::string WebServer::url() const { return server_ ? server_->url() : ""; }

std::string WebServer::metrics_url() const {
  return metrics_server_ ? metrics_server_->url() + "metrics" : "";
}

void WebServer::start() {
  if (workers_) {
    workers_->start();
  }
  thread_.start([this] {
    next_tick_.cancel();
    events_->end();
    for (std::optional<HttpServer>* const server : {&server_, &metrics_server_}) {
      if (*server) {
        (*server)->close();
      }
    }
  });
}

void WebServer::stop() {
  thread_.stop();
  if (workers_) {
    workers_->stop();
  }
}

void WebServer::reload_tls() {
  thread_.post([this] {
    try {
      if (server_) {
        server_->reload_tls();
      }
    } catch (const std::invalid_argument& wrong) {
      spdlog::error("web: {}; the certificate stays as it was", wrong.what());
    }
  });
}

// ---- from other threads ----

void WebServer::show_lobby(std::string lobby_html) {
  thread_.post([this, lobby_html = std::move(lobby_html)] {
    site_->show_lobby(lobby_html);
    events_->publish(site_->tournament_event());
  });
}

void WebServer::changed() {
  if (reader_) {
    reader_->changed();
    wake();
  }
}

/// Called for every turn of a match at worst: one call at a time waits for the thread.
void WebServer::wake() {
  if (waking_.exchange(true)) {
    return;
  }
  const bool posted = thread_.post([this] {
    waking_.store(false);
    tick_soon();
  });
  if (!posted) {
    waking_.store(false);
  }
}

/// Matches that end with the tournament, and its last results, have been on their way to the readers for less
/// than a tick.
void WebServer::show_end() {
  const auto told = std::make_shared<std::promise<bool>>();  // the thread may answer after this call
  const bool posted = reader_ != nullptr && thread_.post([this, told] {
    reader_->refresh_now();
    events_->publish(site_->tournament_event());
    tick();
    told->set_value(has_readers());
  });
  std::future<bool> readers = told->get_future();
  if (posted && readers.wait_for(kLastLook) == std::future_status::ready && readers.get()) {
    std::this_thread::sleep_for(kLastLook);
  }
}

// ---- on the thread ----

void WebServer::refresh() {
  if (!reader_->snapshot().terms().live) {
    reader_->look_for_changes();
  }
  if (reader_->refresh(thread_.tasks().clock().now())) {
    events_->publish(site_->tournament_event());
  }
}

HttpResponse WebServer::answer(const HttpRequest& request) {
  refresh();
  HttpResponse response = site_->answer(request);
  if (response.topic != nullptr) {
    tick_soon();
  }
  return response;
}

void WebServer::tick_soon() {
  if (!ticking_) {
    ticking_ = true;
    next_tick_.set_after(kTick, [this] { tick(); });
  }
}

bool WebServer::has_readers() const {
  return events_->readers() > 0 || (live_ != nullptr && live_->has_readers());
}

/// The store is read only if somebody wants to know; matches that nobody looks at cost a copy of their lines.
void WebServer::tick() {
  const TimePoint now = thread_.tasks().clock().now();
  next_tick_.cancel();
  ticking_ = false;
  const bool readers = has_readers();
  if (readers && !reader_->snapshot().terms().live) {
    reader_->look_for_changes();
  }
  if (readers && reader_->refresh(now)) {
    events_->publish(site_->tournament_event());
  }
  if (live_ != nullptr) {
    live_->take(feed_->take(), now);
    live_->step(now);
  }
  if (readers || (live_ != nullptr && live_->is_busy())) {
    tick_soon();
  }
}

}  // namespace referee::web
