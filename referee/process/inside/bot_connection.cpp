#include "referee/process/inside/bot_connection.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <exception>
#include <optional>
#include <string_view>
#include <utility>

#include "referee/base/file_descriptor.h"
#include "referee/process/inside/private_network.h"

namespace referee {
namespace {

/// Bytes that a pipe takes without blocking when poll() says that it can be written to.
constexpr std::size_t kChunk = 4096;

/// Hands on bytes from one descriptor to another, a chunk at a time. Either may come later, or end.
class Pump {
 public:
  void set_source(FileDescriptor source) { source_ = std::move(source); }
  void set_target(FileDescriptor target) {
    target_ = std::move(target);
    has_target_ = true;
  }

  bool reads() const { return source_.get() >= 0 && size_ == 0; }
  bool writes() const { return target_.get() >= 0 && size_ > 0; }
  int source() const { return reads() ? source_.get() : -1; }
  int target() const { return writes() ? target_.get() : -1; }
  bool source_ended() const { return ended_; }
  bool empty() const { return size_ == 0; }

  void read() {
    const ssize_t got = ::read(source_.get(), bytes_.data(), bytes_.size());
    if (got > 0) {
      size_ = static_cast<std::size_t>(got);
      begin_ = 0;
      drop_unwanted();
    } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
      source_ = FileDescriptor();
      ended_ = true;
      close_if_done();
    }
  }

  void write() {
    const ssize_t put = ::write(target_.get(), bytes_.data() + begin_, size_);
    if (put > 0) {
      begin_ += static_cast<std::size_t>(put);
      size_ -= static_cast<std::size_t>(put);
    } else if (put < 0 && errno != EAGAIN && errno != EINTR) {
      target_ = FileDescriptor();
      drop_unwanted();
    }
    close_if_done();
  }

 private:
  /// Nobody reads what comes: it is thrown away, so that the writer does not wait for ever.
  void drop_unwanted() {
    if (has_target_ && target_.get() < 0) {
      size_ = 0;
    }
  }
  void close_if_done() {
    if (ended_ && size_ == 0) {
      target_ = FileDescriptor();
    }
  }

  FileDescriptor source_;
  FileDescriptor target_;
  bool has_target_ = false;
  bool ended_ = false;
  std::array<char, kChunk> bytes_{};
  std::size_t begin_ = 0;
  std::size_t size_ = 0;
};

FileDescriptor connected_to(const std::string& path) {
  FileDescriptor socket(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  if (path.size() >= sizeof(name.sun_path)) {
    throw std::system_error(ENAMETOOLONG, std::generic_category(), path);
  }
  std::memcpy(name.sun_path, path.data(), path.size());
  if (socket.get() < 0 ||
      ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&name), sizeof(name)) != 0) {
    throw_errno(path.c_str());
  }
  return socket;
}

/// One run of a bot, from the match program's side.
class Run {
 public:
  explicit Run(FileDescriptor control) : control_(std::move(control)) {
    to_bot_.set_source(FileDescriptor(STDIN_FILENO));
    from_bot_.set_target(FileDescriptor(STDOUT_FILENO));
  }

  int until_end() {
    while (!exit_code_) {
      step(-1);
    }
    while (from_bot_.reads() || from_bot_.writes()) {  // the bot's last words
      if (!step(from_bot_.writes() ? -1 : 0)) {
        break;
      }
    }
    return *exit_code_;
  }

 private:
  /// Waits until something can be done, and does it; false if there was nothing in `wait_ms`.
  bool step(int wait_ms) {
    std::array<pollfd, 5> all{{{exit_code_ ? -1 : control_.get(), POLLIN, 0},
                               {exit_code_ ? -1 : to_bot_.source(), POLLIN, 0},
                               {exit_code_ ? -1 : to_bot_.target(), POLLOUT, 0},
                               {from_bot_.source(), POLLIN, 0},
                               {from_bot_.target(), POLLOUT, 0}}};
    if (::poll(all.data(), all.size(), wait_ms) <= 0) {
      return false;
    }
    if (all[1].revents != 0) {
      to_bot_.read();
    }
    if (all[2].revents != 0) {
      to_bot_.write();
    }
    if (all[3].revents != 0) {
      from_bot_.read();
    }
    if (all[4].revents != 0) {
      from_bot_.write();
    }
    if (all[0].revents != 0) {
      listen();
    }
    tell_closed();
    return true;
  }

  void listen() {
    std::optional<ControlMessage> message = receive_control(control_.get());
    if (!message || message->text.empty()) {
      exit_code_ = BotConnection::kFailure;  // the referee is gone
    } else if (message->text == BotConnection::kInput) {
      to_bot_.set_target(std::move(message->connection));
    } else if (message->text == BotConnection::kOutput) {
      from_bot_.set_source(std::move(message->connection));
    } else if (message->text.starts_with(BotConnection::kEnded)) {
      int code = BotConnection::kFailure;
      const std::string_view digits =
          std::string_view(message->text).substr(std::string_view(BotConnection::kEnded).size());
      std::from_chars(digits.data(), digits.data() + digits.size(), code);
      exit_code_ = code;
    }
  }

  void tell_closed() {
    if (to_bot_.source_ended() && to_bot_.empty() && !told_ && !exit_code_) {
      told_ = true;
      send_control(control_.get(), BotConnection::kClosed);
    }
  }

  FileDescriptor control_;
  Pump to_bot_;
  Pump from_bot_;
  std::optional<int> exit_code_;
  bool told_ = false;
};

}  // namespace

int connect_bot(const std::string& command) {
  ::signal(SIGPIPE, SIG_IGN);
  try {
    return Run(connected_to(BotConnection::socket_of(command))).until_end();
  } catch (const std::exception& error) {
    const std::string what = "cannot reach the referee: " + std::string(error.what()) + "\n";
    (void)!::write(STDERR_FILENO, what.data(), what.size());
    return BotConnection::kFailure;
  }
}

}  // namespace referee
