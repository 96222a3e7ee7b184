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
    pages_ = std::make_unique<TournamentPages>(
        thread_.tasks(), web, tournament, [this] { wake(); },
        [this](std::function<void()> call) { return thread_.post(std::move(call)); });
    if (workers_) {
      pages_->show_workers(*workers_, web);
    }
    HttpServer::Options options = options_of(web, tls);
    options.uploads = [this](const HttpRequest& request) { return pages_->upload(request); };
    server_.emplace(
        thread_.tasks(), std::move(options),
        [this](const HttpRequest& request) { return pages_->answer(request); }, metrics_);
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
    if (pages_) {
      pages_->close();
    }
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
  thread_.post(
      [this, lobby_html = std::move(lobby_html)]() mutable { pages_->show_lobby(std::move(lobby_html)); });
}

void WebServer::changed() {
  if (pages_) {
    pages_->changed();
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
    pages_->tick_soon();
  });
  if (!posted) {
    waking_.store(false);
  }
}

/// Matches that end with the tournament, and its last results, have been on their way to the readers for less
/// than a tick.
void WebServer::show_end() {
  const auto told = std::make_shared<std::promise<bool>>();  // the thread may answer after this call
  const bool posted =
      pages_ != nullptr && thread_.post([this, told] { told->set_value(pages_->show_now()); });
  std::future<bool> readers = told->get_future();
  if (posted && readers.wait_for(kLastLook) == std::future_status::ready && readers.get()) {
    std::this_thread::sleep_for(kLastLook);
  }
}

}  // namespace referee::web
