#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>

#include "referee/base/units.h"
#include "referee/loop/tasks.h"
#include "referee/net/control_message.h"

namespace referee {

/// Receives the commands of a running referee's operator: a Unix stream socket to which only its own user can
/// connect. One JSON object a line in each direction, any number of requests a connection.
class ControlSocket {
 public:
  static constexpr std::size_t kMaxLine = 64 * 1024;  ///< bytes of a request
  /// One more closes the connection whose client has been idle for longest; while the requests of all are
  /// carried out, it gets an error and is closed itself.
  static constexpr std::size_t kMaxConnections = 64;
  static constexpr Milliseconds kIdle{10'000};  ///< without a whole request, a connection is closed

  /// Carries out a request. An exception is a fault of the referee: the operator gets a message, and Tasks
  /// keeps the exception.
  using Handle = std::function<Task<ControlReply>(ControlRequest)>;

  /// Listens at once. Replaces the socket that a dead referee has left. Throws std::invalid_argument if
  /// `path` cannot name a socket, and std::system_error, naming it, if a running referee has it, if another
  /// kind of file is there, or if it cannot be made.
  ControlSocket(Tasks& tasks, std::filesystem::path path, Handle handle, Milliseconds idle = kIdle);
  /// Calls close().
  ~ControlSocket();
  ControlSocket(const ControlSocket&) = delete;
  ControlSocket& operator=(const ControlSocket&) = delete;

  /// Removes the file and accepts no more requests, so that the event loop ends; a request that is being
  /// carried out still gets its answer.
  void close();

 private:
  class Server;
  std::shared_ptr<Server> server_;
};

}  // namespace referee
