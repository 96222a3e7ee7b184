#include "referee/process/confinement.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>

#include "referee/base/folder_tree.h"
#include "referee/process/inside/sandbox_spec.h"
#include "referee/process/program.h"
#include "referee/process/spawn.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr std::array kSystem{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"};
// Each is a mount of its own, which takes time.
constexpr std::array kOfEtc{"/etc/alternatives",  "/etc/group",  "/etc/ld.so.cache",    "/etc/localtime",
                            "/etc/nsswitch.conf", "/etc/passwd", "/etc/ssl/openssl.cnf"};
// Folders in /etc whose names begin so are visible; each is of one version: /etc/java-17-openjdk.
constexpr std::array kInterpreters{"java-", "mono", "octave", "perl", "python3.", "R", "racket", "ruby"};
constexpr std::size_t kMostParts = 2000;  // of a folder with something hidden

fs::path whole(const fs::path& path) {
  std::error_code odd;
  const fs::path absolute = fs::absolute(path, odd).lexically_normal();
  return absolute.has_filename() ? absolute : absolute.parent_path();
}

fs::path real(const fs::path& path) {
  std::error_code unreadable;
  fs::path found = fs::weakly_canonical(path, unreadable);
  return unreadable ? whole(path) : found;
}

bool hides_something(const fs::path& folder, const std::vector<fs::path>& hidden) {
  return std::ranges::any_of(hidden, [&](const fs::path& one) { return is_below(one, folder); });
}

/// `folder`, or what is in it without what is hidden.
void add_parts(const fs::path& folder, const std::vector<fs::path>& hidden, Visible& to) {
  if (is_hidden(folder, hidden)) {
    return;
  }
  if (!hides_something(folder, hidden) || !fs::is_directory(folder)) {
    to.read.push_back(folder.string());
    return;
  }
  to.listed.push_back(folder.string());
  for (const auto& entry : fs::directory_iterator(folder)) {
    add_parts(entry.path(), hidden, to);
  }
  if (to.read.size() > kMostParts) {
    throw LaunchError(E2BIG, std::generic_category(),
                      "sandbox: the store or the reports are in " + folder.string() +
                          ", which has too many other files to hide them from the bot: keep them elsewhere");
  }
}

std::string lists(const Confinement& confinement) {
  std::string text = "the system";
  if (!confinement.folder.empty()) {
    text.append(", its folder ").append(confinement.folder.string());
  }
  for (const auto& path : confinement.readable) {
    text.append(", ").append(path.string());
  }
  return text;
}

fs::path find_program(const std::string& word, const Confinement& confinement) {
  if (word.find('/') != std::string::npos) {
    return whole(word);
  }
  std::string_view folders = SandboxSpec::kPath;
  while (true) {
    const std::size_t colon = folders.find(':');
    const fs::path path = fs::path(folders.substr(0, colon)) / word;
    if (is_runnable(path.string())) {
      return path;
    }
    if (colon == std::string_view::npos) {
      throw ProgramError(
          ENOENT, std::generic_category(),
          "cannot start '" + word + "' in the sandbox: it is not in " + SandboxSpec::kPath +
              "; name it by its path, and that path with --readable (\"readable\" in a tournament "
              "file). The sandbox shows " +
              lists(confinement));
    }
    folders.remove_prefix(colon + 1);
  }
}

bool sees(const Confinement& confinement, const fs::path& path) {
  const auto holds = [&](const fs::path& folder) { return !folder.empty() && is_below(path, real(folder)); };
  return is_of_system(path) || holds(confinement.folder) || std::ranges::any_of(confinement.readable, holds);
}

}  // namespace

bool is_below(const fs::path& path, const fs::path& folder) {
  const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end() || (std::next(end) == folder.end() && end->empty());
}

bool is_hidden(const fs::path& path, const std::vector<fs::path>& hidden) {
  const std::string name = path.filename().string();
  return std::ranges::any_of(hidden, [&](const fs::path& one) {
    const std::string file = one.filename().string();
    // Companions of a store: -wal, -shm and .ctl.
    const bool is_companion = name.starts_with(file + "-") || name.starts_with(file + ".");
    return path == one ||
           (path.parent_path() == one.parent_path() && is_companion && fs::is_regular_file(one));
  });
}

std::vector<fs::path> hidden_places(const Confinement& confinement) {
  std::vector<fs::path> hidden;
  for (const fs::path& path : confinement.hidden) {
    hidden.push_back(real(path));
  }
  return hidden;
}

std::vector<fs::path> system_paths() {
  std::vector<fs::path> paths(kSystem.begin(), kSystem.end());
  paths.insert(paths.end(), kOfEtc.begin(), kOfEtc.end());
  std::error_code missing;
  for (const auto& entry : fs::directory_iterator("/etc", missing)) {
    const std::string name = entry.path().filename().string();
    if (std::ranges::any_of(kInterpreters, [&](std::string_view word) { return name.starts_with(word); })) {
      paths.push_back(entry.path());
    }
  }
  std::erase_if(paths, [&](const fs::path& path) { return !fs::exists(path, missing); });
  return paths;
}

bool is_of_system(const fs::path& path) {
  const fs::path place = whole(path);
  return place == "/" || is_below(place, "/etc") ||
         std::ranges::any_of(kSystem, [&](const char* folder) { return is_below(place, folder); });
}

Visible visible_to(const Confinement& confinement, const std::vector<fs::path>& system) {
  Visible visible;
  for (const fs::path& path : system) {
    visible.read.push_back(path.string());
  }
  const std::vector<fs::path> hidden = hidden_places(confinement);
  for (const fs::path& path : confinement.readable) {
    if (!fs::exists(path)) {
      throw LaunchError(ENOENT, std::generic_category(), "sandbox: readable " + path.string());
    }
    add_parts(real(path), hidden, visible);
  }
  if (confinement.folder.empty()) {
    return visible;
  }
  const fs::path folder = real(confinement.folder);
  if (!confinement.writable) {
    add_parts(folder, hidden, visible);
  } else if (hides_something(folder, hidden)) {
    throw LaunchError(EACCES, std::generic_category(),
                      "sandbox: " + folder.string() + " is to be written to, and has what must not be seen");
  }
  return visible;
}

std::vector<std::string> command_inside(const std::vector<std::string>& argv,
                                        const Confinement& confinement) {
  const fs::path program = find_program(argv.front(), confinement);
  if (!fs::exists(program)) {
    throw ProgramError(ENOENT, std::generic_category(), "cannot start '" + argv.front() + "'");
  }
  for (const fs::path& path : {program, real(program)}) {
    if (!sees(confinement, real(path.parent_path()) / path.filename())) {
      throw ProgramError(EACCES, std::generic_category(),
                         "cannot start '" + argv.front() + "': the sandbox hides " + path.string() +
                             "; it shows " + lists(confinement) +
                             ". Make it the bot's folder, or name it with --readable PATH (\"readable\" in a "
                             "tournament file)");
    }
  }
  std::vector<std::string> inside = {(real(program.parent_path()) / program.filename()).string()};
  for (std::size_t i = 1; i < argv.size(); ++i) {
    std::error_code odd;
    // A word without a slash may have the name of a folder by chance.
    const bool is_path = fs::is_regular_file(argv[i], odd) ||
                         (argv[i].find('/') != std::string::npos && fs::is_directory(argv[i], odd));
    const bool is_own =
        !confinement.folder.empty() && is_path && is_below(real(argv[i]), real(confinement.folder));
    inside.push_back(is_own ? real(argv[i]).string() : argv[i]);
  }
  return inside;
}

Confinement default_confinement(const std::vector<std::string>& argv) {
  Confinement confinement;
  std::error_code odd;
  for (std::size_t i = 0; i < argv.size(); ++i) {
    const bool is_path = i > 0 || argv[i].find('/') != std::string::npos;
    if (!is_path || is_of_system(real(argv[i]))) {
      continue;
    }
    const fs::path place = path_without_links(argv[i]).value_or(whole(argv[i]));
    if (fs::is_regular_file(argv[i], odd)) {
      confinement.folder = place.parent_path();
      return confinement;
    }
    if (i > 0 && confinement.folder.empty() && fs::is_directory(argv[i], odd)) {
      confinement.folder = place;  // java -cp FOLDER Bot
    }
  }
  return confinement;
}

}  // namespace referee
