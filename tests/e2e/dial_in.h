#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace e2e {

using Json = nlohmann::json;

/// A bot that dials in, played by the test. An ordinary socket: with the system's defaults for Nagle's
/// algorithm and delayed acknowledgements.
class DialIn {
 public:
  explicit DialIn(int port);
  /// Connects to the address in the line "listening on HOST:PORT, ...".
  explicit DialIn(const std::string& listening_line);
  /// Takes over a connected socket: for a test that plays the referee.
  static DialIn adopt(int fd) { return DialIn(Connected{fd}); }
  ~DialIn() { close(); }
  DialIn(DialIn&& other) noexcept;
  DialIn& operator=(DialIn&&) = delete;

  void write(const std::string& bytes);
  void send(const Json& message) { write(message.dump() + "\n"); }
  /// Says hello with that name, and with the keys in `more`.
  void hello(const std::string& name, const Json& more = Json::object());
  void answer(const Json& turn, const std::string& move = "left");

  /// The next message; null at the end. Throws if none arrives for a long time.
  Json next();
  /// Reads to the first message of that type, or null at the end.
  Json next(const std::string& type);
  /// Answers every turn until the message `end`; returns that.
  Json play(const std::string& move = "left");
  /// Whether only the end of the connection is left to read.
  bool at_end() { return next().is_null(); }
  void close();

 private:
  struct Connected {
    int fd;
  };
  explicit DialIn(Connected connected) : fd_(connected.fd) {}
  std::optional<std::string> next_line();

  int fd_ = -1;
  std::string unread_;
};

/// The code of an error message; "" at the end of a connection.
inline std::string code_of(const Json& error) { return error.is_null() ? "" : error.value("code", ""); }

}  // namespace e2e
