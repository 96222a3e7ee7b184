#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace referee {

/// What a confined program may use and see. It reaches nothing else of the machine: no other files, no
/// network, no other processes.
struct Confinement {
  /// The program's own files, and its working directory: read-only, unless `writable`; a bot has a copy of it
  /// instead, if it is small (WorkFolder). Readable for the program's user. Empty: it has none, and works in
  /// its private temporary folder. A writable folder belongs to the program's own user while it runs, if the
  /// referee is root, and to root afterwards.
  std::filesystem::path folder;
  bool writable = false;
  /// Folders and files beside the system's own that it may read, such as an interpreter in /opt.
  std::vector<std::filesystem::path> readable;
  /// Files and folders that it must not see although they are in `folder`: the store, the reports. With a
  /// file, files beside it whose names begin with its name are hidden too.
  std::vector<std::filesystem::path> hidden;

  static constexpr std::int64_t kMemoryMib = 1024;
  static constexpr std::int64_t kLeastMemoryMib = 64;  ///< an interpreter needs most of that to start
  static constexpr std::int64_t kMostMemoryMib = 1024 * 1024;

  /// The memory of the bot and all that it starts, together, at each level, `none` included; see
  /// joint_bounds.h.
  std::int64_t memory_mib = kMemoryMib;
  std::int64_t processes = 64;  ///< threads and, from `bwrap` on, processes; `basic` has one process
  std::int64_t descriptors =
      2048;  ///< open files of it and all that it starts, together; 256 of each process
  /// The size of the program's private /tmp, and of the largest file that it may write. In memory, from
  /// `bwrap` on, it holds at most a file for each 4 KiB.
  std::int64_t scratch_mib = 64;
  std::int64_t cpu_s = 3600;  ///< processor time of its whole life: the last resort
  /// May start programs at `basic` as well, as a compiler does.
  bool forks = false;
  /// Variables of its environment beside the usual ones, each as NAME=VALUE. It has them unconfined, too.
  std::vector<std::string> variables;
};

/// The confinement of a bot's command for which no folder was named: with the folder of the program, or of
/// the first argument that is a file, or with the first argument that is a folder; none of them one of the
/// system. Else with no folder.
Confinement default_confinement(const std::vector<std::string>& argv);

/// The hidden files and folders of a confinement, without links.
std::vector<std::filesystem::path> hidden_places(const Confinement& confinement);
/// Whether `path`, without links, is one of them, or lies beside a hidden file and has a name that begins
/// with that file's.
bool is_hidden(const std::filesystem::path& path, const std::vector<std::filesystem::path>& hidden);
/// Whether `path` is `folder` or in it. Both are taken as they are written.
bool is_below(const std::filesystem::path& path, const std::filesystem::path& folder);

/// What every confined program may read and execute: /usr, /bin and the like beside it, and the files of /etc
/// that programs need to start.
std::vector<std::filesystem::path> system_paths();
/// Whether `path` is below one of them, or of /etc.
bool is_of_system(const std::filesystem::path& path);

struct Visible {
  std::vector<std::string> read;  ///< to read and execute, with all that is in them
  /// Folders in which something is hidden. Interpreters list folders to find modules, and Landlock can show
  /// the names in a folder only all or none.
  std::vector<std::string> listed;
};
/// All that a program may read: `system`, `readable`, and its folder without what is hidden in it
/// (with something hidden, files that are made there later are not seen). A writable folder is left out,
/// because it is mounted as it is. Throws LaunchError for a readable path that does not exist, or a writable
/// folder in which something is to be hidden.
Visible visible_to(const Confinement& confinement,
                   const std::vector<std::filesystem::path>& system = system_paths());

/// The command as it is executed inside: the program as an absolute path, looked up in SandboxSpec::kPath if
/// it has no "/", and arguments that are files of its folder as absolute paths, because the program works
/// there. Throws ProgramError, saying what to do, for a program that does not exist or is not visible.
std::vector<std::string> command_inside(const std::vector<std::string>& argv, const Confinement& confinement);

}  // namespace referee
