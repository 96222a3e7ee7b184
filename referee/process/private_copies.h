#pragma once

#include <sys/types.h>

#include <filesystem>
#include <list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "referee/base/file_descriptor.h"
#include "referee/base/files.h"
#include "referee/process/bot_command.h"
#include "referee/process/sandbox_instance.h"
#include "referee/process/spawn.h"

namespace referee {

/// A bot's folder cannot be copied, because the user who owns it has changed it meanwhile, or may not read
/// all of it.
class BotFolderError : public ProgramError {
 public:
  using ProgramError::ProgramError;
};

/// Copies of the files of bots which run as a user of their own and could not read the originals: a folder
/// that only root may enter, files of mode 600. Each copy is made once, belongs to a group that only
/// processes of its bots are in, and is removed with this object.
class PrivateCopies {
 public:
  /// `users`: where the numbers of groups are taken from.
  explicit PrivateCopies(std::shared_ptr<UserSlots> users) : users_(std::move(users)) {}
  ~PrivateCopies();
  PrivateCopies(const PrivateCopies&) = delete;
  PrivateCopies& operator=(const PrivateCopies&) = delete;

  /// `command` itself if all users can read the bot's files; else with the paths of a copy in place of
  /// theirs, and with the group that may read it.
  ///
  /// The bot's folder is copied, without what is hidden from the bot: at most 256 MiB and 10,000 files. Three
  /// kinds of folders are not copied as a whole: one that is or has a home folder or the referee's own
  /// program, and one that all users share (/tmp). Of these, and of larger ones, only the files that the
  /// command names are copied, and a warning in the log says so. Of the folder of the sample bots, and of the
  /// referee's program that plays as an adapter, only the program is copied. Throws LaunchError for a
  /// program, or a path in Confinement::readable, that only root can use, and BotFolderError: what
  /// root copies, it reads as FolderTree does.
  BotCommand readable(BotCommand command);

 private:
  enum class Copied { nothing, folder, named_files };
  struct Source {
    std::filesystem::path original;  ///< without links
    std::filesystem::path named;     ///< as the command has it: its links tell who chose the folder
    Copied copied = Copied::nothing;
    gid_t group = 0;
    std::unique_ptr<ScratchFolder> place = nullptr;
    std::filesystem::path copy = {};  ///< of `original`, in `place`
    std::string why_not_whole = {};   ///< for people, until they have been told; empty: nothing to tell
  };
  struct NamedPath;
  static std::vector<NamedPath> paths_named_by(const std::vector<std::string>& argv);
  Source& source(const std::filesystem::path& folder, const Confinement& confinement);
  void find_out(Source& made, const Confinement& confinement);
  void make_place(Source& source);
  void give_back(const Source& source);
  static FileDescriptor open_in(const Source& source, const std::filesystem::path& inside);
  std::filesystem::path copy_of(Source& source, const std::filesystem::path& path);
  void place_own_files(Source& source, const std::vector<NamedPath>& own, BotCommand& command);
  void place_this_program(BotCommand& command);

  std::shared_ptr<UserSlots> users_;
  std::list<Source> sources_;
};

}  // namespace referee
