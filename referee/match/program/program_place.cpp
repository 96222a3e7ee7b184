#include "referee/match/program/program_place.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <stdexcept>
#include <utility>

#include "referee/base/file_descriptor.h"
#include "referee/base/folder_copy.h"
#include "referee/base/folder_tree.h"
#include "referee/base/text.h"
#include "referee/base/units.h"
#include "referee/process/inside/bot_connection.h"
#include "referee/process/program.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr const char* kConnect = "connect";  // the program that a bot's command is run by
constexpr const char* kOwn = ".match";  // in the copy of the folder: the order, and what the program leaves
constexpr std::int64_t kMemoryMib = 4096;  // runners are often Java
constexpr std::int64_t kProcesses = 512;
constexpr std::int64_t kCpu = 30LL * 24 * 3600;  // s: match_ms bounds it
constexpr std::size_t kLongestEnding = 10;       // of a replay's name

void allow(const fs::path& path, unsigned mode) { fs::permissions(path, static_cast<fs::perms>(mode)); }

/// Runners may join the words of a command with spaces.
bool is_plain(const std::string& path) {
  return std::ranges::all_of(path, [](unsigned char c) {
    return (std::isalnum(c) != 0 && c < 0x80) || c == '/' || c == '.' || c == '_' || c == '-';
  });
}

/// With the dot; empty if the name has none that files elsewhere may have.
std::string ending_of(const std::string& name) {
  const std::string ending = fs::path(name).extension().string();
  const bool plain = ending.size() > 1 && ending.size() <= kLongestEnding &&
                     std::all_of(ending.begin() + 1, ending.end(),
                                 [](unsigned char c) { return std::isalnum(c) != 0 && c < 0x80; });
  return plain ? ending : "";
}

std::string read_all_of(const FileDescriptor& file, std::size_t size) {
  std::string text(size, '\0');
  std::size_t have = 0;
  while (have < size) {
    const ssize_t got = ::read(file.get(), text.data() + have, size - have);
    if (got <= 0) {
      break;
    }
    have += static_cast<std::size_t>(got);
  }
  text.resize(have);
  return text;
}

}  // namespace

std::string replay_stem(const MatchSpec& spec) {
  return spec.id + (spec.attempt == 1 ? "" : ".a" + std::to_string(spec.attempt)) + ".replay";
}

bool is_replay_name(const std::string& file, const MatchSpec& spec) {
  const std::string stem = replay_stem(spec);
  const std::string ending = file.substr(std::min(file.size(), stem.size()));
  return file.starts_with(stem) && (ending.empty() || ending_of("x" + ending) == ending);
}

ProgramPlace::ProgramPlace(const rules::RulesFolder& folder)
    : folder_(folder),
      bots_(place_.path() / "bots"),
      work_(place_.path() / folder.game().name),
      out_(work_ / kOwn / "out"),
      order_(work_ / kOwn / "order.json") {
  if (!is_plain(place_.path().string())) {
    throw std::runtime_error("the folder of temporary files, " + printable(place_.path().string()) +
                             ", has a name that a command of a match program cannot have: expected letters, "
                             "digits and /._- (the variable TMPDIR)");
  }
  fs::create_directories(bots_);
  fs::create_directory(work_);
  const auto is_own = [&](const fs::path& path) { return path == folder.copy() / kOwn; };
  (void)copy_folder(folder.copy(), work_, is_own);
  fs::create_directories(out_);
  fs::copy_file(inside_program(), bots_ / kConnect);
  allow(bots_ / kConnect, 0755);
  allow(bots_, 0755);
  allow(place_.path(), 0711);
}

fs::path ProgramPlace::add_seat(std::size_t seat) {
  fs::path command = bot_command(seat);
  write_file_atomically(command, "#!" + (bots_ / kConnect).string() + " " + kConnectWord + "\n", Sync::none);
  allow(command, 0755);
  return command;
}

void ProgramPlace::write_order(const MatchJob& job, const Json& options) {
  Json players = Json::array();
  for (std::size_t seat = 0; seat < job.seats.size(); ++seat) {
    players.push_back({{"seat", seat},
                       {"name", job.seats[seat].name},
                       {"command", Json::array({bot_command(seat).string()})}});
  }
  const Json order{{"match_program", 1},          {"match", job.spec.id},
                   {"attempt", job.spec.attempt}, {"seed", job.spec.seed.number},
                   {"salt", job.spec.seed.salt},  {"options", options},
                   {"folder", out_.string()},     {"players", std::move(players)}};
  write_file_atomically(order_, order.dump() + "\n", Sync::none);
  allow(order_, 0644);
}

BotCommand ProgramPlace::command(SandboxLevel level) const {
  Confinement confinement;
  confinement.folder = work_;
  confinement.writable = true;
  confinement.readable = {bots_};
  confinement.memory_mib = kMemoryMib;
  confinement.processes = kProcesses;
  confinement.cpu_s = kCpu;
  confinement.variables = {"PYTHONHASHSEED=0"};
  if (level == SandboxLevel::none) {  // whoever it runs as
    allow(work_, 0777);
    allow(out_.parent_path(), 0777);
    allow(out_, 0777);
  }
  BotCommand command;
  command.argv = folder_.placed_command(work_);
  command.argv.push_back(order_.string());
  command.confinement = std::move(confinement);
  command.stdio = Stdio::pipe;
  return command;
}

ProgramReplay ProgramPlace::replay(const std::string& name) const {
  const auto refuse = [&](const std::string& what) {
    throw std::invalid_argument("line.replay: " + printable(name) + " in the folder of the order is " + what);
  };
  constexpr std::size_t kMost = kMostReplayMib * kMib;
  // From our own folder on: the program may have put links in place of those below it.
  const FileDescriptor file =
      FolderTree(place_.path()).open_file(out_.lexically_relative(place_.path()) / name);
  struct stat status {};
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) {
    refuse("no file");
  }
  if (static_cast<std::size_t>(status.st_size) > kMost) {
    refuse("larger than " + std::to_string(kMostReplayMib) + " MiB");
  }
  return {ending_of(name),
          std::make_shared<const std::string>(read_all_of(file, static_cast<std::size_t>(status.st_size)))};
}

}  // namespace referee
