#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>

#include "referee/base/units.h"
#include "referee/net/control_message.h"
#include "referee/net/tasks.h"

namespace referee {

/// Where the operator of a running referee gives it commands: a Unix stream socket that only its own user can
/// connect to. One JSON object a line each way, any number of requests a connection.
class ControlSocket {
 public:
  static constexpr std::size_t kMaxLine = 64 * 1024;  ///< bytes of a request
  static constexpr std::size_t kMaxConnections = 16;  ///< one more is told so and closed
  static constexpr Milliseconds kIdle{10'000};        ///< a connection without a whole request is closed

  /// Carries out a request. An exception is a fault of the referee: the operator is told, and Tasks keeps it.
  using Handle = std::function<Task<ControlReply>(ControlRequest)>;

  /// Listens at once. The socket that a dead referee left is replaced. Throws std::invalid_argument if `path`
  /// cannot be a socket's, and std::system_error, naming it, if a running referee has it, if something else
  /// is there, or if it cannot be made.
  ControlSocket(Tasks& tasks, std::filesystem::path path, Handle handle, Milliseconds idle = kIdle);
  /// Closes it.
  ~ControlSocket();
  ControlSocket(const ControlSocket&) = delete;
  ControlSocket& operator=(const ControlSocket&) = delete;

  /// Removes the file and lets the loop run dry: a request that is being carried out still gets its answer.
  void close();

 private:
  class Server;
  std::shared_ptr<Server> server_;
};

}  // namespace referee
