#include "referee/process/private_copies.h"

#include <spdlog/spdlog.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "referee/base/file_descriptor.h"
#include "referee/base/folder_copy.h"
#include "referee/base/folder_tree.h"
#include "referee/base/system_users.h"
#include "referee/process/program.h"
#include "referee/process/spawn.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

/// For users who neither own the file nor are in its group. Links are followed.
bool all_may(const fs::path& path, mode_t bits) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && (status.st_mode & bits) == bits;
}

bool all_may_read(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    return true;  // a link that leads nowhere
  }
  const bool passes = S_ISDIR(status.st_mode) || (status.st_mode & S_IXUSR) != 0;
  const mode_t bits = S_IROTH | (passes ? S_IXOTH : 0U);
  return (status.st_mode & bits) == bits;
}

/// Whether all users may pass through the folders above `path`, which is canonical.
bool all_may_reach(const fs::path& path) {
  for (fs::path above = path.parent_path();; above = above.parent_path()) {
    if (!all_may(above, S_IXOTH)) {
      return false;
    }
    if (above == above.parent_path()) {
      return true;
    }
  }
}

/// Whether all users may read all that a copy of `folder` would have.
bool all_may_read_all_of(const fs::path& folder, const std::vector<fs::path>& hidden) {
  if (!all_may_reach(folder) || !all_may_read(folder)) {
    return false;
  }
  std::size_t files = 0;
  std::error_code gone;
  fs::recursive_directory_iterator at(folder, gone);
  for (; !gone && at != fs::recursive_directory_iterator(); at.increment(gone)) {
    if (at->path().filename() == ".git" || is_hidden(at->path(), hidden)) {
      at.disable_recursion_pending();
    } else if (++files > SizeBound().files || at.depth() > static_cast<int>(SizeBound().depth)) {
      return true;  // it would not be copied anyway
    } else if (!at->is_symlink(gone) && !all_may_read(at->path())) {
      return false;
    }
  }
  return true;
}

/// Why `folder` is not one to copy as a whole, for people; empty: it is.
std::string whole_of_what(const fs::path& folder) {
  const auto holds = [&](const fs::path& path) { return !path.empty() && is_below(path, folder); };
  if (holds(this_program())) {
    return "it has the referee's own program";
  }
  struct stat status {};
  if (::stat(folder.c_str(), &status) == 0 && (status.st_mode & S_ISVTX) != 0) {
    return "all users share it";
  }
  const char* const own = std::getenv("HOME");
  const bool is_home =
      (own != nullptr && holds(fs::weakly_canonical(own))) || std::ranges::any_of(home_folders(), holds);
  return is_home ? "it is or has a home folder" : "";
}

/// The group may read it, and run it if its owner may.
void give_to_group(const fs::path& path, gid_t group) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0 || S_ISLNK(status.st_mode)) {
    return;
  }
  const bool passes = S_ISDIR(status.st_mode) || (status.st_mode & S_IXUSR) != 0;
  if (::chown(path.c_str(), 0, group) != 0 || ::chmod(path.c_str(), passes ? 0750 : 0640) != 0) {
    throw_errno(path.c_str());
  }
}

/// Whether a folder's owner has changed it meanwhile, or cannot read all of it; else the machine has failed.
bool is_of_owner(const std::error_code& why) {
  static constexpr std::array kOfOwner{EACCES, EPERM, ENOENT, ENOTDIR, ELOOP};
  return std::ranges::find(kOfOwner, why.value()) != kOfOwner.end();
}

bool all_may_use(const fs::path& path) {
  std::error_code odd;
  const fs::path real = fs::canonical(path, odd);
  return odd || (all_may_reach(path) && all_may_reach(real) && all_may_read(real));
}

[[noreturn]] void refuse(const std::string& what) {
  throw LaunchError(
      EACCES, std::generic_category(),
      what +
          ": bots never run as root, and only root can use it; make it readable for all users, or "
          "write --as-root (\"as_root\":true in a tournament file)");
}

}  // namespace

/// A word of a command that names a file or folder.
struct PrivateCopies::NamedPath {
  std::size_t word;
  fs::path path;  ///< absolute; only its last part may be a link
};

/// A program without "/" is looked up in PATH, and is none of the bot's own files.
std::vector<PrivateCopies::NamedPath> PrivateCopies::paths_named_by(const std::vector<std::string>& argv) {
  std::vector<NamedPath> named;
  std::error_code odd;
  for (std::size_t i = 0; i < argv.size(); ++i) {
    const bool is_path = i > 0 || argv[i].find('/') != std::string::npos;
    if (is_path && fs::exists(argv[i], odd)) {
      const fs::path whole = fs::absolute(argv[i]).lexically_normal();
      const fs::path path = fs::is_directory(whole, odd)
                                ? fs::canonical(whole, odd)
                                : fs::canonical(whole.parent_path(), odd) / whole.filename();
      if (!odd) {  // else it has just gone
        named.push_back({i, path});
      }
    }
  }
  return named;
}

PrivateCopies::~PrivateCopies() {
  for (const Source& source : sources_) {
    give_back(source);
  }
}

void PrivateCopies::give_back(const Source& source) {
  if (source.group != 0) {
    users_->give_back(source.group);
  }
}

/// What is known of `folder`, found out at the first call; its copy, if all of it is copied.
PrivateCopies::Source& PrivateCopies::source(const fs::path& folder, const Confinement& confinement) {
  const auto found = std::ranges::find(sources_, folder, &Source::original);
  if (found != sources_.end()) {
    return *found;
  }
  Source& made = sources_.emplace_back(Source{folder, confinement.folder});
  try {
    find_out(made, confinement);
  } catch (const fs::filesystem_error& error) {
    give_back(made);
    sources_.pop_back();
    if (!is_of_owner(error.code())) {
      throw;
    }
    throw BotFolderError(error.code(), "cannot copy " + folder.string() + " for the bot");
  }
  return made;
}

void PrivateCopies::find_out(Source& made, const Confinement& confinement) {
  const fs::path& folder = made.original;
  const std::vector<fs::path> hidden = hidden_places(confinement);
  if (all_may_read_all_of(folder, hidden)) {
    return;
  }
  std::string& why = made.why_not_whole;
  why = whole_of_what(folder);
  make_place(made);
  fs::create_directory(made.copy);
  made.copied = Copied::named_files;
  if (why.empty()) {
    try {
      for (const std::string& odd : copy_folder(
               made.named, made.copy, [&](const fs::path& path) { return is_hidden(path, hidden); })) {
        spdlog::warn("private copy of {}: without {}", folder.string(), odd);
      }
      made.copied = Copied::folder;
    } catch (const FolderTooLarge& large) {
      why = std::string("it has ") + large.what();
      fs::remove_all(made.copy);
      fs::create_directory(made.copy);
    }
  }
  give_to_group(made.copy, made.group);
  for (const auto& entry : fs::recursive_directory_iterator(made.copy)) {
    give_to_group(entry.path(), made.group);
  }
}

void PrivateCopies::make_place(Source& source) {
  source.group = users_->take();
  source.place = std::make_unique<ScratchFolder>();
  source.copy = source.place->path() / source.original.filename();
  give_to_group(source.place->path(), source.group);
}

/// Links are followed, as far as the folder's owner may.
FileDescriptor PrivateCopies::open_in(const Source& source, const fs::path& inside) {
  const auto refused = [&](const std::error_code& why) {
    return BotFolderError(why, "cannot copy " + (source.original / inside).string() + " for the bot");
  };
  try {
    FileDescriptor file = FolderTree(source.named).open_file(inside, Follow::all_links);
    if (file.get() < 0) {
      throw refused({errno, std::generic_category()});
    }
    return file;
  } catch (const fs::filesystem_error& error) {
    if (!is_of_owner(error.code())) {
      throw;
    }
    throw refused(error.code());
  }
}

/// The file of `source` at `path`, in its copy.
fs::path PrivateCopies::copy_of(Source& source, const fs::path& path) {
  const fs::path inside = path.lexically_relative(source.original);
  const fs::path copy = inside == "." ? source.copy : source.copy / inside;
  if (!fs::exists(copy)) {  // in a whole copy: a link that leads outside
    const FileDescriptor file = open_in(source, inside);
    fs::create_directories(copy.parent_path());
    (void)copy_opened_file(file, copy);
    for (fs::path part = copy; part != source.copy; part = part.parent_path()) {
      give_to_group(part, source.group);
    }
  }
  return copy;
}

void PrivateCopies::place_own_files(Source& source, const std::vector<NamedPath>& own, BotCommand& command) {
  if (const std::string why = std::exchange(source.why_not_whole, ""); !why.empty()) {
    spdlog::warn(
        "bots never run as root, and other users cannot read all of {}; {}, so that only the files that the "
        "bot's command names are copied for it: give the bot a folder of its own",
        source.original.string(), why);
  }
  for (const NamedPath& named : own) {
    command.argv[named.word] = copy_of(source, named.path).string();
  }
  command.readers.push_back(source.group);
  command.folder = source.copy;
  if (command.confinement) {
    command.confinement->folder = source.copy;
  }
}

/// The referee's own program, which plays as an adapter.
void PrivateCopies::place_this_program(BotCommand& command) {
  const fs::path program = this_program();
  auto found = std::ranges::find(sources_, program, &Source::original);
  if (found == sources_.end()) {
    found = sources_.insert(sources_.end(), Source{program, program, Copied::named_files});
    make_place(*found);
    fs::copy_file(program, found->copy);
    give_to_group(found->copy, found->group);
  }
  command.argv.front() = found->copy.string();
  command.readers.push_back(found->group);
  if (command.confinement) {
    std::ranges::replace(command.confinement->readable, program, found->copy);
  }
}

BotCommand PrivateCopies::readable(BotCommand command) {
  const Confinement confinement = command.confinement.value_or(default_confinement(command.argv));
  std::error_code odd;
  const fs::path folder = fs::weakly_canonical(confinement.folder, odd);
  if (odd) {
    throw BotFolderError(odd, "cannot copy " + confinement.folder.string() + " for the bot");
  }
  std::vector<NamedPath> own;
  for (const NamedPath& named : paths_named_by(command.argv)) {
    if (!confinement.folder.empty() && is_below(named.path, folder)) {
      own.push_back(named);
    } else if (named.word == 0 && !all_may_use(named.path)) {
      if (named.path != this_program()) {
        refuse("cannot start '" + command.argv.front() + "'");
      }
      place_this_program(command);
    }
  }
  for (const fs::path& path : command.confinement ? command.confinement->readable : std::vector<fs::path>()) {
    if (!all_may_use(path)) {
      refuse("readable " + path.string());
    }
  }
  if (confinement.folder.empty() || confinement.writable) {  // a writable folder becomes the user's own
    return command;
  }
  Source& from = source(folder, confinement);
  const bool is_needed = from.copied == Copied::folder || !all_may_reach(folder) ||
                         !std::ranges::all_of(own, all_may_use, &NamedPath::path);
  if (from.copied != Copied::nothing && is_needed) {
    place_own_files(from, own, command);
  }
  return command;
}

}  // namespace referee
