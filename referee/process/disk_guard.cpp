#include "referee/process/disk_guard.h"

#include <sys/stat.h>

#include <chrono>
#include <limits>
#include <string>

#include <boost/asio/steady_timer.hpp>

#include "referee/net/await.h"

namespace referee {
namespace {

constexpr Milliseconds kEvery{200};
constexpr std::size_t kMostFiles = 20'000;  // counting them must not take long
constexpr std::uintmax_t kTooMuch = std::numeric_limits<std::uintmax_t>::max();
constexpr std::uintmax_t kBlock = 512;  // bytes of stat(2)'s blocks

}  // namespace

std::uintmax_t disk_used(const std::filesystem::path& folder) {
  std::uintmax_t sum = 0;
  std::size_t files = 0;
  std::error_code error;
  std::filesystem::recursive_directory_iterator entry(folder, error);
  for (; !error && entry != std::filesystem::recursive_directory_iterator(); entry.increment(error)) {
    struct stat status {};
    if (::lstat(entry->path().c_str(), &status) == 0) {  // else it has just been removed
      sum += static_cast<std::uintmax_t>(status.st_blocks) * kBlock;
    }
    if (++files > kMostFiles) {
      return kTooMuch;
    }
  }
  // Names so deep that they cannot be looked up are made to hide something.
  return error == std::errc::filename_too_long ? kTooMuch : sum;
}

Task<> guard_disk(Tasks& tasks, std::shared_ptr<Process> process, std::vector<DiskAllowance> folders) {
  const auto timer = std::make_shared<boost::asio::steady_timer>(tasks.io());
  process->when_ended([timer] { timer->cancel(); });
  while (!process->ended()) {
    for (const DiskAllowance& one : folders) {
      if (disk_used(one.folder) > one.bytes) {
        process->kill_because("sandbox: too much written to " + one.folder.string());
        co_return;
      }
    }
    timer->expires_after(kEvery);
    (void)co_await timer->async_wait(kAwait);
  }
}

}  // namespace referee
