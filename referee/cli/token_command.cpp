#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <iostream>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>

#include "protocol/fields.h"
#include "protocol/json_writer.h"
#include "protocol/messages.h"
#include "protocol/sha256.h"
#include "referee/base/file_descriptor.h"
#include "referee/base/secrets.h"
#include "referee/base/strict_json.h"
#include "referee/base/text.h"
#include "referee/cli/commands.h"
#include "referee/tournament/config/entrant_spec.h"
#include "referee/tournament/config/student_list.h"

namespace referee {
namespace {

constexpr mode_t kForOwner = 0600;
constexpr mode_t kForAll = 0644;
constexpr std::size_t kMaxToken = 1024;  // bytes

/// Tokens of entrants, one file each: DIR/NAME.token, readable by its owner alone.
class TokenFiles {
 public:
  /// Makes the folder, for its owner alone, if it does not exist. Throws std::filesystem::filesystem_error.
  explicit TokenFiles(std::filesystem::path folder);

  struct Kept {
    std::string sha256;   ///< of the token
    bool is_new = false;  ///< drawn now; false: the file existed, and stays as it is
  };
  /// The token of `name`, drawn if there is no file of it yet. Throws std::invalid_argument, naming the file,
  /// if an existing file holds no token, std::system_error if it cannot be written.
  Kept keep(const std::string& name) const;
  std::filesystem::path path_of(const std::string& name) const { return folder_ / (name + ".token"); }

  /// Puts `text` into DIR/`file`, all or nothing. Throws std::system_error.
  std::filesystem::path write(const std::string& file, const std::string& text) const;

 private:
  std::filesystem::path folder_;
};

/// Writes all of `text` to the disk: an entrant's token must not be lost in a crash.
void write_whole(const FileDescriptor& file, std::string_view text, const std::filesystem::path& path) {
  write_all(file, text, path);
  if (::fsync(file.get()) != 0) {
    throw_cannot("write", path);
  }
}

/// The token in a file, without the blanks round it.
std::string read_token(const std::filesystem::path& path) {
  constexpr const char* kBlank = " \t\r\n";
  const std::string text = read_small_file(path);
  const std::size_t begin = text.find_first_not_of(kBlank);
  const std::string token =
      begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
  if (token.empty() || token.size() > kMaxToken || token.find_first_of(kBlank) != std::string::npos) {
    throw std::invalid_argument(path.string() + ": holds no token, expected one word; remove it to draw one");
  }
  return token;
}

constexpr std::size_t kShownName = 60;  // bytes
constexpr std::size_t kShownPath = 4096;

struct TokenArguments {
  std::vector<std::string> names;
  std::string roster;
  std::string out = "tokens";
};

/// An entrant as it stands in "entrants" of a tournament file.
std::string entrant_line(const Student& student, const std::string& sha256) {
  protocol::LineWriter line;
  line.field("name", student.name);
  if (!student.display.empty()) {
    line.field("display", student.display);
  }
  return escaped_json(line.field("token_sha256", sha256).take());
}

void check_names(const std::vector<std::string>& names) {
  std::set<std::string> taken;
  for (const std::string& name : names) {
    const std::string start = "name '" + printable(name, kShownName) + "': expected ";
    if (!protocol::is_valid_name(name)) {
      throw std::invalid_argument(
          start + "1 to 32 letters, digits, '.', '_' and '-', beginning with a letter or digit");
    }
    if (is_house_name(name)) {
      throw std::invalid_argument(start + "another name: house bots have this one");
    }
    if (!taken.insert(protocol::folded_name(name)).second) {
      throw std::invalid_argument(start + "each name once (upper and lower case are the same)");
    }
  }
}

/// Prints new tokens, the only place that shows them; the tournament file gets their hashes.
void print_tokens(const std::vector<std::string>& names) {
  check_names(names);
  for (const std::string& name : names) {
    const std::string token = random_hex();
    std::cout << name << "  token: " << token
              << "  entrant: " << entrant_line({name, ""}, protocol::Sha256::hex_of(token)) << "\n";
  }
}

/// "alice, bob and 3 more".
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 5;
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < kShown; ++i) {
    text += (i == 0 ? "" : ", ") + names[i];
  }
  return names.size() > kShown ? text + " and " + std::to_string(names.size() - kShown) + " more" : text;
}

void write_roster(const TokenArguments& arguments) {
  const StudentList list = StudentList::read(read_small_file(arguments.roster), arguments.roster);
  const TokenFiles files(arguments.out);
  std::string entrants;
  std::vector<std::string> kept;
  for (const Student& student : list.students) {
    const TokenFiles::Kept token = files.keep(student.name);
    entrants.append(entrants.empty() ? "[\n  " : ",\n  ").append(entrant_line(student, token.sha256));
    if (!token.is_new) {
      kept.push_back(student.name);
    }
  }
  entrants += entrants.empty() ? "[]\n" : "\n]\n";
  const auto path = files.write("entrants.json", entrants);
  std::cout << escaped(path.string()) << ": " << list.students.size()
            << " entrants, for \"entrants\" of a tournament file\n"
            << escaped(files.path_of("NAME").string()) << ": " << list.students.size() - kept.size()
            << " new tokens; give each student the file of that name\n";
  if (!kept.empty()) {
    std::cout << "kept: " << kept.size() << " token files that were there: " << listed(kept) << "\n";
  }
  if (!list.students.empty()) {
    std::cout << "\"roster\": " << escaped_json(fields::brief(arguments.roster, kShownPath))
              << " in the tournament file keeps the columns of the class for referee grade\n";
  }
  for (const std::string& row : list.skipped) {
    std::cout << "skipped: " << escaped(row, "\\") << "\n";
  }
}

}  // namespace

TokenFiles::TokenFiles(std::filesystem::path folder) : folder_(std::move(folder)) {
  if (std::filesystem::create_directories(folder_)) {
    std::filesystem::permissions(folder_, std::filesystem::perms::owner_all);
  }
}

TokenFiles::Kept TokenFiles::keep(const std::string& name) const {
  const std::filesystem::path path = path_of(name);
  const FileDescriptor file(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kForOwner));
  if (file.get() < 0) {
    if (errno != EEXIST) {
      throw_cannot("write", path);
    }
    return {protocol::Sha256::hex_of(read_token(path)), false};
  }
  const std::string token = random_hex();
  try {
    write_whole(file, token + "\n", path);
  } catch (const std::system_error&) {
    (void)::unlink(path.c_str());  // a later run would take half a token for a whole one
    throw;
  }
  return {protocol::Sha256::hex_of(token), true};
}

std::filesystem::path TokenFiles::write(const std::string& name, const std::string& text) const {
  const std::filesystem::path path = folder_ / name;
  const std::filesystem::path draft = folder_ / (name + ".new");
  const FileDescriptor file(
      ::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, kForAll));
  if (file.get() < 0) {
    throw_cannot("write", draft);
  }
  write_whole(file, text, draft);
  std::filesystem::rename(draft, path);
  return path;
}

void add_token_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("token", "Make tokens for entrants who dial in");
  const auto arguments = std::make_shared<TokenArguments>();
  auto* names = command->add_option("NAME", arguments->names, "Names of entrants; prints a token for each");
  auto* roster = command->add_option("--roster", arguments->roster,
                                     "A CSV file of the class, from Canvas or Moodle, in place of names");
  command->add_option("--out", arguments->out, "Folder for entrants.json and the token files")
      ->capture_default_str()
      ->needs(roster);
  names->excludes(roster);
  command->footer(
      "A token proves who dials in. It is printed once, or written to DIR/NAME.token (mode 0600); the "
      "tournament\n"
      "file gets its SHA-256 only. A token file that is there is never overwritten.\n"
      "Exit code: 0 done, 2 wrong usage or file, 3 a file cannot be written.\n\n"
      "Examples:\n"
      "  referee token alice bob\n"
      "  referee token --roster students.csv --out tokens");
  command->callback([arguments, &code] {
    if (arguments->names.empty() && arguments->roster.empty()) {
      throw std::invalid_argument("token: expected names, or --roster FILE");
    }
    if (arguments->roster.empty()) {
      print_tokens(arguments->names);
    } else {
      write_roster(*arguments);
    }
    code = exit_code::kDone;
  });
}

}  // namespace referee
