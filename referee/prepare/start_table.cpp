#include "referee/prepare/start_table.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <optional>
#include <sstream>
#include <utility>

#include "protocol/messages.h"
#include "referee/adapt/submission.h"
#include "referee/base/folder_tree.h"
#include "referee/base/text.h"
#include "referee/prepare/archive.h"
#include "referee/prepare/file_kind.h"
#include "referee/process/program.h"

namespace referee::prepare {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic = "\177ELF";  // a program's first bytes
constexpr std::size_t kMaxMakefile = 65536;     // bytes that are looked at
constexpr std::size_t kMaxHead = 65536;         // bytes of a source in which its package stands
constexpr std::size_t kShownFiles = 6;
constexpr std::string_view kRun = "run";
constexpr std::array<std::string_view, 2> kMakefiles = {"Makefile", "makefile"};

/// How a file in a language is built and started, in its folder; "%" stands for its name without the ending.
struct Language {
  std::string_view ending;
  std::string_view build;               ///< run by sh; empty: nothing is to be built
  std::vector<std::string_view> start;  ///< a command
  std::string_view needs;               ///< programs that must be installed, as "javac java"
};

const std::array<Language, 15> kLanguages = {
    {{".py", "", {"python3", "%.py"}, "python3"},
     {".js", "", {"node", "%.js"}, "node"},
     {".mjs", "", {"node", "%.mjs"}, "node"},
     {".java", "javac %.java", {"java", "-cp", ".", "%"}, "javac java"},
     {".jar", "", {"java", "-jar", "%.jar"}, "java"},
     {".c", "gcc -O2 -o % %.c -lm", {"./%"}, "gcc"},
     {".cpp", "g++ -O2 -std=c++20 -o % %.cpp", {"./%"}, "g++"},
     {".cc", "g++ -O2 -std=c++20 -o % %.cc", {"./%"}, "g++"},
     {".cxx", "g++ -O2 -std=c++20 -o % %.cxx", {"./%"}, "g++"},
     {".rs", "rustc -O -o % %.rs", {"./%"}, "rustc"},
     {".go", "go build -o % %.go", {"./%"}, "go"},
     {".rb", "", {"ruby", "%.rb"}, "ruby"},
     {".pl", "", {"perl", "%.pl"}, "perl"},
     {".lua", "", {"lua", "%.lua"}, "lua"},
     {".php", "", {"php", "%.php"}, "php"}}};

/// What tools of a language want beside a program, and what bots of ours import: no programs.
constexpr std::array<std::string_view, 9> kNoPrograms = {
    "__init__.py",       "setup.py",   "conftest.py", "conf.py",     "module-info.java",
    "package-info.java", "referee.py", "referee.js",  "Referee.java"};

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

const Language* language_of(std::string_view name) {
  const std::string ending = protocol::folded_name(fs::path(name).extension().string());
  const auto* const found = std::ranges::find(kLanguages, ending, &Language::ending);
  return found == kLanguages.end() ? nullptr : found;
}

std::string stem_of(const std::string& name) { return fs::path(name).stem().string(); }

/// The names of files in a folder, but those that systems leave behind, in order.
std::vector<std::string> files_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    std::error_code leads_nowhere;
    if (entry.is_regular_file(leads_nowhere) && !is_left_behind(name)) {
      names.push_back(name);
    }
  }
  std::ranges::sort(names);
  return names;
}

/// Whether it is a file in a language that is called so, in any case of letters.
bool is_program_called(std::string_view stem, const std::string& name) {
  return language_of(name) != nullptr && protocol::folded_name(stem_of(name)) == stem;
}

/// The files of the first row that any fits. `guesses`: of the last row too, which is any file in a language.
std::vector<std::string> fitting_files(const fs::path& folder, bool guesses) {
  const std::vector<std::string> files = files_in(folder);
  const auto all = [&](const auto& fits) {
    std::vector<std::string> found;
    std::ranges::copy_if(files, std::back_inserter(found), fits);
    return found;
  };
  using Name = const std::string&;
  const std::array<std::function<bool(Name)>, 6> rows = {
      [](Name name) { return name == kRun; },
      [&](Name name) {
        return std::ranges::find(kMakefiles, name) != kMakefiles.end() && has_target(folder / name, "bot");
      },
      [](Name name) { return is_program_called("bot", name); },
      [](Name name) { return name == "bot"; },
      [](Name name) { return is_program_called("main", name) || name == "__main__.py"; },
      [&](Name name) {
        return guesses && language_of(name) != nullptr &&
               std::ranges::find(kNoPrograms, name) == kNoPrograms.end();
      }};
  for (const auto& row : rows) {
    if (std::vector<std::string> found = all(row); !found.empty()) {
      return found;
    }
  }
  return {};
}

void check_needs(std::string_view needs, const std::string& name) {
  std::istringstream programs{std::string(needs)};
  for (std::string program; programs >> program;) {
    if (!is_runnable(program)) {
      throw BadSubmission(printable(name, kMaxShownName) + " needs the program " + program +
                          ", which is not installed on this machine");
    }
  }
}

std::string filled_in(std::string_view pattern, const std::string& stem) {
  std::string text(pattern);
  for (std::size_t at = text.find('%'); at != std::string::npos; at = text.find('%', at + stem.size())) {
    text.replace(at, 1, stem);
  }
  return text;
}

/// The package of a source in Java: "org.example"; "" if it is in none.
std::string package_of(const fs::path& source) {
  constexpr const char* kNames = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.";
  std::istringstream lines(first_bytes_of(source, kMaxHead));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line.substr(0, line.find(';')));
    std::string keyword;
    std::string name;
    std::string more;
    if (words >> keyword >> name && keyword == "package" && !(words >> more) &&
        name.find_first_not_of(kNames) == std::string::npos) {
      return name;
    }
  }
  return "";
}

Start start_of_source(const fs::path& folder, const std::string& name, const Language& language) {
  check_needs(language.needs, name);
  const std::string stem = stem_of(name);
  // The ending may be in upper case.
  const std::string ending = name.substr(stem.size());
  const auto with_ending = [&](std::string_view pattern, const std::string& as) {
    std::string text(pattern);
    if (const std::size_t at = text.find(language.ending); at != std::string::npos) {
      text.replace(at, language.ending.size(), ending);
    }
    return filled_in(text, as);
  };
  Start start{folder, {}, with_ending(language.build, shell_quoted(stem))};
  for (const std::string_view word : language.start) {
    start.command.push_back(with_ending(word, stem));
  }
  if (const std::string package = language.ending == ".java" ? package_of(folder / name) : "";
      !package.empty()) {
    start.build = "javac -d . *.java";
    start.command.back() = package + "." + stem;
  }
  return start;
}

/// A file that is a program itself need not be executable: archives of some systems do not keep that. A `run`
/// without a first line `#!` is for sh.
Start start_of_program(const fs::path& folder, const std::string& name) {
  const fs::path file = folder / name;
  const std::string head = first_bytes_of(file, kMagic.size());
  if (head != kMagic && !head.starts_with("#!")) {
    if (name != kRun) {
      throw BadSubmission(name + " is no program of this system: expected one for Linux, or its source");
    }
    return {folder, {"/bin/sh", name}, ""};
  }
  if (!fs::is_symlink(file)) {
    fs::permissions(file, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                    fs::perm_options::add);
  }
  return {folder, {"./" + name}, ""};
}

Start start_of(const fs::path& folder, const std::string& name) {
  if (std::ranges::find(kMakefiles, name) != kMakefiles.end()) {
    check_needs("make", name);
    return {folder, {"./bot"}, "make bot"};
  }
  const Language* const language = language_of(name);
  return language == nullptr ? start_of_program(folder, name) : start_of_source(folder, name, *language);
}

/// "run, Makefile with a target 'bot', bot.py, ...".
std::string known_files() {
  std::string text = "run, Makefile with a target 'bot'";
  for (const Language& language : kLanguages) {
    const bool is_class = language.ending == ".java" || language.ending == ".jar";
    text.append(is_class ? ", Bot" : ", bot").append(language.ending);
  }
  return text + ", bot; or main in place of bot, or only one such file";
}

/// What to tell the author of a file that is no program: " (a notebook: save it as a script bot.py)"; or
/// nothing.
std::string_view remark_on(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 13> kRemarks = {
      {{".ipynb", " (a notebook: save it as a script bot.py)"},
       {".py.txt", " (without .txt it is a script)"},
       {".lnk", " (a link to a file, and not the file)"},
       {".url", " (a link, and not a file)"},
       {".webloc", " (a link, and not a file)"},
       {".gdoc", " (a link, and not a file)"},
       {".zip", " (an archive among other files)"},
       {".exe", " (a program for Windows)"},
       {".class", " (compiled Java: submit its source, or a jar)"},
       {".pyc", " (compiled Python: submit its source)"},
       {".gz", " (a compressed file)"},
       {".app", " (a program for macOS)"},
       {".cs", " (C#, which is not in the table: add a file 'run')"}}};
  const std::string folded = protocol::folded_name(name);
  const auto* const found =
      std::ranges::find_if(kRemarks, [&](const auto& remark) { return folded.ends_with(remark.first); });
  if (std::ranges::find(kMakefiles, name) != kMakefiles.end()) {
    return " without a target 'bot'";
  }
  return found == kRemarks.end() ? "" : found->second;
}

/// What is in a folder, for its author: "report.pdf, walls.ipynb (a notebook: save it as bot.py)".
std::string contents_of(const fs::path& folder) {
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (!is_left_behind(name)) {
      const bool is_folder = fs::is_directory(entry.symlink_status());
      found.push_back(printable(name, kMaxShownName) + (is_folder ? "/" : "") + std::string(remark_on(name)));
    }
  }
  std::ranges::sort(found);
  std::string text;
  for (std::size_t i = 0; i < found.size() && i < kShownFiles; ++i) {
    text.append(i == 0 ? "" : ", ").append(found[i]);
  }
  const std::size_t more = found.size() - std::min(found.size(), kShownFiles);
  return found.empty() ? "nothing" : text + (more == 0 ? "" : " and " + std::to_string(more) + " more");
}

/// The folders in which a program may lie, from the top: each is the only one in that before, or its `src`
/// (of Maven: `src/main/java`).
std::vector<fs::path> folders_of_program(const fs::path& top) {
  std::vector<fs::path> folders = {top};
  while (true) {
    auto inner = only_folder(folders.back());
    for (const char* const sources : {"src/main/java", "src"}) {
      if (!inner && fs::is_directory(fs::symlink_status(folders.back() / sources))) {
        inner = folders.back() / sources;
      }
    }
    if (!inner) {
      return folders;
    }
    folders.push_back(*inner);
  }
}

}  // namespace

std::optional<fs::path> only_folder(const fs::path& folder) {
  std::optional<fs::path> only;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const bool is_folder = fs::is_directory(entry.symlink_status());
    if (is_left_behind(name) || (!is_folder && is_document(name))) {
      continue;
    }
    if (only || !is_folder) {
      return std::nullopt;
    }
    only = entry.path();
  }
  return only;
}

bool is_start_file(std::string_view name) {
  const std::string text(name);
  return text == kRun || text == "bot" || std::ranges::find(kMakefiles, name) != kMakefiles.end() ||
         is_program_called("bot", text) || is_program_called("main", text);
}

Start find_start(const fs::path& top) {
  const std::vector<fs::path> folders = folders_of_program(top);
  for (const bool guesses : {false, true}) {
    for (const fs::path& folder : folders) {
      const std::vector<std::string> files = fitting_files(folder, guesses);
      if (files.size() == 1) {
        return start_of(folder, files.front());
      }
      if (files.size() > 1) {
        throw BadSubmission("it has both " + printable(files[0], kMaxShownName) + " and " +
                            printable(files[1], kMaxShownName) + ": expected " +
                            (guesses ? "one of them to be called bot or main" : "one of them") +
                            ", or a file 'run' that starts the bot");
      }
    }
  }
  throw BadSubmission("nothing in it is known to be a bot's program: it has " + contents_of(folders.back()) +
                      "; expected one of " + known_files());
}

Start find_start(const fs::path& top, const Adapter& adapter) {
  fs::path folder = top;
  std::vector<std::string> found;
  while (true) {
    if (accepts(adapter, {folder.string()})) {
      found.emplace_back(".");
    }
    for (const auto& entry : fs::directory_iterator(folder)) {
      const std::string name = entry.path().filename().string();
      if (fs::is_regular_file(entry.symlink_status()) && !is_left_behind(name) &&
          accepts(adapter, {entry.path().string()})) {
        found.push_back("./" + name);
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
  throw BadSubmission(found.empty()
                          ? "nothing in it can play: it has " + contents_of(folder) + "; " + expected
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
