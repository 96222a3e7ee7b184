#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace e2e {

/// Many bots of one process that dial in from one address of this machine.
class Swarm {
 public:
  /// `from`: "127.0.0.1" or another loopback address.
  Swarm(std::uint16_t port, std::string from);
  ~Swarm();
  Swarm(const Swarm&) = delete;
  Swarm& operator=(const Swarm&) = delete;

  /// `count` bots connect, all before the first says hello; each takes so long for its hello. Returns once
  /// all have been answered.
  void enter(std::size_t count, std::chrono::milliseconds before_hello);
  /// How many bots have a welcome.
  std::size_t welcome() const;
  /// What the others have been told, a line each.
  const std::vector<std::string>& refusals() const { return refusals_; }
  /// Answers every turn to the left, until the referee has closed all connections.
  void play();

 private:
  struct Bot {
    int fd = -1;
    std::string unread;
    bool welcome = false;
    bool answered = false;
  };

  void read_some();
  bool read(Bot& bot);
  void take(Bot& bot, const std::string& line);
  void close(Bot& bot);

  std::uint16_t port_;
  std::string from_;
  int epoll_;
  std::vector<Bot> bots_;
  std::size_t open_ = 0;
  std::vector<std::string> refusals_;
};

/// Connections of strangers that never say anything, at a steady rate, on a thread of its own. The newest
/// 10,000 of them stay open.
class SilentFlood {
 public:
  SilentFlood(std::uint16_t port, std::string from, int per_second);
  ~SilentFlood();
  SilentFlood(const SilentFlood&) = delete;
  SilentFlood& operator=(const SilentFlood&) = delete;

  std::size_t connects() const { return connects_; }
  /// Waits until it has made so many.
  void wait_for(std::size_t connects) const;

 private:
  void run(std::uint16_t port, const std::string& from, int per_second);

  std::atomic<bool> stop_ = false;
  std::atomic<std::size_t> connects_ = 0;
  std::thread thread_;
};

/// Lets this process, and the programs that it starts, open as many files as the system allows.
void allow_many_files();

}  // namespace e2e
