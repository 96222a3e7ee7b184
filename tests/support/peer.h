#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "referee/base/file_descriptor.h"
#include "tests/support/world.h"

namespace test_support {

using Json = nlohmann::json;

/// The bot's end of a connection, on the test's own loop.
class Peer {
 public:
  enum class Reading { at_once, later };
  using OnMessage = std::function<void(Peer&, const Json&)>;

  Peer(World& world, referee::FileDescriptor fd, Reading reading = Reading::at_once);
  ~Peer();
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  /// Begins to read, if it was made with Reading::later.
  void read();
  /// Sends `line` and a newline in one write.
  void send(std::string_view line) { send_bytes(std::string(line) + "\n"); }
  void send_bytes(std::string_view bytes);
  /// Ends the sending direction.
  void shutdown_send();
  void close();

  /// Runs the loop until a line has arrived, and takes it. "" if the connection ended before.
  std::string next_line();
  /// The next line as JSON; null if the connection ended.
  Json next();
  /// Takes lines up to the first message of that type.
  Json next_of_type(std::string_view type);
  /// Runs the loop until the other side has closed; returns what it sent before that.
  std::string read_to_end();
  /// The lines that have arrived and were not taken.
  const std::string& unread() const;
  bool at_end() const;

  /// Calls `on_message` for every message from now on, and no longer keeps lines.
  void on_message(OnMessage on_message);

 private:
  struct State;
  static referee::Task<> read_loop(std::shared_ptr<State> state);

  World& world_;
  std::shared_ptr<State> state_;
};

}  // namespace test_support
