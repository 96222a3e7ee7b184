#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <set>
#include <string_view>

#include "referee/http/body_reader.h"
#include "referee/http/client_counts.h"
#include "referee/http/event_topic.h"
#include "referee/http/host_names.h"
#include "referee/http/http_limits.h"
#include "referee/http/http_metrics.h"
#include "referee/http/http_response.h"
#include "referee/http/outbox.h"
#include "referee/http/ready_response.h"
#include "referee/http/request_reader.h"
#include "referee/http/spare_connection.h"
#include "referee/http/trusted_proxies.h"
#include "referee/loop/poller.h"
#include "referee/loop/tasks.h"
#include "referee/loop/timer.h"
#include "referee/net/connection.h"

namespace referee::web {

class HttpConnection;

/// What the connections of one server share.
struct HttpContext {
  Tasks& tasks;
  HttpLimits limits;
  TrustedProxies trusted_proxies;
  HttpHandler handler;
  UploadHandler uploads;  ///< may be empty
  HttpMetrics metrics;
  HostNames hosts = {};
  ClientCounts counts = {};
  std::set<HttpConnection*> connections = {};  ///< the open ones
  std::size_t streams = 0;                     ///< the open ones that read events
};

/// One client: reads requests, has the handler answer them one after the other, and sends. A request that
/// follows is read only when the response before it has been sent, so that a client has one response in
/// memory at most. Held by the loop's Poller until it is closed.
class HttpConnection final : public Watcher,
                             public EventReader,
                             public std::enable_shared_from_this<HttpConnection> {
 public:
  /// `context` outlives it or closes it. `place` is that of its address; nothing for a trusted proxy, whose
  /// requests get one each.
  static void open(HttpContext& context, Connection connection, std::optional<ClientCounts::Place> place);
  ~HttpConnection() override;
  HttpConnection(const HttpConnection&) = delete;
  HttpConnection& operator=(const HttpConnection&) = delete;

  void close();
  /// What is lost if it is closed for another one; nothing: it is at work.
  std::optional<Spare> spare() const;
  /// A comment for an event stream to which nothing has been sent, so that proxies and the kernel see whether
  /// it lives.
  void send_heartbeat(const Outbox::Text& comment);

 private:
  enum class State { reading, receiving, answering, sending, streaming, lingering, closed };
  enum class Wait { header, body, answer, idle, stall, linger, nothing };
  /// A request whose body is on its way, or has come and waits for its answer.
  struct Receipt {
    HttpRequest request;
    BodyReader body;
    std::unique_ptr<BodyReceiver> receiver;
    std::uint64_t due = 0;  ///< bytes of the body that are to be there when the present body_time ends
    std::shared_ptr<HttpConnection> self = nullptr;  ///< while it waits, no Poller holds the connection
  };

  HttpConnection(HttpContext& context, Connection connection, std::optional<ClientCounts::Place> place);
  void on_readable() override;
  void on_writable() override;
  void on_event(const Event& event, const Event& reset) override;
  void on_end() override;
  /// Runs `work`; what it throws is a fault of ours, which costs this connection.
  template <class Work>
  void guarded(Work work) {
    const auto self = shared_from_this();  // close() takes this object from the Poller
    try {
      work();
    } catch (const std::exception&) {
      context_.tasks.failed("web connection", std::current_exception());
      close();
    }
  }

  bool is_reading() const { return state_ == State::reading || state_ == State::receiving; }
  void read();
  void take_requests();
  void later();
  void discard(std::size_t most);
  void respond(HttpRequest request);
  void begin_receiving(HttpRequest request);
  Upload receiver_of(const HttpRequest& request);
  void take_body(std::string_view bytes);
  std::optional<HttpResponse> received(std::string_view content);
  void await_answer(std::string_view rest);
  void answered(const HttpResponse& response);
  void refuse_body(const HttpResponse& response);
  void await_body();
  void send_response(const HttpRequest& request, const HttpResponse& response);
  std::optional<HttpResponse> refused(HttpRequest& request);
  std::optional<HttpResponse> refused_by_limit(HttpRequest& request);
  HttpResponse handled(const HttpRequest& request);
  void begin_stream(const HttpResponse& response);
  void refuse(const Refusal& refusal);
  void begin_sending(ReadyResponse ready);
  void send();
  void sent_all();
  void finish();
  void watch_writing(bool stuck);
  void wait_for(Wait wait);
  void on_deadline();

  HttpContext& context_;
  Poller& poller_;
  Connection connection_;
  boost::asio::ip::address peer_;
  bool proxied_;        // its peer is a trusted proxy
  PeerAddress client_;  // of the latest request
  std::optional<ClientCounts::Place> place_;
  State state_ = State::reading;
  RequestReader reader_;
  Outbox outbox_;
  bool keep_alive_ = true;
  bool stuck_ = false;                // the kernel takes nothing now
  bool posted_ = false;               // later() is under way
  std::size_t discarded_ = 0;         // bytes that were received and have no meaning
  std::unique_ptr<Receipt> receipt_;  // while receiving or answering
  bool refused_body_ = false;         // the rest of a body may still come
  std::shared_ptr<EventTopic> topic_;
  EventQueue queue_;
  bool ending_ = false;  // the topic has ended
  Wait wait_ = Wait::nothing;
  TimePoint waits_since_{};
  TimePoint streams_since_{};
  Timer deadline_;
  std::unique_ptr<Timer> again_;  // while a handshake waits for its turn
};

}  // namespace referee::web
