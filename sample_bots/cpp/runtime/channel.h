#pragma once

#include <sys/types.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "protocol/framing.h"
#include "sample_bots/cpp/runtime/command_line.h"
#include "sample_bots/cpp/runtime/tls.h"

namespace bots {

/// Lines to and from the referee over a pair of descriptors, which may be the same one.
class Channel {
 public:
  /// Over this process's stdin and stdout.
  static Channel standard() { return Channel(0, 1, false); }
  /// Connects to the referee, with TLS if `tls` says so; nothing if that fails, and then `why` has the
  /// reason.
  static std::optional<Channel> dial(const Address& address, const std::optional<TlsTrust>& tls,
                                     std::string& why);

  Channel(Channel&& other) noexcept;
  Channel& operator=(Channel&&) = delete;
  ~Channel();

  /// Sends a message and its newline in one write: with two, TCP's delayed acknowledgement slows every turn.
  /// False if the referee has closed the connection.
  bool send(std::string line);
  /// The next line, valid until the next call; nothing at the end of the stream or if the connection is lost.
  std::optional<std::string_view> next();

 private:
  Channel(int in, int out, bool owned);
  /// Reads or writes some bytes over the connection, with TLS or without. Returns what read(2) or write(2)
  /// returns.
  ssize_t read(std::span<char> space);
  ssize_t write(std::string_view bytes);

  int in_;
  int out_;
  bool owned_;
  protocol::LineBuffer lines_;
  std::unique_ptr<Tls> tls_;  // null: without TLS
};

}  // namespace bots
