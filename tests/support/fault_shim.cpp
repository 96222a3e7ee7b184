// For LD_PRELOAD: lets system calls of this process fail. A disk that is full or broken, descriptors that are
// used up and calls that are cut short are hard to have at a chosen moment otherwise. Only the process that
// loads it is concerned: it takes its variables out of the environment, so that programs which that process
// starts are left alone.
//
// Files: the calls that open, write, sync, cut, map to memory, rename or remove a file or a folder below
// $FAULT_FOLDER, or make a folder there, are numbered from 1.
//   FAULT_CALL    the number of the call that fails; 0 or nothing: none
//   FAULT_ERRNO   errno of the failure, a number; EMFILE hits only calls that open: the first one from
//                 FAULT_CALL on
//   FAULT_TIMES   how many calls fail, that one included; 0 or nothing: all from there on
//   FAULT_REPORT  a file, not below the folder: each call adds a line NUMBER NAME PATH to it, which ends with
//                 the word "failed" if it failed
//
// Where several calls fail with ENOSPC, the first one leaves half of its bytes if it writes, as on a full
// disk. Calls that libc makes by itself are not seen: fopen and remove are here for that reason, but what is
// written to a FILE is not.
//
// Connections: reads and writes of stream sockets, and of more than 64 bytes of pipes, fail by chance:
//   FAULT_SEED    where the chances begin
//   FAULT_SHORT, FAULT_EINTR
//                 in how many of a million calls only a part of the bytes goes through (at least one byte),
//                 or the call is interrupted
//   FAULT_UNSTAMPED
//                 1: the kernel knows no SO_TIMESTAMPING, like gVisor's
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

// ---- what is asked for ----

/// The value of the variable, which is taken out of the environment.
std::string take(const char* variable) {
  const char* const found = std::getenv(variable);
  std::string text = found == nullptr ? "" : found;
  ::unsetenv(variable);
  return text;
}

long take_number(const char* variable) { return std::atol(take(variable).c_str()); }

struct Wanted {
  Wanted() { ::unsetenv("LD_PRELOAD"); }

  std::string folder = take("FAULT_FOLDER");
  std::string report = take("FAULT_REPORT");
  long call = take_number("FAULT_CALL");
  int error = static_cast<int>(take_number("FAULT_ERRNO"));
  long times = take_number("FAULT_TIMES");
  std::uint64_t seed = static_cast<std::uint64_t>(take_number("FAULT_SEED"));
  std::uint64_t part = static_cast<std::uint64_t>(take_number("FAULT_SHORT"));
  std::uint64_t interrupted = static_cast<std::uint64_t>(take_number("FAULT_EINTR"));
  bool unstamped = take_number("FAULT_UNSTAMPED") != 0;
  pid_t process = ::getpid();
};

const Wanted wanted;
std::atomic<long> calls{0};
std::atomic<long> hits{0};
std::atomic<std::uint64_t> draws{0};

/// False in a copy of the process that is about to become another program, which may hold anybody's lock.
bool is_ours() { return wanted.process == ::getpid(); }

// ---- files ----

enum class Kind { open, write, other };
enum class Fate { done, failed, half };

std::string path_of(int fd) {
  std::array<char, PATH_MAX> path{};
  const std::string link = "/proc/self/fd/" + std::to_string(fd);
  const ssize_t size = ::readlink(link.c_str(), path.data(), path.size());
  return {path.data(), size < 0 ? 0 : static_cast<std::size_t>(size)};
}

/// `path` as a call means it that begins at the folder `folder`, which may be AT_FDCWD.
std::string absolute(int folder, const char* path) {
  const std::string text(path);
  if (text.starts_with("/")) {
    return text;
  }
  std::array<char, PATH_MAX> here{};
  const bool known = ::syscall(SYS_getcwd, here.data(), here.size()) > 0;
  return (folder == AT_FDCWD ? std::string(known ? here.data() : "") : path_of(folder)) + "/" + text;
}

/// `path`, or "" where no fault is wanted.
std::string watched(const std::string& path) {
  const bool below = path.starts_with(wanted.folder) && path.substr(wanted.folder.size()).starts_with("/");
  return !wanted.folder.empty() && below ? path : "";
}

std::string watched(int folder, const char* path) {
  return wanted.folder.empty() || !is_ours() ? "" : watched(absolute(folder, path));
}

std::string watched(int fd) { return wanted.folder.empty() || !is_ours() ? "" : watched(path_of(fd)); }

void report(long number, const char* name, const std::string& path, bool failed) {
  const std::string line = std::to_string(number) + " " + name + " " + path + (failed ? " failed\n" : "\n");
  const auto file = static_cast<int>(::syscall(SYS_openat, AT_FDCWD, wanted.report.c_str(),
                                               O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  if (file >= 0) {
    (void)!::syscall(SYS_write, file, line.data(), line.size());
    ::syscall(SYS_close, file);
  }
}

/// Numbers a call. `path` is what watched() has returned.
Fate fate_of(const char* name, Kind kind, const std::string& path) {
  if (path.empty()) {
    return Fate::done;
  }
  const long number = ++calls;
  const bool hit = wanted.call > 0 && number >= wanted.call && (wanted.error != EMFILE || kind == Kind::open);
  const long hit_number = hit ? ++hits : 0;
  const bool failed = hit && (wanted.times == 0 || hit_number <= wanted.times);
  report(number, name, path, failed);
  if (!failed) {
    return Fate::done;
  }
  const bool fills_up = hit_number == 1 && wanted.times != 1 && wanted.error == ENOSPC;
  return fills_up && kind == Kind::write ? Fate::half : Fate::failed;
}

/// Makes the system call, unless it is to fail.
template <class... Arguments>
long call_on(const std::string& path, Kind kind, const char* name, long number, Arguments... arguments) {
  if (fate_of(name, kind, path) != Fate::done) {
    errno = wanted.error;
    return -1;
  }
  return ::syscall(number, arguments...);
}

int open_file(const char* name, int folder, const char* path, int flags, mode_t mode) {
  return static_cast<int>(
      call_on(watched(folder, path), Kind::open, name, SYS_openat, folder, path, flags, mode));
}

FILE* open_stream(const char* name, const char* path, const char* mode) {
  using Call = FILE* (*)(const char*, const char*);
  static const auto kReal = reinterpret_cast<Call>(::dlsym(RTLD_NEXT, "fopen"));
  if (fate_of(name, Kind::open, watched(AT_FDCWD, path)) != Fate::done) {
    errno = wanted.error;
    return nullptr;
  }
  return kReal(path, mode);
}

/// `call` writes as many bytes as it is told.
template <class Call>
ssize_t write_file(const char* name, const std::string& path, std::size_t size, Call call) {
  const Fate fate = fate_of(name, Kind::write, path);
  if (fate == Fate::failed || (fate == Fate::half && size < 2)) {
    errno = wanted.error;
    return -1;
  }
  return call(fate == Fate::half ? size / 2 : size);
}

// ---- connections ----

/// Pseudo-random, by the seed and how many were drawn before (splitmix64).
std::uint64_t draw(std::uint64_t below) {
  std::uint64_t mixed = (wanted.seed << 32U) + ++draws * 0x9e3779b97f4a7c15U;
  mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9U;
  mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebU;
  return (mixed ^ (mixed >> 31U)) % below;
}

constexpr std::size_t kNote = 64;  // bytes: what a pipe moves whole or not at all, and programs rely on that

bool is_stream_socket(int fd) {
  int type = 0;
  socklen_t size = sizeof(type);
  return ::getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_STREAM;
}

bool is_pipe(int fd) {
  struct stat status {};
  return ::fstat(fd, &status) == 0 && S_ISFIFO(status.st_mode);
}

/// Moves bytes as `call` does, which is told how many at most: all, fewer, or none because of a fault.
template <class Call>
ssize_t transfer(int fd, std::size_t size, Call call) {
  if (wanted.part + wanted.interrupted == 0 || size == 0 || !is_ours()) {
    return call(size);
  }
  if (!is_stream_socket(fd) && (size <= kNote || !is_pipe(fd))) {
    return call(size);
  }
  const std::uint64_t chance = draw(1'000'000);
  if (chance < wanted.interrupted) {
    errno = EINTR;
    return -1;
  }
  if (chance < wanted.interrupted + wanted.part) {
    return call(1 + static_cast<std::size_t>(draw(size)));
  }
  return call(size);
}

/// Moves a message of several pieces: all of them, or a part of the first.
template <class Call>
ssize_t transfer_pieces(int fd, const iovec* pieces, std::size_t count, Call call) {
  const std::size_t first = count == 0 ? 0 : pieces->iov_len;
  return transfer(fd, first, [&](std::size_t size) {
    iovec part{first == 0 ? nullptr : pieces->iov_base, size};
    return size == first ? call(pieces, count) : call(&part, std::size_t{1});
  });
}

template <class Call>
ssize_t transfer_message(int fd, msghdr message, Call call) {
  return transfer_pieces(fd, message.msg_iov, message.msg_iovlen,
                         [&](const iovec* pieces, std::size_t count) {
                           message.msg_iov = const_cast<iovec*>(pieces);
                           message.msg_iovlen = count;
                           return call(message);
                         });
}

}  // namespace

extern "C" {

// ---- the calls: files ----

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = va_arg(rest, mode_t);  // nonsense where no file is made: the kernel ignores it then
  va_end(rest);
  return open_file("open", AT_FDCWD, path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  return open_file("open", AT_FDCWD, path, flags | O_LARGEFILE, mode);
}

int openat(int folder, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  return open_file("openat", folder, path, flags, mode);
}

FILE* fopen(const char* path, const char* mode) { return open_stream("fopen", path, mode); }
FILE* fopen64(const char* path, const char* mode) { return open_stream("fopen", path, mode); }

ssize_t pwrite(int fd, const void* bytes, size_t size, off_t offset) {
  return write_file("pwrite", watched(fd), size, [=](std::size_t count) {
    return static_cast<ssize_t>(::syscall(SYS_pwrite64, fd, bytes, count, offset));
  });
}
ssize_t pwrite64(int fd, const void* bytes, size_t size, off64_t offset) {
  return ::pwrite(fd, bytes, size, offset);
}

int fsync(int fd) { return static_cast<int>(call_on(watched(fd), Kind::other, "fsync", SYS_fsync, fd)); }
int fdatasync(int fd) {
  return static_cast<int>(call_on(watched(fd), Kind::other, "fdatasync", SYS_fdatasync, fd));
}
int ftruncate(int fd, off_t size) noexcept {
  return static_cast<int>(call_on(watched(fd), Kind::other, "ftruncate", SYS_ftruncate, fd, size));
}
int ftruncate64(int fd, off64_t size) noexcept { return ::ftruncate(fd, size); }
int truncate(const char* path, off_t size) noexcept {
  return static_cast<int>(
      call_on(watched(AT_FDCWD, path), Kind::other, "truncate", SYS_truncate, path, size));
}

void* mmap(void* at, size_t size, int protection, int flags, int fd, off_t offset) noexcept {
  const bool shared = fd >= 0 && (flags & MAP_SHARED) != 0;
  return reinterpret_cast<void*>(call_on(shared ? watched(fd) : "", Kind::other, "mmap", SYS_mmap, at, size,
                                         protection, flags, fd, offset));
}
void* mmap64(void* at, size_t size, int protection, int flags, int fd, off64_t offset) noexcept {
  return ::mmap(at, size, protection, flags, fd, offset);
}

int rename(const char* from, const char* to) noexcept {
  return static_cast<int>(call_on(watched(AT_FDCWD, to), Kind::other, "rename", SYS_rename, from, to));
}
int unlink(const char* path) noexcept {
  return static_cast<int>(call_on(watched(AT_FDCWD, path), Kind::other, "unlink", SYS_unlink, path));
}
int unlinkat(int folder, const char* path, int flags) noexcept {
  return static_cast<int>(
      call_on(watched(folder, path), Kind::other, "unlinkat", SYS_unlinkat, folder, path, flags));
}
int mkdir(const char* path, mode_t mode) noexcept {
  return static_cast<int>(call_on(watched(AT_FDCWD, path), Kind::other, "mkdir", SYS_mkdir, path, mode));
}
int rmdir(const char* path) noexcept {
  return static_cast<int>(call_on(watched(AT_FDCWD, path), Kind::other, "rmdir", SYS_rmdir, path));
}
int remove(const char* path) noexcept {
  if (::unlink(path) == 0) {
    return 0;
  }
  return errno == EISDIR ? ::rmdir(path) : -1;
}

// ---- the calls: connections, and write, which is for files as well ----

ssize_t write(int fd, const void* bytes, size_t size) {
  const auto call = [=](std::size_t count) {
    return static_cast<ssize_t>(::syscall(SYS_write, fd, bytes, count));
  };
  const std::string path = watched(fd);
  return path.empty() ? transfer(fd, size, call) : write_file("write", path, size, call);
}

ssize_t writev(int fd, const iovec* pieces, int count) {
  const std::string path = watched(fd);
  if (!path.empty()) {
    return static_cast<ssize_t>(call_on(path, Kind::write, "writev", SYS_writev, fd, pieces, count));
  }
  return transfer_pieces(fd, pieces, static_cast<std::size_t>(count),
                         [=](const iovec* some, std::size_t number) {
                           return static_cast<ssize_t>(::syscall(SYS_writev, fd, some, number));
                         });
}

ssize_t send(int fd, const void* bytes, size_t size, int flags) {
  return transfer(fd, size, [=](std::size_t count) {
    return static_cast<ssize_t>(::syscall(SYS_sendto, fd, bytes, count, flags, nullptr, 0));
  });
}

ssize_t sendmsg(int fd, const msghdr* message, int flags) {
  return transfer_message(fd, *message, [=](const msghdr& part) {
    return static_cast<ssize_t>(::syscall(SYS_sendmsg, fd, &part, flags));
  });
}

ssize_t read(int fd, void* bytes, size_t size) {
  return transfer(fd, size, [=](std::size_t count) {
    return static_cast<ssize_t>(::syscall(SYS_read, fd, bytes, count));
  });
}

ssize_t readv(int fd, const iovec* pieces, int count) {
  return transfer_pieces(fd, pieces, static_cast<std::size_t>(count),
                         [=](const iovec* some, std::size_t number) {
                           return static_cast<ssize_t>(::syscall(SYS_readv, fd, some, number));
                         });
}

ssize_t recv(int fd, void* bytes, size_t size, int flags) {
  return transfer(fd, size, [=](std::size_t count) {
    return static_cast<ssize_t>(::syscall(SYS_recvfrom, fd, bytes, count, flags, nullptr, nullptr));
  });
}

int setsockopt(int fd, int level, int name, const void* value, socklen_t size) noexcept {
  if (wanted.unstamped && level == SOL_SOCKET && name == SO_TIMESTAMPING) {
    errno = ENOPROTOOPT;
    return -1;
  }
  return static_cast<int>(::syscall(SYS_setsockopt, fd, level, name, value, size));
}

ssize_t recvmsg(int fd, msghdr* message, int flags) {
  return transfer_message(fd, *message, [=](msghdr& part) {
    const auto size = static_cast<ssize_t>(::syscall(SYS_recvmsg, fd, &part, flags));
    message->msg_namelen = part.msg_namelen;
    message->msg_controllen = part.msg_controllen;
    message->msg_flags = part.msg_flags;
    return size;
  });
}

}  // extern "C"
