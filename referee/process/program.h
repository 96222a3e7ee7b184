#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// In front of a sample bot's name, where a program is expected.
inline constexpr std::string_view kSamplePrefix = "sample:";

/// The path of a sample bot, in the folder sample_bots beside this program, or in lib/referee of its prefix;
/// nothing if none has that name.
std::optional<std::string> find_sample_bot(const std::string& name);
/// Whether that is the folder of the sample bots.
bool is_samples_folder(const std::filesystem::path& folder);
/// What to write in place of `typed`, which is none, each name with `prefix` in front: "one of walls_random,
/// walls_search", and the nearest of them; in a folder of builds, with the command that builds those that are
/// missing.
std::string expected_sample_bot(const std::string& typed, std::string_view prefix = "");

/// The path of this program's file.
std::string this_program();
/// The program that takes the first step of launched ones: `referee-sandbox` or `referee` in `folder`, or
/// this one if `itself`. Throws std::runtime_error if there is none.
std::string inside_program(const std::filesystem::path& folder, bool itself);
/// The program that takes the first step of those that this one launches, from its folder or itself.
std::string inside_program();

/// The path of a program that can be started: `program` itself or, without a "/", where PATH has it. Nothing
/// if no executable file is found.
std::optional<std::string> find_program(const std::string& program);
inline bool is_runnable(const std::string& program) { return find_program(program).has_value(); }

/// Why the system cannot run a script although its file is there and may be executed.
struct ScriptFault {
  int error = 0;     ///< ENOENT: the program that it names is missing; ENOEXEC: it names none
  std::string text;  ///< what is wrong, and how to mend it
};
/// Nothing for a sound script, and for programs of other kinds. Else its line "#!" ends with a carriage
/// return, stands behind a byte order mark or in UTF-16, or names a program that is not there.
std::optional<ScriptFault> fault_of_script(const std::string& program);

/// The name of a bot that only has a command: that of the program, or of the script that an interpreter is
/// given, made unique among `taken` and added to it.
std::string name_of_bot(const std::vector<std::string>& argv, std::set<std::string>& taken);
/// The names of bots that only have a command, one for each of `commands`, unique among `taken` and added to
/// it: each that of its program or script. Where different programs have the same name, that of the folder
/// stands before it: v1/bot.py and v2/bot.py are v1-bot and v2-bot.
std::vector<std::string> names_of_bots(const std::vector<std::vector<std::string>>& commands,
                                       std::set<std::string>& taken);

}  // namespace referee
