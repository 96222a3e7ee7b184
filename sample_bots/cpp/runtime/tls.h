#pragma once

#include <sys/types.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "sample_bots/cpp/runtime/command_line.h"

namespace bots {

/// The client's end of TLS over a connected socket. OpenSSL is loaded when TLS is asked for: a bot that does
/// not use it neither links nor loads it, and without OpenSSL's headers this compiles too, and refuses.
class Tls {
 public:
  /// Agrees on TLS with the referee at `host`; null if that fails, and then `why` says so. The socket stays
  /// the caller's.
  static std::unique_ptr<Tls> connect(int socket, const std::string& host, const TlsTrust& trust,
                                      std::string& why);
  /// Says that no more is sent.
  virtual ~Tls() = default;

  /// Reads or writes some bytes over TLS, and returns how many. read() returns 0 at the end of the stream and
  /// after a failure; write() returns -1 after a failure, with errno.
  virtual ssize_t read(std::span<char> space) = 0;
  virtual ssize_t write(std::string_view bytes) = 0;
};

}  // namespace bots
