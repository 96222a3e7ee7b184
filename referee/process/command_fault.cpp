#include "referee/process/command_fault.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <system_error>

#include "referee/process/program.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

/// How a file of that kind is run.
struct Interpreter {
  std::string_view extension;
  std::string_view program;  ///< what stands before the file's name
};

constexpr std::array kRunBy{
    Interpreter{".py", "python3"}, Interpreter{".js", "node"},       Interpreter{".mjs", "node"},
    Interpreter{".cjs", "node"},   Interpreter{".rb", "ruby"},       Interpreter{".pl", "perl"},
    Interpreter{".php", "php"},    Interpreter{".lua", "lua"},       Interpreter{".R", "Rscript"},
    Interpreter{".jl", "julia"},   Interpreter{".jar", "java -jar"}, Interpreter{".java", "java"},
    Interpreter{".sh", "sh"}};
constexpr std::array<std::string_view, 6> kCompiled{".c", ".cc", ".cpp", ".cs", ".go", ".rs"};
// Other names of these programs, versions left out: python3.11 is python.
constexpr std::array<std::array<std::string_view, 2>, 4> kOtherNames{
    {{"python", "python3"}, {"py", "python3"}, {"nodejs", "node"}, {"bash", "sh"}}};

const Interpreter* interpreter_of(const fs::path& file) {
  const std::string extension = file.extension().string();
  const auto found = std::ranges::find(kRunBy, extension, &Interpreter::extension);
  return found == kRunBy.end() ? nullptr : found;
}

bool is_a_file(const fs::path& path) {
  std::error_code missing;
  return fs::is_regular_file(path, missing);
}

/// "python3" for /usr/bin/python3.11.
std::string_view usual_name(std::string_view program) {
  while (!program.empty() &&
         (std::isdigit(static_cast<unsigned char>(program.back())) != 0 || program.back() == '.')) {
    program.remove_suffix(1);
  }
  for (const auto& [other, usual] : kOtherNames) {
    if (program == other) {
      return usual;
    }
  }
  return program;
}

/// Whether `program` runs files such as `file`.
bool runs(const std::string& program, const std::string& file) {
  const Interpreter* const found = interpreter_of(file);
  const std::string name = fs::path(program).filename().string();
  return found != nullptr && found->program.substr(0, found->program.find(' ')) == usual_name(name);
}

/// What to write for a program that cannot be started.
std::string instead_of(const std::string& word, const fs::path& folder) {
  const bool is_here = is_a_file(word);
  const std::string place = is_here || is_a_file(folder / word) ? word : "";
  if (const Interpreter* const found = interpreter_of(word); found != nullptr && !place.empty()) {
    return "\"" + std::string(found->program) + " " + place + "\"";
  }
  if (is_here && std::ranges::find(kCompiled, fs::path(word).extension().string()) != kCompiled.end()) {
    return "the program that it is compiled to";
  }
  if (const std::string usual(usual_name(word)); usual != word && is_runnable(usual)) {
    return "\"" + usual + "\", which this machine has";
  }
  if (word.find('/') != std::string::npos) {
    return is_here ? "an executable file (chmod +x), or an interpreter before it"
                   : "an executable file; from the folder where the referee is started";
  }
  return is_here ? "\"./" + word + "\", if it is executable"
                 : "a program in PATH, a path with \"/\", or sample:NAME";
}

}  // namespace

std::optional<CommandFault> fault_of_command(const std::vector<std::string>& argv, const fs::path& folder) {
  const std::string& program = argv.front();
  if (!is_runnable(program)) {
    return CommandFault{0, instead_of(program, folder)};
  }
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const std::string& word = argv[i];
    if (word.starts_with('-') || !runs(program, word)) {
      continue;
    }
    if (!is_a_file(word) && !is_a_file(folder / word)) {
      return CommandFault{i, "a file; there is none of that name in " +
                                 (folder.empty() ? fs::current_path() : folder).string()};
    }
    break;  // what follows are the script's own arguments
  }
  return std::nullopt;
}

}  // namespace referee
