#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace test_support {

/// A program that runs beside the test: collects its output, and ends it with the test at the latest.
class Child {
 public:
  /// Starts `argv` (argv[0] is a path) in `folder`. `out`: where its standard output goes, -1 to collect it.
  Child(const std::vector<std::string>& argv, const std::string& folder, int out = -1);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  pid_t pid() const { return pid_; }
  void signal(int number) const;
  /// Reads its output until a line that begins with `start` is complete, and returns that line. "" at the end
  /// of its output.
  std::string wait_for_line(const std::string& start);
  /// Reads its output until that text is in its standard error. False at the end of its output.
  bool wait_for_error(const std::string& text);
  /// The next line of its output that was not returned yet, without the newline; nothing at the end.
  std::optional<std::string> next_line();
  /// Reads all of its output and waits for its end.
  void wait();

  /// The exit code, or 1000 plus the signal that ended it. REQUIRES: wait().
  int code() const { return code_; }
  /// The peak memory of the program, or of a process that it waited for. REQUIRES: wait().
  long max_memory_kb() const { return max_memory_kb_; }
  const std::string& out() const { return out_; }
  const std::string& err() const { return err_; }

 private:
  /// Reads the next output; false once both pipes have ended. Fails the test if no output arrives for too
  /// long.
  bool read_some();

  pid_t pid_ = -1;
  int out_fd_ = -1;
  int err_fd_ = -1;
  std::string out_;
  std::string err_;
  std::size_t taken_ = 0;  // of out_, by next_line()
  int code_ = -1;
  long max_memory_kb_ = 0;
};

}  // namespace test_support
