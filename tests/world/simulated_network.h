#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include <boost/asio/io_context.hpp>

#include "referee/loop/poller.h"
#include "referee/loop/timer.h"
#include "referee/net/link.h"
#include "tests/world/draw.h"

namespace world {

/// What a connection does to the bytes on it.
struct Path {
  referee::Nanoseconds latency{0};        ///< each way
  referee::Nanoseconds jitter{0};         ///< at most so much more, drawn for each piece; order stays
  std::size_t longest_piece = 64 * 1024;  ///< bytes that travel together; a write is cut into such pieces
  std::size_t room = 256 * 1024;          ///< bytes that wait for a reader until its writer is stuck
  /// At most so long the referee, which has other things to do, is not told of bytes that have arrived.
  referee::Nanoseconds lag{0};
};

class SimulatedNetwork;
class ToldLog;
struct Stream;

/// What happens at one end of a connection, called on the loop at the moment at which it happens.
class SocketOwner {
 public:
  virtual ~SocketOwner() = default;
  virtual void on_bytes(std::string_view bytes) = 0;
  /// Nothing more comes: the other end is closed, or the connection is cut.
  virtual void on_end() = 0;
};

/// The end of a connection that a simulated program holds; the other end is a Link of the referee. Ends the
/// connection when it is destroyed.
class SimulatedSocket {
 public:
  ~SimulatedSocket() { close(); }
  SimulatedSocket(const SimulatedSocket&) = delete;
  SimulatedSocket& operator=(const SimulatedSocket&) = delete;

  /// The bytes leave now. No effect on a connection that has ended.
  void send(std::string_view bytes);
  /// The other end reads the end of the stream after all that was sent; what it sends is thrown away.
  void close();
  /// A reset: the other end reads nothing more, and its writes fail.
  void cut();
  /// Nothing leaves or arrives from now on, and neither end is told.
  void vanish();
  /// `owner` takes the place of the one that it had.
  void pass_to(SocketOwner& owner);
  /// From now on nothing is read, until it reads again: the writer gets stuck once Path::room is full.
  void read(bool reads);
  /// Whether more is to come of what the other end could not write at once.
  bool is_behind() const;

 private:
  friend class SimulatedNetwork;
  struct Connection;
  SimulatedSocket(SimulatedNetwork& network, std::shared_ptr<Connection> connection)
      : network_(network), connection_(std::move(connection)) {}

  SimulatedNetwork& network_;
  std::shared_ptr<Connection> connection_;
};

/// The connections of a simulated loop and, as its Poller, what is ready on the referee's ends. One seed
/// gives one order of everything. A loop has it from the beginning by SimulatedNetwork::of(io), after its
/// clock and before anything else uses the loop.
class SimulatedNetwork final : public referee::Poller {
 public:
  SimulatedNetwork(boost::asio::io_context& io, std::uint64_t seed)
      : Poller(io), io_(io), clock_(referee::Clock::of(io)), random_(seed), wake_(io) {}
  static SimulatedNetwork& of(boost::asio::io_context& io, std::uint64_t seed);

  struct Pair {
    std::unique_ptr<referee::Link> link;      ///< the referee's end
    std::unique_ptr<SimulatedSocket> socket;  ///< the program's end
  };
  /// A connection from `address`, an IPv4 address as a number, which is there at once. `owner` outlives the
  /// socket. `stamped`: whether bytes that arrive have stamps.
  Pair connect(const Path& path, SocketOwner& owner, std::uint32_t address = 0x7f000001, bool stamped = true);
  /// What the referee sends on connections from now on is noted in `log`, which outlives them.
  void tell(ToldLog& log) { log_ = &log; }

 private:
  friend class SimulatedSocket;
  friend class SimulatedLink;
  using Connection = SimulatedSocket::Connection;

  void set_events(int fd, std::uint32_t events, bool known) override;
  void drop(int fd) override;
  std::size_t ready(std::span<epoll_event> events) override;
  void wait() override { look_again(); }
  void end_wait() override {}

  std::uint32_t ready_of(const Connection& connection, std::uint32_t events) const;
  std::size_t room_in(const Connection& connection, const Stream& stream) const;
  referee::TimePoint arrival(const Connection& connection, Stream& stream);
  void send(const std::shared_ptr<Connection>& connection, Stream& stream, std::string_view bytes);
  void end(const std::shared_ptr<Connection>& connection, Stream& stream);
  /// Something arrives at `at`.
  void expect(referee::TimePoint at, const std::shared_ptr<Connection>& connection);
  void arrive();
  void deliver(Connection& connection);
  /// Has the loop call look() if something is ready.
  void look_again();

  struct Arrival {
    referee::TimePoint at;
    std::uint64_t number;
    bool operator<(const Arrival& other) const {
      return at != other.at ? at < other.at : number < other.number;
    }
  };

  boost::asio::io_context& io_;
  referee::Clock& clock_;
  Random random_;
  referee::Timer wake_;
  std::map<Arrival, std::shared_ptr<Connection>> arrivals_;
  std::uint64_t number_ = 0;
  std::map<int, std::shared_ptr<Connection>> by_fd_;
  std::map<int, std::uint32_t> watched_;
  int next_fd_ = 0;
  bool posted_ = false;
  ToldLog* log_ = nullptr;
};

}  // namespace world
