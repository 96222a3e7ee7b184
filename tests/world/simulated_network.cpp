#include "tests/world/simulated_network.h"

#include <netinet/in.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <utility>
#include <vector>

#include <boost/asio/post.hpp>

#include "tests/world/told_log.h"

namespace world {

using referee::Link;
using referee::Nanoseconds;
using referee::TimePoint;

/// Bytes on their way in one direction, and those that have arrived and were not read.
struct Stream {
  struct Piece {
    TimePoint arrives;
    TimePoint told;  // the reader is
    std::string bytes;
  };
  std::deque<Piece> pieces;
  std::size_t size = 0;          // of all pieces
  TimePoint latest{};            // arrival of the latest piece, or of the end
  bool ends = false;             // no piece follows
  std::optional<TimePoint> end;  // when the reader learns that

  bool has_arrived(TimePoint now) const { return !pieces.empty() && pieces.front().arrives <= now; }
  bool is_told(TimePoint now) const { return !pieces.empty() && pieces.front().told <= now; }
  bool is_over(TimePoint now) const { return pieces.empty() && end && *end <= now; }
};

struct SimulatedSocket::Connection {
  Path path;
  SocketOwner* owner;  // null: the program has closed
  sockaddr_storage peer{};
  bool stamped = true;
  int fd = -1;  // -1: the referee has closed
  Stream to_referee;
  Stream to_program;
  bool reads = true;  // the program
  bool cut = false;   // reset
  bool vanished = false;
  // Places in to_program, in bytes from its beginning:
  std::size_t written = 0;
  std::size_t delivered = 0;
  std::size_t late_end = 0;  // up to there bytes had to wait until they could be written
  bool stuck = false;        // the latest write was not taken whole
  TimePoint late_at{};       // when the latest bytes were written that had had to wait
  std::size_t told = 0;      // its stream in the log, if there is one

  /// What is written at once after bytes that had to wait may have waited behind them.
  void note_write(std::size_t size, std::size_t taken, TimePoint now) {
    written += taken;
    if (std::exchange(stuck, taken < size)) {
      late_at = now;
    }
    late_end = late_at == now ? written : late_end;
  }
};

namespace {

sockaddr_storage ipv4(std::uint32_t address) {
  sockaddr_in name{};
  name.sin_family = AF_INET;
  name.sin_addr.s_addr = htonl(address);
  sockaddr_storage storage{};
  std::memcpy(&storage, &name, sizeof(name));
  return storage;
}

}  // namespace

// ---- the referee's end ----

class SimulatedLink final : public Link {
 public:
  SimulatedLink(SimulatedNetwork& network, std::shared_ptr<SimulatedNetwork::Connection> connection)
      : network_(network), connection_(std::move(connection)) {}
  ~SimulatedLink() override { close(); }
  SimulatedLink(const SimulatedLink&) = delete;
  SimulatedLink& operator=(const SimulatedLink&) = delete;

  Read read(std::span<char> into) override {
    Stream& stream = connection_->to_referee;
    const TimePoint now = network_.clock_.now();
    if (connection_->fd < 0 || connection_->cut || stream.is_over(now)) {
      return {Read::Status::closed, 0, {}};
    }
    Read read{Read::Status::nothing_yet, 0, network_.clock_.both()};
    while (read.size < into.size() && stream.has_arrived(now)) {
      Stream::Piece& piece = stream.pieces.front();
      const std::size_t size = std::min(into.size() - read.size, piece.bytes.size());
      std::memcpy(into.data() + read.size, piece.bytes.data(), size);
      read.size += size;
      read.status = Read::Status::data;
      if (connection_->stamped) {
        read.real = piece.arrives.time_since_epoch() + read.at.offset;
      }
      piece.bytes.erase(0, size);
      if (piece.bytes.empty()) {
        stream.pieces.pop_front();
      }
    }
    stream.size -= read.size;
    return read;
  }
  std::optional<std::size_t> write(std::string_view bytes) override {
    if (connection_->fd < 0 || connection_->cut || connection_->to_program.ends) {
      return std::nullopt;
    }
    const std::size_t taken = std::min(bytes.size(), network_.room_in(*connection_, connection_->to_program));
    connection_->note_write(bytes.size(), taken, network_.clock_.now());
    network_.send(connection_, connection_->to_program, bytes.substr(0, taken));
    if (network_.log_ != nullptr) {
      network_.log_->add(connection_->told, bytes.substr(0, taken));
    }
    sent_at_ = network_.clock_.now();
    return taken;
  }
  void stamp_sends() override {}
  TimePoint sent_at() const override { return sent_at_; }
  void acknowledge() override {}
  std::optional<referee::RoundTrip> round_trip() const override {
    const auto both = std::chrono::duration_cast<referee::Microseconds>(2 * connection_->path.latency);
    return referee::RoundTrip{both, both};
  }
  void shutdown_send() override {
    if (connection_->fd >= 0) {
      network_.end(connection_, connection_->to_program);
    }
  }
  void close() override {
    shutdown_send();
    network_.by_fd_.erase(std::exchange(connection_->fd, -1));
  }
  bool is_stamped() const override { return connection_->stamped; }
  sockaddr_storage peer() const override { return connection_->peer; }
  int in() const override { return connection_->fd; }
  int out() const override { return connection_->fd; }

 private:
  SimulatedNetwork& network_;
  std::shared_ptr<SimulatedNetwork::Connection> connection_;
  TimePoint sent_at_ = network_.clock_.now();
};

// ---- the program's end ----

void SimulatedSocket::send(std::string_view bytes) {
  if (!connection_->cut && !connection_->to_referee.ends) {
    network_.send(connection_, connection_->to_referee, bytes);
  }
}

void SimulatedSocket::close() {
  connection_->owner = nullptr;
  if (!connection_->cut) {
    network_.end(connection_, connection_->to_referee);
  }
}

void SimulatedSocket::cut() {
  connection_->cut = true;
  connection_->owner = nullptr;
  network_.look_again();
}

void SimulatedSocket::pass_to(SocketOwner& owner) { connection_->owner = &owner; }

void SimulatedSocket::vanish() { connection_->vanished = true; }

void SimulatedSocket::read(bool reads) {
  connection_->reads = reads;
  if (reads) {
    network_.expect(network_.clock_.now(), connection_);
  }
}

bool SimulatedSocket::is_behind() const {
  return connection_->stuck || connection_->delivered < connection_->late_end;
}

// ---- what is on its way ----

SimulatedNetwork& SimulatedNetwork::of(boost::asio::io_context& io, std::uint64_t seed) {
  auto network = std::make_unique<SimulatedNetwork>(io, seed);
  boost::asio::add_service<Poller>(io, network.get());
  return *network.release();  // the loop's from now on
}

SimulatedNetwork::Pair SimulatedNetwork::connect(const Path& path, SocketOwner& owner, std::uint32_t address,
                                                 bool stamped) {
  auto connection = std::make_shared<Connection>();
  connection->path = path;
  connection->owner = &owner;
  connection->peer = ipv4(address);
  connection->stamped = stamped;
  connection->fd = next_fd_++;
  connection->told = log_ == nullptr ? 0 : log_->begin("a connection", address);
  by_fd_[connection->fd] = connection;
  return {std::make_unique<SimulatedLink>(*this, connection),
          std::unique_ptr<SimulatedSocket>(new SimulatedSocket(*this, connection))};
}

std::size_t SimulatedNetwork::room_in(const Connection& connection, const Stream& stream) const {
  return stream.size < connection.path.room ? connection.path.room - stream.size : 0;
}

/// The moment at which what leaves now arrives: never before what left earlier.
TimePoint SimulatedNetwork::arrival(const Connection& connection, Stream& stream) {
  Nanoseconds time = connection.path.latency;
  if (connection.path.jitter.count() > 0) {
    time += draw_time(random_, connection.path.jitter + Nanoseconds(1));
  }
  stream.latest = std::max(stream.latest, clock_.now() + time);
  return stream.latest;
}

void SimulatedNetwork::send(const std::shared_ptr<Connection>& connection, Stream& stream,
                            std::string_view bytes) {
  while (!bytes.empty() && !connection->vanished) {
    const std::size_t size = std::min(bytes.size(), connection->path.longest_piece);
    const TimePoint at = arrival(*connection, stream);
    const bool late = &stream == &connection->to_referee && connection->path.lag > Nanoseconds(0);
    const TimePoint told = at + (late ? draw_time(random_, connection->path.lag) : Nanoseconds(0));
    stream.pieces.push_back({at, told, std::string(bytes.substr(0, size))});
    stream.size += size;
    bytes.remove_prefix(size);
    expect(told, connection);
  }
}

void SimulatedNetwork::end(const std::shared_ptr<Connection>& connection, Stream& stream) {
  if (!std::exchange(stream.ends, true) && !connection->vanished) {
    stream.end = arrival(*connection, stream);
    expect(*stream.end, connection);
  }
}

void SimulatedNetwork::expect(TimePoint at, const std::shared_ptr<Connection>& connection) {
  arrivals_.emplace(Arrival{at, number_++}, connection);
  if (arrivals_.begin()->first.at == at) {
    wake_.set(at, [this] { arrive(); });
  }
}

void SimulatedNetwork::arrive() {
  while (!arrivals_.empty() && arrivals_.begin()->first.at <= clock_.now()) {
    const std::shared_ptr<Connection> connection = arrivals_.extract(arrivals_.begin()).mapped();
    deliver(*connection);
  }
  if (!arrivals_.empty()) {
    wake_.set(arrivals_.begin()->first.at, [this] { arrive(); });
  }
  look_again();
}

/// Gives the program what has arrived for it.
void SimulatedNetwork::deliver(Connection& connection) {
  Stream& stream = connection.to_program;
  std::string bytes;
  while (connection.reads && stream.has_arrived(clock_.now())) {
    bytes += stream.pieces.front().bytes;
    stream.pieces.pop_front();
  }
  stream.size -= bytes.size();
  connection.delivered += bytes.size();
  if (!bytes.empty() && connection.owner != nullptr && !connection.cut) {
    connection.owner->on_bytes(bytes);
  }
  if (stream.is_over(clock_.now()) && connection.reads && connection.owner != nullptr) {
    std::exchange(connection.owner, nullptr)->on_end();
  }
}

// ---- what is ready ----

void SimulatedNetwork::set_events(int fd, std::uint32_t events, bool /*known*/) { watched_[fd] = events; }

void SimulatedNetwork::drop(int fd) { watched_.erase(fd); }

std::uint32_t SimulatedNetwork::ready_of(const Connection& connection, std::uint32_t events) const {
  const TimePoint now = clock_.now();
  const Stream& in = connection.to_referee;
  std::uint32_t ready = connection.cut ? EPOLLERR | EPOLLHUP : 0U;
  if (in.is_told(now) || in.is_over(now)) {
    ready |= events & EPOLLIN;
  }
  if (room_in(connection, connection.to_program) > 0) {
    ready |= events & EPOLLOUT;
  }
  return ready;
}

std::size_t SimulatedNetwork::ready(std::span<epoll_event> events) {
  std::size_t count = 0;
  for (const auto& [fd, wanted] : watched_) {
    const auto found = by_fd_.find(fd);
    const std::uint32_t is = found == by_fd_.end() ? 0U : ready_of(*found->second, wanted);
    if (is != 0 && count < events.size()) {
      events[count].events = is;
      events[count++].data.fd = fd;
    }
  }
  return count;
}

void SimulatedNetwork::look_again() {
  std::array<epoll_event, 1> any{};
  if (posted_ || ready(any) == 0) {
    return;
  }
  posted_ = true;
  boost::asio::post(io_, [this] {
    posted_ = false;
    const std::exception_ptr failure = look();
    look_again();
    if (failure) {
      std::rethrow_exception(failure);
    }
  });
}

}  // namespace world
