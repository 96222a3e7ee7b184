#include "referee/prepare/start_table.h"

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>

#include "referee/adapt/adapter.h"
#include "referee/base/folder_tree.h"
#include "referee/base/text.h"
#include "referee/prepare/archive.h"
#include "referee/process/program.h"

namespace referee::prepare {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic = "\177ELF";  // a program's first bytes
constexpr std::size_t kMaxMakefile = 65536;     // bytes that are looked at

const std::array<std::vector<StartWay>, 4> kTable = {{
    {{"run", "", {"./run"}, "", ""}},
    {{"Makefile", "make bot", {"./bot"}, "make", "bot"}, {"makefile", "make bot", {"./bot"}, "make", "bot"}},
    {{"bot.py", "", {"python3", "bot.py"}, "python3", ""},
     {"bot.js", "", {"node", "bot.js"}, "node", ""},
     {"bot.mjs", "", {"node", "bot.mjs"}, "node", ""},
     {"Bot.java", "javac Bot.java", {"java", "-cp", ".", "Bot"}, "javac java", ""},
     {"Bot.jar", "", {"java", "-jar", "Bot.jar"}, "java", ""},
     {"bot.c", "gcc -O2 -o bot bot.c -lm", {"./bot"}, "gcc", ""},
     {"bot.cpp", "g++ -O2 -std=c++20 -o bot bot.cpp", {"./bot"}, "g++", ""},
     {"bot.rs", "rustc -O -o bot bot.rs", {"./bot"}, "rustc", ""},
     {"bot.go", "go build -o bot bot.go", {"./bot"}, "go", ""},
     {"bot.rb", "", {"ruby", "bot.rb"}, "ruby", ""},
     {"bot.pl", "", {"perl", "bot.pl"}, "perl", ""},
     {"bot.lua", "", {"lua", "bot.lua"}, "lua", ""}},
    {{"bot", "", {"./bot"}, "", ""}},
}};

/// Whether a line of the makefile begins a rule of that target.
bool has_target(const fs::path& makefile, std::string_view target) {
  std::istringstream lines(first_bytes_of(makefile, kMaxMakefile));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(':');
    const bool is_rule = colon != std::string::npos && line.compare(colon, 2, ":=") != 0;
    std::istringstream names(is_rule ? line.substr(0, colon) : "");
    for (std::string name; !line.starts_with('\t') && names >> name;) {
      if (name == target) {
        return true;
      }
    }
  }
  return false;
}

bool fits(const StartWay& way, const fs::path& folder) {
  const fs::path file = folder / way.file;
  std::error_code missing;
  return fs::is_regular_file(file, missing) && (way.target.empty() || has_target(file, way.target));
}

/// The lines of the first group of which any fits.
std::vector<const StartWay*> fitting_ways(const fs::path& folder) {
  std::vector<const StartWay*> found;
  for (const std::vector<StartWay>& group : kTable) {
    for (const StartWay& way : group) {
      if (fits(way, folder)) {
        found.push_back(&way);
      }
    }
    if (!found.empty()) {
      break;
    }
  }
  return found;
}

/// The command of a line. A file that is a program itself need not be executable: archives of some systems do
/// not keep that. A `run` without a first line `#!` is for sh.
std::vector<std::string> command_of(const StartWay& way, const fs::path& folder) {
  const bool is_itself = way.start.front().substr(2) == way.file;
  const fs::path file = folder / way.file;
  const std::string head = is_itself ? first_bytes_of(file, kMagic.size()) : "";
  if (is_itself && head != kMagic && !head.starts_with("#!")) {
    if (way.file != "run") {
      throw BadSubmission(std::string(way.file) +
                          " is no program of this system: expected one for Linux, or its source");
    }
    return {"/bin/sh", std::string(way.file)};
  }
  if (is_itself) {
    fs::permissions(file, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                    fs::perm_options::add);
  }
  return {way.start.begin(), way.start.end()};
}

void check_needs(const StartWay& way) {
  std::istringstream programs{std::string(way.needs)};
  for (std::string program; programs >> program;) {
    if (!is_runnable(program)) {
      throw BadSubmission(std::string(way.file) + " needs the program " + program +
                          ", which is not installed on this machine");
    }
  }
}

/// "bot.py, bot.js, ...": all files of the table.
std::string known_files() {
  std::string text;
  for (const std::vector<StartWay>& group : kTable) {
    for (const StartWay& way : group) {
      if (way.file != "makefile") {
        text.append(text.empty() ? "" : ", ").append(way.file);
        text.append(way.target.empty() ? "" : " with a target 'bot'");
      }
    }
  }
  return text;
}

/// The first folder, from the top, that has something to start; or the innermost only folder.
fs::path folder_of_program(const fs::path& top) {
  fs::path folder = top;
  while (fitting_ways(folder).empty()) {
    const auto inner = only_folder(folder);
    if (!inner) {
      break;
    }
    folder = *inner;
  }
  return folder;
}

}  // namespace

std::optional<fs::path> only_folder(const fs::path& folder) {
  std::optional<fs::path> only;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (is_left_by_system(entry.path().filename().string())) {
      continue;
    }
    if (only || !fs::is_directory(entry.symlink_status())) {
      return std::nullopt;
    }
    only = entry.path();
  }
  return only;
}

std::span<const std::vector<StartWay>> start_table() { return kTable; }

Start find_start(const fs::path& top) {
  const fs::path folder = folder_of_program(top);
  const std::vector<const StartWay*> ways = fitting_ways(folder);
  if (ways.empty()) {
    throw BadSubmission("nothing in it is known to be a bot's program: expected one of " + known_files());
  }
  if (ways.size() > 1) {
    throw BadSubmission("it has both " + std::string(ways[0]->file) + " and " + std::string(ways[1]->file) +
                        ": expected one of them, or a file 'run' that starts the bot");
  }
  check_needs(*ways.front());
  return {folder, command_of(*ways.front(), folder), std::string(ways.front()->build)};
}

Start find_start(const fs::path& top, const Adapter& adapter) {
  fs::path folder = top;
  std::vector<std::string> found;
  while (true) {
    if (adapter.accepts({folder.string()})) {
      found.emplace_back(".");
    }
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (fs::is_regular_file(entry.symlink_status()) && adapter.accepts({entry.path().string()})) {
        found.push_back("./" + entry.path().filename().string());
      }
    }
    const auto inner = found.empty() ? only_folder(folder) : std::nullopt;
    if (!inner) {
      break;
    }
    folder = *inner;
  }
  std::ranges::sort(found);
  if (found.size() == 1) {
    return {folder, found, ""};
  }
  const std::string expected = "expected " + std::string(adapter.expects);
  throw BadSubmission(found.empty() ? "nothing in it can play: " + expected
                                    : "both " + printable(found[0], kMaxShownName) + " and " +
                                          printable(found[1], kMaxShownName) + " can play: " + expected);
}

Start find_start(const fs::path& top, std::vector<std::string> command) {
  const auto is_in = [&command](const fs::path& folder) {
    return std::ranges::any_of(command, [&folder](const std::string& word) {
      std::error_code odd;
      return !word.empty() && !fs::path(word).is_absolute() && fs::exists(folder / word, odd);
    });
  };
  for (std::optional<fs::path> folder = top; folder; folder = only_folder(*folder)) {
    if (is_in(*folder)) {
      return {*folder, std::move(command), ""};
    }
  }
  return {top, std::move(command), ""};
}

std::vector<std::string> command_in(const fs::path& folder, std::vector<std::string> command) {
  for (std::string& word : command) {
    const bool is_program = &word == &command.front();
    std::error_code odd;
    const bool is_here = !word.empty() && !fs::path(word).is_absolute() && fs::exists(folder / word, odd);
    if (is_here && (!is_program || word.find('/') != std::string::npos || !is_runnable(word))) {
      word = (folder / word).lexically_normal().string();
    }
  }
  return command;
}

}  // namespace referee::prepare
