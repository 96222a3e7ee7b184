#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace bench {

/// The resources that a program has used from its start to its end.
struct Usage {
  double cpu_seconds = 0;
  double most_kib = 0;  ///< of memory, at any moment
};

/// A program that runs beside the bench: a pipe carries its standard output; its standard error goes to a
/// file, or to that of the bench. The destructor kills and reaps it if it still runs. All functions throw
/// std::runtime_error with the program's name.
class Child {
 public:
  /// `stderr_file`: empty: the bench's own standard error.
  explicit Child(const std::vector<std::string>& argv, const std::string& stderr_file = "");
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  pid_t pid() const { return pid_; }
  /// The next line of its output, without the newline. Throws if its output has ended.
  std::string line();
  /// Reads on to the first line that begins with `start`, and returns it.
  std::string line(const std::string& start);
  /// Reads the rest of its output and waits for its end. Throws if it did not end with status 0,
  /// with the end of what it wrote.
  Usage wait();

 private:
  bool read_more();

  std::string name_;
  std::string stderr_file_;
  pid_t pid_ = -1;
  int out_ = -1;
  std::string unread_;
};

/// The port in the referee's announcement "listening on HOST:PORT...".
std::uint16_t port_in(const std::string& announcement);

}  // namespace bench
