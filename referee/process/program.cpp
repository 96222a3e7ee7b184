#include "referee/process/program.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include "protocol/limits.h"
#include "protocol/messages.h"
#include "protocol/nearest.h"
#include "referee/base/file_descriptor.h"
#include "referee/base/text.h"
#include "referee/base/unicode/unicode.h"
#include "referee/process/inside/first_step.h"

namespace referee {
namespace {

constexpr std::string_view kUsualPath = "/bin:/usr/bin";  // what posix_spawnp looks through without PATH

/// Beside this program or, where that is in a folder of programs of others, such as pip's, in lib/referee.
std::filesystem::path samples_folder() {
  const std::filesystem::path folder = std::filesystem::path(this_program()).parent_path();
  std::filesystem::path beside = folder / "sample_bots";
  std::filesystem::path of_prefix = folder.parent_path() / "lib/referee/sample_bots";
  std::error_code missing;
  const bool is_of_prefix =
      !std::filesystem::is_directory(beside, missing) && std::filesystem::is_directory(of_prefix, missing);
  return is_of_prefix ? of_prefix : beside;
}

constexpr std::string_view kSampleProgram = "cpp_bots";  // the bots in C++ are links to it

bool is_executable_file(const std::filesystem::path& path) {
  std::error_code missing;
  return std::filesystem::is_regular_file(path, missing) && ::access(path.c_str(), X_OK) == 0;
}

/// Whether the file in the folder of the sample bots is one: others are imported by bots, or are the clients
/// of students.
bool is_sample_bot(const std::filesystem::path& path) {
  constexpr std::array<std::string_view, 3> kOthers{kSampleProgram, "join.py", "submit.py"};
  return std::ranges::find(kOthers, path.filename().string()) == kOthers.end() && is_executable_file(path);
}

constexpr std::size_t kRoomForNumber = 4;  // "-12" behind a name that is taken

/// A bot's name made of a file's name: characters that a name may not have become "-".
std::string as_name(const std::string& file) {
  std::string name = std::filesystem::path(file).stem().string();
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0 && c != '.' && c != '_' && c != '-'; }, '-');
  while (!name.empty() && std::isalnum(static_cast<unsigned char>(name.front())) == 0) {
    name.erase(0, 1);
  }
  name = name.substr(0, protocol::kMaxName - kRoomForNumber);
  return name.empty() ? "bot" : name;
}

/// "app.jar" of `java -jar app.jar`, "MyBot" of `java -cp . bots.MyBot`; nothing if neither is there.
std::optional<std::string> program_of_java(const std::vector<std::string>& argv) {
  constexpr std::array<std::string_view, 6> kWithValue = {"-cp", "-classpath",    "--class-path",
                                                          "-p",  "--module-path", "--add-modules"};
  for (std::size_t i = 1; i < argv.size(); ++i) {
    if (std::ranges::find(kWithValue, argv[i]) != kWithValue.end()) {
      ++i;
    } else if (!argv[i].starts_with('-')) {
      const bool is_file = argv[i - 1] == "-jar" || std::filesystem::is_regular_file(argv[i]);
      return is_file ? argv[i] : argv[i].substr(argv[i].find_last_of("./") + 1);
    }
  }
  return std::nullopt;
}

/// The first argument that is a file is what an interpreter runs.
std::string file_of_command(const std::vector<std::string>& argv) {
  if (std::filesystem::path(argv.front()).filename() == "java") {
    return program_of_java(argv).value_or(argv.front());
  }
  for (std::size_t i = 1; i < argv.size(); ++i) {
    if (std::filesystem::is_regular_file(argv[i])) {
      return argv[i];
    }
  }
  return argv.front();
}

std::string name_of_command(const std::vector<std::string>& argv) { return as_name(file_of_command(argv)); }

/// "v1-bot" for v1/bot.py.
std::string name_with_folder(const std::vector<std::string>& argv) {
  const std::string file = file_of_command(argv);
  const std::string folder = std::filesystem::absolute(file).parent_path().filename().string();
  return as_name(folder + "-" + std::filesystem::path(file).filename().string());
}

bool is_clash(const std::vector<std::string>& one, const std::vector<std::string>& other) {
  return file_of_command(one) != file_of_command(other) &&
         protocol::folded_name(name_of_command(one)) == protocol::folded_name(name_of_command(other));
}

std::string unique(const std::string& name, std::set<std::string>& taken) {
  std::string candidate = name;
  for (int number = 2; !taken.insert(protocol::folded_name(candidate)).second; ++number) {
    candidate = name + "-" + std::to_string(number);
  }
  return candidate;
}

}  // namespace

std::string this_program() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

std::optional<std::string> find_sample_bot(const std::string& name) {
  if (name.empty() || name.find('/') != std::string::npos) {
    return std::nullopt;
  }
  const std::filesystem::path path = samples_folder() / name;
  return is_sample_bot(path) ? std::optional(path.string()) : std::nullopt;
}

bool is_samples_folder(const std::filesystem::path& folder) { return folder == samples_folder(); }

std::string expected_sample_bot(const std::string& typed, std::string_view prefix) {
  std::vector<std::string> names;
  std::error_code missing;
  for (const auto& entry : std::filesystem::directory_iterator(samples_folder(), missing)) {
    if (is_sample_bot(entry.path())) {
      names.push_back(entry.path().filename().string());
    }
  }
  std::ranges::sort(names);
  std::string text;
  for (const std::string& name : names) {
    text.append(text.empty() ? "" : ", ").append(prefix).append(name);
  }
  std::error_code none;
  const bool is_build = std::filesystem::exists(samples_folder() / "../../CMakeCache.txt", none);
  text = text.empty() ? "a sample bot" : "one of " + text;
  const std::string meant = protocol::nearest_word(typed, names);
  return text + (is_build ? " (scripts/build release builds all of them)" : "") +
         (meant.empty() ? "" : ": did you mean '" + std::string(prefix) + meant + "'?");
}

std::string inside_program(const std::filesystem::path& folder, bool itself) {
  for (const char* name : {"referee-sandbox", "referee"}) {
    if (const auto beside = folder / name; is_runnable(beside.string())) {
      return beside.string();
    }
  }
  if (!itself) {  // started again, it would do all its work again, and start itself again
    throw std::runtime_error("no program is launched without referee-sandbox: expected it in " +
                             folder.string() + ": build it, or copy it there");
  }
  return "/proc/self/exe";
}

std::string inside_program() {
  return inside_program(std::filesystem::path(this_program()).parent_path(), takes_first_steps());
}

std::optional<ScriptFault> fault_of_script(const std::string& program) {
  constexpr std::size_t kMostOfLine = 255;  // the kernel reads as much
  const FileDescriptor file(::open(program.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  std::string line(kMostOfLine, '\0');
  const ssize_t size = file.get() < 0 ? 0 : ::read(file.get(), line.data(), line.size());
  line.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  if (const auto utf8 = unicode::from_utf16(line.substr(0, line.size() / 2 * 2));
      utf8 && utf8->starts_with("#!")) {
    return ScriptFault{ENOEXEC, "it is in UTF-16, expected UTF-8: save it as such"};
  }
  if (line.starts_with(std::string(unicode::kByteOrderMark) + "#!")) {
    return ScriptFault{ENOEXEC, "a byte order mark stands before its #!: save it as UTF-8 without one"};
  }
  if (!line.starts_with("#!")) {
    return std::nullopt;
  }
  line.resize(std::min(line.find('\n'), line.size()));
  if (line.find('\r') != std::string::npos) {
    return ScriptFault{ENOEXEC,
                       "its line #! ends with a carriage return, as lines of Windows do: save it with line "
                       "ends LF (dos2unix)"};
  }
  const std::size_t begin = line.find_first_not_of(" \t", 2);
  const std::string interpreter =
      begin == std::string::npos ? "" : line.substr(begin, line.find_first_of(" \t", begin) - begin);
  if (interpreter.ends_with("/env")) {
    const std::string named =
        line.substr(std::min(line.size(), line.find_first_not_of(" \t", begin + interpreter.size())));
    const bool is_name =
        !named.empty() && !named.starts_with('-') && named.find_first_of(" \t/=") == std::string::npos;
    if (is_name && !find_program(named) && !find_program("/usr/local/bin/" + named) &&
        !find_program("/usr/bin/" + named)) {
      return ScriptFault{
          ENOENT, "its line #! names " + printable(named, kShownText) + ", which is not in PATH: install it"};
    }
  }
  std::error_code odd;
  if (!interpreter.starts_with('/') || std::filesystem::exists(interpreter, odd) || odd) {
    return std::nullopt;
  }
  return ScriptFault{ENOENT,
                     "its line #! names " + printable(interpreter, kShownText) + ", which is not there"};
}

std::optional<std::string> find_program(const std::string& program) {
  if (program.empty() || program.find('/') != std::string::npos) {
    return is_executable_file(program) ? std::optional(program) : std::nullopt;
  }
  const char* const set = std::getenv("PATH");
  std::string_view folders = set == nullptr ? kUsualPath : std::string_view(set);
  while (true) {
    const std::size_t colon = folders.find(':');
    const std::string_view folder = folders.substr(0, colon);
    // An empty entry of PATH is the current folder.
    const auto path = std::filesystem::path(folder.empty() ? "." : folder) / program;
    if (is_executable_file(path)) {
      return path.string();
    }
    if (colon == std::string_view::npos) {
      return std::nullopt;
    }
    folders.remove_prefix(colon + 1);
  }
}

std::string name_of_bot(const std::vector<std::string>& argv, std::set<std::string>& taken) {
  return unique(name_of_command(argv), taken);
}

std::vector<std::string> names_of_bots(const std::vector<std::vector<std::string>>& commands,
                                       std::set<std::string>& taken) {
  std::vector<std::string> names;
  for (const auto& command : commands) {
    const bool clash =
        std::ranges::any_of(commands, [&](const auto& other) { return is_clash(command, other); });
    names.push_back(unique(clash ? name_with_folder(command) : name_of_command(command), taken));
  }
  return names;
}

}  // namespace referee
