#include "referee/process/inside/bwrap_command.h"

#include <filesystem>

#include "referee/base/mib.h"

namespace referee {
namespace {

void add(std::vector<std::string>& to, std::vector<std::string> words) {
  to.insert(to.end(), std::make_move_iterator(words.begin()), std::make_move_iterator(words.end()));
}

}  // namespace

std::vector<std::string> bwrap_command(const CellOrder& order, int filter) {
  const std::string scratch = std::to_string(order.scratch_mib * kMib);
  // --disable-userns wants --unshare-user by name. --share-net: the network that we are in is private.
  std::vector<std::string> argv = {order.bwrap,
                                   "--unshare-all",
                                   "--unshare-user",
                                   "--share-net",
                                   "--disable-userns",
                                   "--die-with-parent",
                                   "--new-session",
                                   "--proc",
                                   "/proc",
                                   "--dev",
                                   "/dev"};
  // bubblewrap's own /dev has no bounds. Folders of ours may be in /tmp, and must come after it.
  add(argv, {"--size", scratch, "--tmpfs", "/dev/shm", "--remount-ro", "/dev"});
  add(argv, {"--size", scratch, "--tmpfs", "/tmp"});
  for (const std::string& path : order.visible) {
    std::error_code none;
    if (std::filesystem::is_symlink(path, none)) {
      add(argv, {"--symlink", std::filesystem::read_symlink(path, none).string(), path});
    } else {
      add(argv, {"--ro-bind-try", path, path});
    }
  }
  if (order.writable) {
    add(argv, {"--bind", order.folder, order.folder});
  }
  add(argv, {"--remount-ro", "/", "--chdir", order.folder.empty() ? "/tmp" : order.folder});
  add(argv, {"--info-fd", std::to_string(CellOrder::kControlFd), "--seccomp", std::to_string(filter), "--"});
  argv.insert(argv.end(), order.argv.begin(), order.argv.end());
  return argv;
}

}  // namespace referee
