#include "referee/net/control_socket.h"

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/write.hpp>

#include "protocol/framing.h"
#include "referee/base/file_descriptor.h"
#include "referee/base/input.h"
#include "referee/base/process_stat.h"
#include "referee/loop/event.h"
#include "referee/loop/timer.h"
#include "referee/net/accept_loop.h"

namespace referee {
namespace {

using boost::asio::local::stream_protocol;

constexpr mode_t kOwnerOnly = 0600;
constexpr int kBacklog = 16;
constexpr int kFlags = 7;               // of proc(5), as stat_field() counts
constexpr std::int64_t kExiting = 0x4;  // PF_EXITING of Linux: the process is being taken apart

[[noreturn]] void fail(const std::filesystem::path& path, int error, const std::string& why = "") {
  throw std::system_error(error, std::generic_category(), "control socket " + path.string() + why);
}

FileDescriptor unix_socket(const std::filesystem::path& path) {
  FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (socket.get() < 0) {
    fail(path, errno);
  }
  return socket;
}

/// Locks the folder: while the lock is held, no other referee checks whether a socket there is dead, or makes
/// one.
FileDescriptor lock_folder_of(const std::filesystem::path& path) {
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  FileDescriptor lock(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (lock.get() < 0 || ::flock(lock.get(), LOCK_EX) != 0) {
    fail(path, errno);
  }
  return lock;
}

/// Whether the process that listens for this caller has ended but for its descriptors. One that was killed
/// may have closed its store before this socket: then another referee that stood by is here already.
bool is_ending(const FileDescriptor& caller) {
  ucred listener{};
  socklen_t size = sizeof(listener);
  if (::getsockopt(caller.get(), SOL_SOCKET, SO_PEERCRED, &listener, &size) != 0) {
    return false;
  }
  const auto stat = read_own_file("/proc/" + std::to_string(listener.pid) + "/stat");
  if (!stat) {
    return ::kill(listener.pid, 0) != 0 && errno == ESRCH;
  }
  return (stat_field(*stat, kFlags) & kExiting) != 0;
}

/// Removes the socket of a referee that has ended.
void remove_dead(const std::filesystem::path& path, const sockaddr_un& address) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) {
    if (errno != ENOENT) {
      fail(path, errno);
    }
    return;
  }
  if (!S_ISSOCK(status.st_mode)) {
    fail(path, EEXIST, ": something else is there");
  }
  const FileDescriptor caller = unix_socket(path);
  if (::connect(caller.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    if (errno != ECONNREFUSED) {
      fail(path, errno);
    }
  } else if (!is_ending(caller)) {
    fail(path, EADDRINUSE, ": a running referee has it");
  }
  if (::unlink(path.c_str()) != 0) {
    fail(path, errno);
  }
}

FileDescriptor listen_at(const std::filesystem::path& path) {
  const sockaddr_un address = control_address(path);
  const FileDescriptor lock = lock_folder_of(path);
  remove_dead(path, address);
  FileDescriptor socket = unix_socket(path);
  // The file gets the mode that the socket has when it is bound, so no other user can open it at any moment.
  if (::fchmod(socket.get(), kOwnerOnly) != 0 ||
      ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0 ||
      ::listen(socket.get(), kBacklog) != 0) {
    fail(path, errno);
  }
  return socket;
}

}  // namespace

/// Shared by the coroutines, so that it lives as long as the last of them.
class ControlSocket::Server : public std::enable_shared_from_this<Server> {
 public:
  Server(Tasks& tasks, std::filesystem::path path, Handle handle, Milliseconds idle)
      : tasks_(tasks),
        path_(std::move(path)),
        handle_(std::move(handle)),
        idle_(idle),
        acceptor_(tasks.io(), stream_protocol(), listen_at(path_).release()) {
    (void)::stat(path_.c_str(), &file_);
  }

  void start() {
    tasks_.start("control socket",
                 accept_loop(tasks_, acceptor_, "control socket",
                             [self = shared_from_this()](auto socket) { self->admit(std::move(socket)); }));
  }
  void close();

 private:
  enum class State {
    idle,      // no whole request has arrived
    working,   // a request is being carried out
    answering  // the answer is being written
  };

  struct Connection {
    Connection(boost::asio::io_context& io, stream_protocol::socket connected)
        : socket(std::move(connected)), idle_over(io) {}
    void close() {
      boost::system::error_code ignored;  // the socket is closed even if this reports an error
      socket.close(ignored);
      idle_over.cancel();
    }

    void enter(State now) {
      state = now;
      since = idle_over.clock().now();
    }

    stream_protocol::socket socket;
    Timer idle_over;
    protocol::LineBuffer lines{kMaxLine};
    State state = State::idle;
    TimePoint since = idle_over.clock().now();  // of `state`
  };

  struct Line {
    std::string text;
    bool oversize = false;
  };

  Task<> serve(std::shared_ptr<Server> self, std::shared_ptr<Connection> connection);
  Task<std::optional<Line>> next_line(Connection& connection);
  Task<ControlReply> reply_to(const Line& line);
  bool close_an_idle_one();
  void admit(stream_protocol::socket socket);
  void give_time(Connection& connection) const;
  void remove_file() const;

  Tasks& tasks_;
  std::filesystem::path path_;
  Handle handle_;
  Milliseconds idle_;
  stream_protocol::acceptor acceptor_;
  struct stat file_ {};  // our file when it was made
  std::list<std::shared_ptr<Connection>> connections_;
};

ControlSocket::ControlSocket(Tasks& tasks, std::filesystem::path path, Handle handle, Milliseconds idle)
    : server_(std::make_shared<Server>(tasks, std::move(path), std::move(handle), idle)) {
  server_->start();
}

ControlSocket::~ControlSocket() { close(); }

void ControlSocket::close() { server_->close(); }

void ControlSocket::Server::close() {
  if (!acceptor_.is_open()) {
    return;
  }
  remove_file();
  boost::system::error_code ignored;  // the acceptor is closed even if this reports an error
  acceptor_.close(ignored);
  for (const auto& connection : connections_) {
    if (connection->state == State::idle) {
      connection->close();
    }
  }
}

/// Removes only our own file: it may have been removed before, and another referee may have made a new one.
void ControlSocket::Server::remove_file() const {
  struct stat now {};
  if (::lstat(path_.c_str(), &now) == 0 && now.st_dev == file_.st_dev && now.st_ino == file_.st_ino) {
    (void)::unlink(path_.c_str());
  }
}

/// Closes the connection that has waited for longest for its client: for a request, or until the client reads
/// the answer. False if all requests are being carried out.
bool ControlSocket::Server::close_an_idle_one() {
  std::shared_ptr<Connection> idlest;
  for (const auto& connection : connections_) {
    if (connection->state != State::working && (idlest == nullptr || connection->since < idlest->since)) {
      idlest = connection;
    }
  }
  if (idlest == nullptr) {
    return false;
  }
  idlest->close();
  connections_.remove(idlest);
  return true;
}

void ControlSocket::Server::admit(stream_protocol::socket socket) {
  if (connections_.size() >= kMaxConnections && !close_an_idle_one()) {
    const std::string words = line_of(ControlReply{false, "too many control connections: try again"}) + "\n";
    (void)::send(socket.native_handle(), words.data(), words.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    return;
  }
  const auto connection =
      connections_.emplace_back(std::make_shared<Connection>(tasks_.io(), std::move(socket)));
  tasks_.start("control connection", serve(shared_from_this(), connection));
}

/// Closes the connection if no whole request arrives within the idle time.
void ControlSocket::Server::give_time(Connection& connection) const {
  connection.idle_over.set_after(idle_, [&connection] { connection.close(); });
}

Task<> ControlSocket::Server::serve(std::shared_ptr<Server> /*self*/,
                                    std::shared_ptr<Connection> connection) {
  std::exception_ptr failure;
  while (acceptor_.is_open() && connection->socket.is_open() && !failure) {
    give_time(*connection);
    const auto line = co_await next_line(*connection);
    connection->idle_over.cancel();
    if (!line) {
      break;
    }
    connection->enter(State::working);
    ControlReply reply;
    try {
      reply = co_await reply_to(*line);
    } catch (const std::exception& error) {
      failure = std::current_exception();
      reply = {false, std::string("the referee failed: ") + error.what()};
    }
    give_time(*connection);
    connection->enter(State::answering);
    const std::string words = line_of(reply) + "\n";
    const auto [lost, size] =
        co_await boost::asio::async_write(connection->socket, boost::asio::buffer(words), kAwait);
    connection->enter(State::idle);
    if (lost || line->oversize) {
      break;
    }
  }
  connection->close();
  connections_.remove(connection);
  if (failure) {
    std::rethrow_exception(failure);
  }
}

Task<std::optional<ControlSocket::Server::Line>> ControlSocket::Server::next_line(Connection& connection) {
  while (true) {
    if (const auto line = connection.lines.next()) {
      co_return Line{std::string(line->text), line->oversize};
    }
    const auto space = connection.lines.space();
    const auto [ended, size] =
        co_await connection.socket.async_read_some(boost::asio::buffer(space.data(), space.size()), kAwait);
    if (ended) {
      co_return std::nullopt;
    }
    connection.lines.filled(size);
  }
}

Task<ControlReply> ControlSocket::Server::reply_to(const Line& line) {
  if (line.oversize) {
    co_return ControlReply{false, "not a request: a line over " + std::to_string(kMaxLine) + " bytes"};
  }
  auto request = read_control_request(line.text);
  if (const auto* const wrong = std::get_if<std::string>(&request)) {
    co_return ControlReply{false, *wrong};
  }
  const ControlReply said = co_await handle_(std::get<ControlRequest>(std::move(request)));
  co_return said;
}

}  // namespace referee
