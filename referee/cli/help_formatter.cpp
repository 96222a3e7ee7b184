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

/// Whether no paragraph goes on with this line.
bool begins_paragraph(std::string_view line) {
  return line.empty() || line.front() == ' ' || line.starts_with("Usage: ") ||
         line.starts_with("Exit code") || line.starts_with("Example");
}

/// The lines of `text`; where one is too wide, the next line of its paragraph is a part of it.
std::vector<std::string> paragraphs_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  std::size_t written = 0;  // the width of the line before
  for (std::string line; std::getline(in, line);) {
    const bool goes_on = written > kHelpWidth && !begins_paragraph(line) && lines.back().front() != ' ';
    written = line.size();
    if (goes_on) {
      lines.back().append(" ").append(line);
    } else {
      lines.push_back(std::move(line));
    }
  }
  return lines;
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

/// The value of an option as CLI11 describes it, "SECONDS:INT in [1 - 86400]" or "TEXT:{tcp,pipe}", taken
/// apart.
struct ValueType {
  std::string name;   ///< "SECONDS"; empty: nobody has named it
  std::string range;  ///< "1-86400"; empty: none
  std::string words;  ///< "tcp|pipe"; empty: any

  explicit ValueType(const CLI::Option& option) {
    std::string type = option.get_type_name();
    cut_range(type);
    cut_words(type);
    const bool is_named = type != "TEXT" && type != "INT" && type != "UINT" && type != "FLOAT";
    name = is_named ? type : "";
  }

  /// Behind the name of the option.
  std::string shown() const {
    if (!words.empty() && words.size() <= kSetWidth) {
      return words;
    }
    if (!name.empty()) {
      return name;
    }
    return !range.empty() ? range : "NAME";
  }

 private:
  void cut_range(std::string& type) {
    constexpr std::string_view kIn = " in [";
    const std::size_t in = type.find(kIn);
    if (in == std::string::npos) {
      return;
    }
    std::string bounds = type.substr(in + kIn.size(), type.find(']', in) - in - kIn.size());
    const std::size_t between = bounds.find(" - ");
    range = bounds.substr(0, between) + "-" + bounds.substr(between + 3);
    type.resize(type.rfind(':', in));
  }

  void cut_words(std::string& type) {
    const std::size_t open = type.find(":{");
    if (open == std::string::npos) {
      return;
    }
    words = type.substr(open + 2, type.find('}', open) - open - 2);
    std::ranges::replace(words, ',', '|');
    type.resize(open);
  }
};

std::string joined_names(const std::set<CLI::Option*>& options) {
  std::set<std::string> names;  // CLI11 has them in the order of their addresses
  for (const CLI::Option* option : options) {
    names.insert(option->get_name());
  }
  std::string text;
  for (const std::string& name : names) {
    text += (text.empty() ? "" : ", ") + name;
  }
  return text;
}

/// What is true of an option, beside what it does: "1-86400; default: 60; only with --resume".
std::string conditions_of(const CLI::Option& option) {
  std::string text;
  const auto add = [&](const std::string& condition) {
    text.append(text.empty() ? "" : "; ").append(condition);
  };
  if (takes_value(option)) {
    const ValueType type(option);
    if (!type.range.empty() && type.shown() != type.range) {
      add(type.range);
    }
    if (!type.words.empty() && type.shown() != type.words) {
      std::string words = CLI::detail::find_and_replace(type.words, "|", ", ");
      add("one of " + words);
    }
    if (option.get_required() && !option.get_positional()) {
      add("required");
    }
    if (!option.get_default_str().empty()) {
      add("default: " + option.get_default_str());
    }
    if (!option.get_positional() && option.get_expected_max() == CLI::detail::expected_max_vector_size) {
      add("may be given again");
    }
  }
  if (!option.get_envname().empty()) {
    add("or $" + option.get_envname());
  }
  if (!option.get_needs().empty()) {
    add("only with " + joined_names(option.get_needs()));
  }
  if (!option.get_excludes().empty()) {
    add("not with " + joined_names(option.get_excludes()));
  }
  return text;
}

/// Whether it is the command of a bot, which stands behind "--": `ctl` has a COMMAND as its first argument.
bool is_behind_dashes(const CLI::Option& argument, bool is_first) {
  return !is_first && argument.get_name() == "COMMAND";
}

std::string row(std::string text, std::size_t column, const std::string& description) {
  text.resize(std::max(text.size() + 2, column), ' ');
  return text + description + "\n";
}

}  // namespace

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

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
  for (std::string& line : paragraphs_of(text)) {
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
  if (!takes_value(*option)) {
    return "";
  }
  const ValueType type(*option);
  if (option->get_positional()) {  // its name says what it is
    return type.words.empty() ? "" : " " + type.shown();
  }
  return " " + type.shown();
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
  const std::string conditions = conditions_of(*option);
  const std::string description = option->get_description();
  return description + (conditions.empty() ? "" : (description.empty() ? "(" : " (") + conditions + ")");
}

std::string HelpFormatter::overview_of(const CLI::App& program) const {
  std::string text = program.get_description() + "\nUsage: referee COMMAND [OPTIONS]\n\n";
  for (const CommandGroup& group : groups_) {
    std::string also;
    for (const std::string& name : group.also) {
      also += (also.empty() ? "" : ", ") + name;
    }
    text += group.title +
            (also.empty()             ? ""
             : group.commands.empty() ? ": " + also
                                      : " (also: " + also + ")") +
            "\n";
    for (const std::string& name : group.commands) {
      text += row("  " + name, kNameColumn, program.get_subcommand(name)->get_description());
    }
  }
  return text + "\n" + program.get_footer() + "\n";
}

std::string HelpFormatter::list_of(const CLI::App& program) const {
  std::string text = "Usage: referee COMMAND [OPTIONS]\n";
  for (const CommandGroup& group : groups_) {
    text += "\n" + group.title + ":\n";
    for (const auto& names : {group.commands, group.also}) {
      for (const std::string& name : names) {
        text += row("  " + name, kNameColumn, program.get_subcommand(name)->get_description());
      }
    }
  }
  return text;
}

}  // namespace referee
