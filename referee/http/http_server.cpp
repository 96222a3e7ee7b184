#include "referee/http/http_server.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <spdlog/spdlog.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <system_error>
#include <utility>
#include <vector>

#include "referee/base/file_descriptor.h"
#include "referee/base/sockets.h"
#include "referee/http/http_connection.h"
#include "referee/loop/timer.h"
#include "referee/net/listener.h"
#include "referee/net/tls_port.h"

namespace referee::web {
namespace {

constexpr int kMostPort = 65535;
constexpr int kHandshakesPerSecond =
    1000;  // of one address: this thread has the lowest priority, and no match

void set_option(int socket, int level, int name, int value) {
  if (::setsockopt(socket, level, name, &value, sizeof(value)) != 0) {
    throw_errno("options of a web connection");
  }
}

void bound_use_of_kernel(int socket, Milliseconds unacknowledged) {
  set_option(socket, SOL_SOCKET, SO_SNDBUF, HttpServer::kSendBuffer);
  set_option(socket, SOL_SOCKET, SO_RCVBUF, HttpServer::kReceiveBuffer);
  set_option(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, static_cast<int>(unacknowledged.count()));
}

/// The next free port, from the address's own on.
std::unique_ptr<Listener> listen(Tasks& tasks, Address address, int next_ports,
                                 const std::function<void(int fd)>& on_connection) {
  while (true) {
    try {
      return std::make_unique<Listener>(tasks, address, on_connection);
    } catch (const std::system_error& taken) {
      if (next_ports-- <= 0 || taken.code() != std::errc::address_in_use || address.port == kMostPort) {
        throw;
      }
      ++address.port;
    }
  }
}

}  // namespace

class HttpServer::Core {
 public:
  Core(Tasks& tasks, Options options, HttpHandler handler, Metrics& metrics)
      : context_{tasks,
                 options.limits,
                 std::move(options.trusted_proxies),
                 std::move(handler),
                 std::move(options.uploads),
                 HttpMetrics(metrics, options.name),
                 options.tls ? HostNames() : std::move(options.hosts)},
        heartbeats_(tasks.io(), [this] { send_heartbeats(); }) {
    if (options.tls) {
      tls_ = std::make_unique<TlsPort>(*options.tls, kHandshakesPerSecond);
    }
    listener_ =
        listen(tasks, options.address, options.next_ports, [this](int fd) { accept(FileDescriptor(fd)); });
    address_ = listener_->address();
    port_ = listener_->port();
    heartbeats_.begin(context_.limits.heartbeat);
  }

  void close() {
    if (closed_) {
      return;
    }
    closed_ = true;
    listener_->close();
    heartbeats_.end();
    while (!context_.connections.empty()) {
      (*context_.connections.begin())->close();
    }
  }

  const std::string& address() const { return address_; }
  std::uint16_t port() const { return port_; }
  TlsPort* tls() { return tls_.get(); }
  std::size_t connections() const { return context_.connections.size(); }

 private:
  void accept(FileDescriptor socket) {
    const auto peer = address_of(peer_of(socket.get()));
    std::optional<ClientCounts::Place> place;
    if (!context_.trusted_proxies.contains(peer)) {
      place = place_of(peer_address(peer),
                       peer.is_loopback() ? context_.limits.of_loopback : context_.limits.per_address);
      if (!place) {
        turn_away(socket, 429, "too many connections of one address");
        return;
      }
    }
    if (context_.connections.size() >= context_.limits.connections && !close_another(std::nullopt)) {
      turn_away(socket, 503, "too many connections");
      return;
    }
    bound_use_of_kernel(socket.get(), context_.limits.unacknowledged_time);
    HttpConnection::open(
        context_, tls_ ? tls_->accept(std::move(socket)) : Connection(StampedConnection(std::move(socket))),
        std::move(place));
  }

  std::optional<ClientCounts::Place> place_of(const PeerAddress& address, std::size_t most) {
    auto place = context_.counts.enter(address, most);
    return place || !close_another(address) ? std::move(place) : context_.counts.enter(address, most);
  }

  bool close_another(const std::optional<PeerAddress>& of) {
    HttpConnection* const spare = spare_connection(context_.connections, of);
    if (spare != nullptr) {
      spare->close();
    }
    return spare != nullptr;
  }

  /// Tells a client why, if it speaks without TLS, and closes. Nothing waits for it.
  void turn_away(const FileDescriptor& socket, int status, std::string_view why) {
    context_.metrics.refused.add();
    if (tls_ != nullptr) {
      return;
    }
    HttpRequest unknown;
    unknown.keep_alive = false;
    HttpResponse response = error_response(unknown, status, why);
    response.headers.emplace_back("Retry-After", "5");
    const ReadyResponse ready = ready_response(unknown, response, context_.tasks.clock().utc());
    const std::string text = ready.head + *ready.body;
    if (::send(socket.get(), text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL) < 0) {
      spdlog::debug("web: a client that was turned away has gone");
    }
    ::shutdown(socket.get(), SHUT_WR);
    std::array<char, 4096> unread;  // NOLINT: unread input would take the response from the client
    (void)::recv(socket.get(), unread.data(), unread.size(), MSG_DONTWAIT);
  }

  void send_heartbeats() {
    static const auto kComment = std::make_shared<const std::string>(":\n\n");
    // A copy: a connection that is gone leaves the set.
    const std::vector<HttpConnection*> all(context_.connections.begin(), context_.connections.end());
    for (HttpConnection* const connection : all) {
      connection->send_heartbeat(kComment);
    }
  }

  HttpContext context_;
  std::unique_ptr<TlsPort> tls_;
  std::unique_ptr<Listener> listener_;
  std::string address_;
  std::uint16_t port_ = 0;
  PeriodicTimer heartbeats_;
  bool closed_ = false;
};

HttpServer::HttpServer(Tasks& tasks, Options options, HttpHandler handler, Metrics& metrics)
    : core_(std::make_unique<Core>(tasks, std::move(options), std::move(handler), metrics)) {}

HttpServer::~HttpServer() { close(); }

std::string HttpServer::address() const { return core_->address(); }

std::string HttpServer::url() const {
  return (core_->tls() != nullptr ? "https://" : "http://") + core_->address() + "/";
}

std::uint16_t HttpServer::port() const { return core_->port(); }

bool HttpServer::is_loopback() const {
  const std::string address = core_->address();
  return address.starts_with("127.") || address.starts_with("[::1]");
}

std::size_t HttpServer::connections() const { return core_->connections(); }

void HttpServer::reload_tls() {
  if (core_->tls() != nullptr) {
    core_->tls()->reload();
  }
}

void HttpServer::close() { core_->close(); }

HttpHandler metrics_handler(const Metrics& metrics) {
  return [&metrics](const HttpRequest& request) {
    if (request.path != std::vector<std::string>{"metrics"}) {
      return error_response(request, 404, "there is only /metrics here");
    }
    HttpResponse response = text_response(metrics.text());
    response.content_type = "text/plain; version=0.0.4; charset=utf-8";
    response.cache_control = "no-store";
    return response;
  };
}

}  // namespace referee::web
