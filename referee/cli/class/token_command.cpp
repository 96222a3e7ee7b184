#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "protocol/fields.h"
#include "protocol/json_writer.h"
#include "protocol/messages.h"
#include "protocol/sha256.h"
#include "referee/base/secrets.h"
#include "referee/base/strict_json.h"
#include "referee/base/text.h"
#include "referee/cli/commands.h"
#include "referee/tournament/config/class_aliases.h"
#include "referee/tournament/config/entrant_spec.h"
#include "referee/tournament/config/student_list.h"
#include "referee/tournament/config/token_files.h"

namespace referee {
namespace {

constexpr std::size_t kShownName = 60;  // bytes
constexpr std::size_t kShownPath = 4096;

struct TokenArguments {
  std::vector<std::string> names;
  std::string roster;
  std::string out = "tokens";
  bool alias = false;
  bool json = false;
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
void print_tokens(const std::vector<std::string>& names, bool as_json) {
  check_names(names);
  protocol::Json tokens = protocol::Json::array();
  for (const std::string& name : names) {
    const std::string token = random_hex();
    if (as_json) {
      const std::string sha256 = protocol::Sha256::hex_of(token);
      tokens.push_back(
          {{"name", name}, {"token", token}, {"entrant", {{"name", name}, {"token_sha256", sha256}}}});
      continue;
    }
    std::cout << name << "  token: " << token
              << "  entrant: " << entrant_line({name, ""}, protocol::Sha256::hex_of(token)) << "\n";
  }
  if (as_json) {
    std::cout << protocol::dump({{"tokens", std::move(tokens)}}) << "\n";
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

constexpr const char* kAliasFile = "aliases.csv";

/// Writes DIR/aliases.csv: the roster with a made-up name for each student, drawn unless an earlier run has
/// written one there. Returns the students with these names.
StudentList with_aliases(const StudentList& own, std::string_view text, const std::string& roster,
                         const TokenFiles& files) {
  const std::filesystem::path path = files.path_of_file(kAliasFile);
  const auto earlier =
      std::filesystem::exists(path)
          ? std::optional(StudentList::read(read_whole_file(path, kMaxTextMib), path.string()))
          : std::nullopt;
  const std::string written =
      own.with_columns(text, roster, {{StudentList::kAliasColumn, aliases_for(own, earlier)}});
  files.write(kAliasFile, written, TokenFiles::Readers::owner);
  return StudentList::read(written, path.string());
}

void write_roster(const TokenArguments& arguments) {
  const std::string text = read_whole_file(arguments.roster, kMaxTextMib);
  const StudentList own = StudentList::read(text, arguments.roster);
  const TokenFiles files(arguments.out);  // once the roster is known to be good
  const StudentList list = arguments.alias ? with_aliases(own, text, arguments.roster, files) : own;
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
  const auto path = files.write("entrants.json", entrants, TokenFiles::Readers::all);
  std::cout << escaped(path.string()) << ": " << list.students.size()
            << " entrants, for \"entrants\" of a tournament file\n"
            << escaped(files.path_of("NAME").string()) << ": " << list.students.size() - kept.size()
            << " new tokens; give each student the file of that name\n";
  if (!kept.empty()) {
    std::cout << "kept: " << kept.size() << " token files that were there: " << listed(kept) << "\n";
  }
  const std::string roster = arguments.alias ? files.path_of_file(kAliasFile).string() : arguments.roster;
  if (arguments.alias) {
    std::cout << escaped(roster) << ": who has which name, for you alone\n";
  }
  if (!list.students.empty()) {
    std::cout << "\"roster\": " << escaped_json(fields::brief(roster, kShownPath))
              << " in the tournament file keeps the columns of the class for referee grade\n";
  }
  for (const std::string& warning : list.exported.warnings) {
    std::cout << escaped(warning, "\\") << "\n";
  }
  for (const std::string& row : list.skipped) {
    std::cout << "skipped: " << escaped(row, "\\") << "\n";
  }
}

}  // namespace

void add_token_command(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("token", "Make tokens for entrants who dial in");
  const auto arguments = std::make_shared<TokenArguments>();
  auto* names = command->add_option("NAME", arguments->names, "Names of entrants; prints a token for each");
  auto* roster = command
                     ->add_option("--roster", arguments->roster,
                                  "A CSV file of the class, from Canvas or Moodle, in place of names")
                     ->type_name("FILE");
  command->add_option("--out", arguments->out, "Folder for entrants.json and the token files")
      ->type_name("FOLDER")
      ->capture_default_str()
      ->needs(roster);
  command
      ->add_flag("--alias", arguments->alias,
                 "Made-up names for all entrants; DIR/aliases.csv (mode 0600) says whose they are")
      ->needs(roster);
  command->add_flag("--json", arguments->json, "Print the tokens of names as one JSON object")
      ->excludes(roster);
  names->excludes(roster);
  command->footer(
      "A token proves who dials in. It is printed once, or written to DIR/NAME.token (mode 0600); the "
      "tournament file gets its SHA-256 only. A token file that is there is never overwritten.\n"
      "Exit code: 0 done, 2 wrong usage or file, 3 a file cannot be written.\n\n"
      "Examples:\n"
      "  referee token alice bob\n"
      "  referee token --roster students.csv --out tokens\n"
      "  referee token --roster students.csv --alias --out tokens");
  command->callback([arguments, &code] {
    if (arguments->names.empty() && arguments->roster.empty()) {
      throw std::invalid_argument("token: expected names, or --roster FILE");
    }
    if (arguments->roster.empty()) {
      print_tokens(arguments->names, arguments->json);
    } else {
      write_roster(*arguments);
    }
    code = exit_code::kDone;
  });
}

}  // namespace referee
