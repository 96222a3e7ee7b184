#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/http/host_names.h"
#include "referee/http/http_limits.h"
#include "referee/http/http_response.h"
#include "referee/http/metrics.h"
#include "referee/http/trusted_proxies.h"
#include "referee/loop/tasks.h"
#include "referee/net/address.h"
#include "referee/tls/tls_server.h"

namespace referee::web {

/// A server of HTTP/1.1: GET and HEAD without bodies, PUT where somebody takes it, keep-alive, event streams,
/// with TLS if `tls` is given. Everything on the thread of the event loop. ARCHITECTURE: one HttpConnection
/// for each client, which asks the handler and sends.
///
/// Memory for each client, whatever it sends and does not read: HttpConnection with a request of at most
/// HttpLimits::header_bytes; for an event stream an EventQueue of pointers to shared texts; with TLS up to 64
/// KiB of encrypted bytes; and the kernel's buffers, which the server bounds (kSendBuffer and kReceiveBuffer
/// bytes, which Linux doubles).
class HttpServer {
 public:
  static constexpr int kSendBuffer = 64 * 1024;
  /// Room for a packet of the loopback interface, 64 KiB: with less, an upload through a proxy on the same
  /// machine waits for timers of TCP, and 1 MiB takes 5 s.
  static constexpr int kReceiveBuffer = 64 * 1024;

  struct Options {
    Address address;
    /// If the port is taken, so many ports after it are tried.
    std::uint16_t next_ports = 0;
    HttpLimits limits = {};
    TrustedProxies trusted_proxies = {};
    /// Without TLS, requests that name others get 421.
    HostNames hosts = HostNames(std::vector<std::string>{});
    std::optional<TlsSpec> tls = {};
    UploadHandler uploads = {};  ///< empty: PUT and POST are answered by 405
    /// The label `server` of its metrics.
    std::string name = "web";
  };

  /// Listens at once. `metrics` outlives the server. Throws std::system_error, naming the address, if it
  /// cannot listen, and what TlsServer throws.
  HttpServer(Tasks& tasks, Options options, HttpHandler handler, Metrics& metrics);
  /// Calls close(). REQUIRES: the event loop has ended after close(), or does not run again.
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// The bound address as HOST:PORT, and as "http://HOST:PORT/" or "https://HOST:PORT/".
  std::string address() const;
  std::string url() const;
  std::uint16_t port() const;
  /// Whether this machine alone reaches it.
  bool is_loopback() const;
  std::size_t connections() const;
  /// Reads certificate and key again, for connections from now on. Throws what TlsServer throws; then they
  /// stay as they were.
  void reload_tls();
  /// Accepts nothing more and closes all connections, so that the event loop ends.
  void close();

 private:
  class Core;
  std::unique_ptr<Core> core_;
};

/// Answers /metrics with Metrics::text(), for a server on an address of its own. `metrics` outlives the
/// handler.
HttpHandler metrics_handler(const Metrics& metrics);

}  // namespace referee::web
