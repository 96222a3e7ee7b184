#include "referee/cli/help_formatter.h"

#include <algorithm>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Option.hpp>

namespace referee {
namespace {

/// Whether it is a command, in the examples.
bool is_example(std::string_view line) {
  const std::size_t command = line.find("referee ");
  return line.starts_with("  ") && command != std::string_view::npos &&
         line.substr(2, command).find("  ") == std::string_view::npos && line[2] != ' ';
}

/// Where the lines begin that continue this one: below the description of an option or command, or below the
/// line itself.
std::size_t indent_of(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(' ');
  if (begin == 0 || begin == std::string_view::npos) {
    return 0;
  }
  if (line.starts_with("  -")) {
    return 30;  // the column of descriptions
  }
  const std::size_t gap = line.find("  ", begin);
  const std::size_t below = gap == std::string_view::npos ? begin : line.find_first_not_of(' ', gap);
  constexpr std::size_t kMost = kHelpWidth / 2;
  return is_example(line) ? 6 : below != std::string_view::npos && below <= kMost ? below : begin;
}

/// The last place at which `line` may be broken so that its first part has at most `width` columns; else the
/// first one behind; npos: none. Places are blanks that are not in quotes.
std::size_t break_of(std::string_view line, std::size_t width) {
  std::size_t best = std::string_view::npos;
  bool quoted = false;
  for (std::size_t at = line.find_first_not_of(' '); at < line.size(); ++at) {
    quoted = quoted != (line[at] == '"');
    if (line[at] != ' ' || quoted) {
      continue;
    }
    if (at > width) {
      return best == std::string_view::npos ? at : best;
    }
    best = at;
  }
  return best;
}

std::string fitted_line(std::string line) {
  std::string out;
  const std::string indent(indent_of(line), ' ');
  const bool example = is_example(line);
  while (line.size() > kHelpWidth) {
    const std::size_t at = break_of(line, kHelpWidth - (example ? 2 : 0));
    if (at == std::string::npos) {
      break;
    }
    out.append(line, 0, line.find_last_not_of(' ', at - 1) + 1).append(example ? " \\\n" : "\n");
    line = indent + line.substr(line.find_first_not_of(' ', at));
  }
  return out + line + "\n";
}

constexpr std::size_t kNameColumn = 13;  // of the program's help: the widest name of a command has 11 letters
constexpr std::size_t kSetWidth = 30;    // the widest set of words that stands behind the name of an option

/// What stands in `type` between `open` and `close`; it is cut off, with all behind it. Empty: nothing.
std::string cut_off(std::string& type, std::string_view open, char close) {
  const std::size_t at = type.find(open);
  if (at == std::string::npos) {
    return "";
  }
  const std::size_t begin = at + open.size();
  std::string inside = type.substr(begin, type.find(close, begin) - begin);
  type.resize(at);
  return inside;
}

/// The value of an option as CLI11 describes it, "SECONDS:INT in [1 - 86400]" or "TEXT:{tcp,pipe}", taken
/// apart.
struct ValueType {
  std::string name;   ///< "SECONDS"; empty: nobody has named it
  std::string range;  ///< "1-86400"; empty: none
  std::string words;  ///< "tcp,pipe"; empty: any
  std::string shown;  ///< behind the name of the option

  explicit ValueType(const CLI::Option& option) : name(option.get_type_name()) {
    range = CLI::detail::find_and_replace(cut_off(name, " in [", ']'), " - ", "-");
    name.resize(range.empty() ? name.size() : name.rfind(':'));
    words = cut_off(name, ":{", '}');
    if (name == "TEXT" || name == "INT" || name == "UINT" || name == "FLOAT") {
      name.clear();
    }
    const bool shows_words = !words.empty() && words.size() <= kSetWidth;
    shown = shows_words      ? CLI::detail::find_and_replace(words, ",", "|")
            : !name.empty()  ? name
            : !range.empty() ? range
                             : "NAME";
  }
};

std::string joined_names(const std::set<CLI::Option*>& options) {
  std::set<std::string> names;  // CLI11 has them in the order of their addresses
  for (const CLI::Option* option : options) {
    names.insert(option->get_name());
  }
  return CLI::detail::join(names, ", ");
}

/// What is true of an option, beside what it does: "1-86400; default: 60; only with --resume".
std::string conditions_of(const CLI::Option& option) {
  std::vector<std::string> conditions;
  if (takes_value(option)) {
    const ValueType type(option);
    if (!type.range.empty() && type.shown != type.range) {
      conditions.push_back(type.range);
    }
    if (type.words.size() > kSetWidth) {
      conditions.push_back("one of " + CLI::detail::find_and_replace(type.words, ",", ", "));
    }
    if (option.get_required() && !option.get_positional()) {
      conditions.emplace_back("required");
    }
    if (!option.get_default_str().empty()) {
      conditions.push_back("default: " + option.get_default_str());
    }
    if (!option.get_positional() && option.get_expected_max() == CLI::detail::expected_max_vector_size) {
      conditions.emplace_back("may be given again");
    }
  }
  if (!option.get_envname().empty()) {
    conditions.push_back("or $" + option.get_envname());
  }
  if (!option.get_needs().empty()) {
    conditions.push_back("only with " + joined_names(option.get_needs()));
  }
  if (!option.get_excludes().empty()) {
    conditions.push_back("not with " + joined_names(option.get_excludes()));
  }
  return CLI::detail::join(conditions, "; ");
}

/// Whether it is the command of a bot, which stands behind "--": `ctl` has a COMMAND as its first argument.
bool is_behind_dashes(const CLI::Option& argument, bool is_first) {
  return !is_first && argument.get_name() == "COMMAND";
}

/// A line for each of these commands.
std::string rows_of(const CLI::App& program, const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    std::string line = "  " + name;
    line.resize(std::max(line.size() + 2, kNameColumn), ' ');
    text += line + program.get_subcommand(name)->get_description() + "\n";
  }
  return text;
}

}  // namespace

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

std::vector<std::string> words_of(const CLI::Option& option) {
  const std::string words = ValueType(option).words;
  return words.empty() ? std::vector<std::string>() : CLI::detail::split(words, ',');
}

std::string usage_of(const CLI::App& command) {
  std::string text;
  bool behind_dashes = command.get_option_no_throw("--bot") != nullptr;
  const CLI::Formatter plain;
  for (const CLI::Option* argument :
       command.get_options([](const CLI::Option* option) { return option->get_positional(); })) {
    if (is_behind_dashes(*argument, text.empty())) {
      behind_dashes = true;
    } else {
      text += plain.make_option_usage(argument) + " ";
    }
  }
  return text + "[OPTIONS]" + (behind_dashes ? " [-- COMMAND...]" : "");
}

std::string fitted_help(const std::string& text) {
  std::string out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    out += fitted_line(std::move(line));
  }
  return out;
}

std::string HelpFormatter::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const {
  if (app->get_parent() != nullptr) {
    return fitted_help(CLI::Formatter::make_help(app, std::move(name), mode));
  }
  return fitted_help(mode == CLI::AppFormatMode::All ? list_of(*app) : overview_of(*app));
}

std::string HelpFormatter::make_usage(const CLI::App* app, std::string name) const {
  return "Usage: " + name + " " + usage_of(*app) + "\n";
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  const ValueType type(*option);
  // The name of an argument says what it is.
  const bool shows_value = takes_value(*option) && (!option->get_positional() || !type.words.empty());
  return shows_value ? " " + type.shown : "";
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
  const std::string conditions = conditions_of(*option);
  const std::string description = option->get_description();
  return description + (conditions.empty() ? "" : (description.empty() ? "(" : " (") + conditions + ")");
}

std::string HelpFormatter::overview_of(const CLI::App& program) const {
  std::string text = program.get_description() + "\nUsage: referee COMMAND [OPTIONS]\n\n";
  for (const CommandGroup& group : groups_) {
    const std::string also = CLI::detail::join(group.also, ", ");
    text += group.title +
            (also.empty()             ? ""
             : group.commands.empty() ? ": " + also
                                      : " (also: " + also + ")") +
            "\n" + rows_of(program, group.commands);
  }
  return text + "\n" + program.get_footer() + "\n";
}

std::string HelpFormatter::list_of(const CLI::App& program) const {
  std::string text = "Usage: referee COMMAND [OPTIONS]\n";
  for (const CommandGroup& group : groups_) {
    text += "\n" + group.title + ":\n" + rows_of(program, group.commands) + rows_of(program, group.also);
  }
  return text;
}

}  // namespace referee
