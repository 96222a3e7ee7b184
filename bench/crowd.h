#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

/// Trivial players that dial in to one referee, all on this thread: they answer every turn with the same
/// move.
class Crowd {
 public:
  /// `move`: JSON text.
  Crowd(std::uint16_t port, std::string move);
  ~Crowd();
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;

  /// Lets one more player dial in with a new name. Returns after its welcome. Throws std::runtime_error.
  void join();
  /// Lets `count` more players dial in, of which at most 100 wait for their welcome at a time.
  void join(std::size_t count);
  /// Reads, and answers no turn, until every one has been told the start of a match.
  void until_started();
  /// Plays until the referee has closed all connections. Throws std::runtime_error for a message `error`.
  void play();
  std::size_t size() const { return members_.size(); }
  std::size_t turns() const { return turns_; }

 private:
  struct Member {
    int fd = -1;
    std::string unread;
    bool welcome = false;
    bool started = false;
  };

  void say_hello();
  void wait_and_read();
  bool read(Member& member);
  void take(Member& member, std::string_view line);

  std::uint16_t port_;
  std::string move_;
  int epoll_;
  std::vector<Member> members_;
  std::size_t connected_ = 0;
  std::size_t turns_ = 0;
  std::size_t welcome_ = 0;
  std::size_t started_ = 0;
  bool answers_ = true;
};

}  // namespace bench
