#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace referee {

/// Owns a descriptor.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int fd) : fd_(fd) {}
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(other.release()) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~FileDescriptor() {
    if (fd_ >= 0) {
      ::close(fd_);
    }
  }

  int get() const { return fd_; }
  int release() { return std::exchange(fd_, -1); }

 private:
  int fd_ = -1;
};

/// Writes all of `text`, however many calls it takes. Throws std::system_error "cannot write PATH".
void write_all(const FileDescriptor& file, std::string_view text, const std::filesystem::path& path);

/// O_NONBLOCK and FD_CLOEXEC. Throws std::system_error.
void set_nonblocking(int fd);
/// Throws std::system_error with errno and `what`.
[[noreturn]] void throw_errno(const char* what);
/// Throws std::system_error with errno and the text "cannot WHAT PATH".
[[noreturn]] void throw_cannot(const char* what, const std::filesystem::path& path);

/// The two ends of a pipe, which block and are closed on exec.
struct Pipe {
  FileDescriptor read;
  FileDescriptor write;
};

/// Throws std::system_error.
Pipe make_pipe();

/// `texts` as the exec functions take an argv or an environment: pointers into them, and a null behind.
inline std::vector<char*> exec_words(const std::vector<std::string>& texts) {
  std::vector<char*> words;
  words.reserve(texts.size() + 1);
  for (const std::string& text : texts) {
    words.push_back(const_cast<char*>(text.c_str()));
  }
  words.push_back(nullptr);
  return words;
}

}  // namespace referee
